import type { ResponseOf } from '#contract/endpoints.ts'
import { messageForStatus } from '#contract/refusal.ts'
import { RequestFailure } from '#portal/api.ts'

import { beginSession } from './session.ts'

/** Begins the session that a login or a registration was answered with. One without data and token is an error (R3.3). */
export function enter({ data, token }: Partial<ResponseOf<'POST /customer/login'>>): void {
  if (!data || !token) throw new RequestFailure(null, 'incomplete', messageForStatus(500))
  beginSession(token)
}
