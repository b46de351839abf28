/** A customer's phone, which shows member codes (D14). */

import type { ResponseOf } from '#contract/endpoints/endpoints.ts'
import { memberCode, type MemberCodeKey, memberCodeStep } from '#contract/member-code.ts'

import type { TestCompany, World } from './world.ts'

export type Phone = Awaited<ReturnType<World['confirmed']>> & {
  company_id: string
  member_code: MemberCodeKey
}

export function codesOf({ call, confirmed, now }: Pick<World, 'call' | 'confirmed' | 'now'>) {
  /** The phone of a new customer with 100 points. */
  async function phoneOf(company: TestCompany): Promise<Phone> {
    const customer = await confirmed(company, 100)
    const { headers } = customer
    const { body } = await call('GET /customer/member-code', { headers })
    const member_code = body as ResponseOf<'GET /customer/member-code'>
    return { ...customer, company_id: company.id, member_code }
  }

  /** The code that the phone shows `steps` steps of 30 s from now. */
  function codeOf({ company_id, member_code }: Phone, steps: number = 0): Promise<string> {
    const { key, session_ref } = member_code
    const step = memberCodeStep(now().getTime()) + steps
    return memberCode(key, { company_id, session_ref, step })
  }

  return { phoneOf, codeOf }
}
