import { randomUUID } from 'node:crypto'

import { newToken } from '#api/http/caller.ts'
import { newCpf } from '#api/testing/samples/cpf.ts'
import type { NamedRows } from '#api/testing/worlds/named-rows.ts'

/** Names of the same form that no company has. */
export function nowhereRows(): NamedRows {
  const customer = {
    id: randomUUID(),
    document: newCpf(),
    email: `${randomUUID()}@exemplo.com.br`,
    password: 'segredo1',
  }
  return {
    customer,
    prize_id: randomUUID(),
    voucher: { id: randomUUID(), code: 'ABCDEFGHJKMNPQRS' },
    record_id: randomUUID(),
    intention_id: randomUUID(),
    session_id: randomUUID(),
    integration_code: newToken(),
    notification_id: randomUUID(),
    rule_id: randomUUID(),
    promotion_code: 'NENHUMA',
    login_token: newToken(),
    reset_token: newToken(),
    confirmation_token: newToken(),
    staff_id: randomUUID(),
    request_id: randomUUID(),
    invited_id: randomUUID(),
    passkey_id: randomUUID(),
    staff_session_id: randomUUID(),
    key_id: randomUUID(),
    webhook_id: randomUUID(),
    event_id: randomUUID(),
    import_id: randomUUID(),
    adjustment_id: randomUUID(),
    merge_id: randomUUID(),
    adjustment_request_id: randomUUID(),
    review_id: randomUUID(),
    invitation_token: newToken(),
    password_token: newToken(),
  }
}
