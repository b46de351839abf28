import { sampleAddress, sampleText } from '#console/text/sample.ts'
import type { ResponseOf } from '#contract/endpoints/endpoints.ts'
import { type PreviewSample, sampleId } from '#contract/programme/preview.ts'

type Customer = ResponseOf<'GET /customer'>

/** A customer who has given all data, with the second level of the chain. */
export function sampleCustomer({ levels }: PreviewSample, points: number, value: number): Customer {
  return {
    id: sampleId(0),
    name: sampleText.name,
    email: 'marina@exemplo.com.br',
    phone: '11987654321',
    document: '52998224725',
    birthdate: '1990-05-12',
    sex: 'F',
    ...sampleAddress,
    address: sampleAddress,
    avatar_url: null,
    login_type: 'EMAIL',
    emailVerified: true,
    require_password: true,
    use_cnpj: false,
    opt_in: true,
    opt_in_marketing: false,
    balance: {
      amount_balance: points,
      value_balance: value,
      received_amount: points,
      spent_value: 0,
      pending_amount: 0,
      pending_value: 0,
      held_amount: 0,
      held_value: 0,
      deficit_amount: 0,
      deficit_value: 0,
    },
    ...levelOf(levels),
  }
}

function levelOf(levels: PreviewSample['levels']) {
  const [first, second, third] = levels
  const level = second ?? first ?? null
  const next = second ? third : undefined
  const accumulated = level?.trigger_amount ?? 0
  return {
    consolidated_level_data: null,
    transition_level_data: null,
    level_reset_pending: false,
    level_infos: levels.length === 0 ? null : { level, accumulated_amount: accumulated },
    levels_system: {
      current: level && { level, missing_amount: 0, until: null },
      next: next
        ? { level: next, missing_amount: next.trigger_amount - accumulated, until: null }
        : null,
    },
  }
}
