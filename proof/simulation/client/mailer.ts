/** Asks a node for a mail: the job is queued in the transaction of the change that it is about. */

import { mailPath } from '../node/mail-route.ts'
import type { Client, Stage } from './client.ts'
import { note, type Outcome } from './history.ts'

export function openMailer({ timeline, facts, history, io }: Stage): Client {
  const { chance } = timeline

  async function act(): Promise<void> {
    const person = chance.one(facts.people)
    const name = `${chance.uuid()}@exemplo.com.br`
    const { company_id, id: customer_id } = person
    const operation = history.add({
      verb: 'mail',
      customer_id,
      name,
      key: null,
      subject: null,
      amount: 0,
    })
    const body = JSON.stringify({ company_id, customer_id, email: name })
    const outcome: Outcome = await io
      .fetch(`/api${mailPath}`, { method: 'POST', headers: {}, body, signal: io.timeout(60_000) })
      .then(
        ({ ok }) => (ok ? { state: 'done', id: name } : { state: 'unknown' }),
        () => ({ state: 'unknown' }),
      )
    note(operation, outcome)
  }

  return { act, resolve: async () => undefined }
}
