/** The statements of the engine, of intentions and of notifications to the nodes. */

import { applyCommands } from '../engine/apply.ts'
import type { Args } from '../engine/command.ts'
import { instant, intentionResult } from '../engine/result.ts'
import type { Handler, Known } from './handler.ts'

const apply: Handler = ({ tx, facts, values }) => {
  const calls = JSON.parse(values[0] as string) as {
    company_id: string
    commands: Args[]
    now: string
  }[]
  return calls.flatMap(({ company_id, commands, now }, at) =>
    applyCommands(tx, facts, { company_id, commands, now_ms: Date.parse(now) }).map((row) => ({
      company: at + 1,
      ...row,
    })),
  )
}

const notify: Handler = ({ tx, values }) => {
  tx.notifications.push(...(values[0] as string[]))
  return []
}

/** The open intention of each token's customer. */
const awaited: Handler = ({ tx, disk, facts, values }) => {
  const [companies, tokens, nows] = values as [string[], Buffer[], Date[]]
  return companies.map((company_id, at) => {
    const person = facts.byToken.get(`\\x${tokens[at]!.toString('hex')}`)
    if (person?.company_id !== company_id) return { refused: 'unauthenticated', id: null }
    const now_ms = nows[at]!.getTime()
    const id = tx.get(disk.unended, person.id)
    const intention = id ? tx.get(disk.intentions, id) : undefined
    return intention && intention.expires_ms > now_ms
      ? { refused: null, ...intentionResult(intention, now_ms) }
      : { refused: null, id: null }
  })
}

/** An intention by its id, for its customer or its till. */
const readBy =
  (owner: 'customer_id' | 'partner_key_id'): Handler =>
  ({ tx, disk, values }) => {
    const [now, company_id, id, reader] = values as [Date, string, string, string]
    const found = tx.get(disk.intentions, id)
    if (found?.company_id !== company_id || found[owner] !== reader) return []
    return [{ intention: intentionResult(found, now.getTime()) }]
  }

const overdue: Handler = ({ disk, values }) => {
  const [now, most] = values as [Date, number]
  return [...disk.unended.values()]
    .flatMap((id) => (id === null ? [] : disk.intentions.get(id)!))
    .filter(({ expires_ms }) => expires_ms <= now.getTime())
    .slice(0, most)
    .map(({ company_id, id }) => ({ company_id, id, now: instant(now.getTime()) }))
}

export const pointStatements: Known[] = [
  ['apply(call.company_id', apply],
  ["pg_notify('intention'", notify],
  ['left join awaited_intention(', awaited],
  ['and customer_id = ', readBy('customer_id')],
  ['and partner_key_id = ', readBy('partner_key_id')],
  ['overdue_intentions(', overdue],
]
