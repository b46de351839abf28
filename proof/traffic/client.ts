/** A client of the load: it logs each write, sends it, and logs the answer. */

import { attempt, type Sent, type Traffic } from './attempt.ts'
import type { Answer, Call } from './journal.ts'
import type { Random } from './random.ts'

export type Client = Traffic & { random: Random }

/** The call may or may not have been carried out. */
export class Unknown extends Error {}

/** Logs the call, sends it and logs the answer. Throws Unknown without an answer. */
export async function send(client: Client, call: Call): Promise<Answer> {
  const { journal, around = (_call, send) => send() } = client
  const n = await journal.intend(call)
  const answer = await around(call, () => attempt(client, call))
  if (!answer) throw new Unknown()
  await journal.settle(n, answer)
  return answer
}

/** For a call that changes nothing that the verification counts, such as a read or a customer's confirmation. */
export async function sendUnlogged(client: Client, call: Sent): Promise<Answer> {
  const answer = await attempt(client, call)
  if (!answer) throw new Unknown()
  return answer
}
