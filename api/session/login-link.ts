import type { Context } from '#api/context.ts'

import { countAttempt } from './attempt.ts'

/** Does the same whether or not the account exists: who it is, is looked up when the mail is written (T9). */
export async function requestLoginLink(
  { database, queueMail }: Context,
  email: string,
  { company_id, address, now }: { company_id: string; address: string; now: Date },
): Promise<void> {
  await countAttempt(database, { company_id, action: 'mail', account: email, address }, now)
  await queueMail(database, { kind: 'login_link', company_id, email })
}
