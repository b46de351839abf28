/** The statements of a sale at the counter: api/counter/act.ts and what it calls. */

import { type Handler, type Known, Waits } from './handler.ts'

/** The person who calls, with a second factor and without a limit to shops. */
const caller: Handler = ({ facts, values }) => {
  const staff_id = values[3] as string
  return facts.staff.some(({ id }) => id === staff_id)
    ? [
        {
          session_id: staff_id,
          role: 'owner',
          shops: [],
          password_hash: null,
          totp_sealed: Buffer.of(1),
          invited_at: null,
          is_blocked: false,
        },
      ]
    : []
}

const company: Handler = ({ facts }) => [
  {
    name: 'Cafe',
    time_zone: 'America/Sao_Paulo',
    display_mode: 'POINTS',
    hide_points: false,
    hide_cashback: false,
    shop_names: [facts.shop],
  },
]

const counterKey: Handler = ({ facts, values }) => {
  const [company_id, staff_id] = values
  return facts.keys
    .filter((key) => key.company_id === company_id && key.staff_id === staff_id)
    .map(({ id, hash }) => ({ partner_key_id: id, key_hash: Buffer.from(hash, 'hex') }))
}

const lockBalance: Handler = ({ tx, facts, values }) => {
  const [company_id, customer_id, , document] = values as (string | null)[]
  const id = customer_id ?? facts.byDocument.get(`${company_id} ${document}`)?.id
  const lock = `customer ${id}`
  return id === undefined || tx.lock(lock) ? [] : new Waits(lock)
}

const addActs: Handler = ({ tx, disk, values }) => {
  const acts = JSON.parse(values.at(-1) as string) as { id: string; external_id: string }[]
  const added = acts.filter(({ id }) => tx.get(disk.counterActs, id) === undefined)
  for (const { id, external_id } of added) tx.set(disk.counterActs, id, { id, external_id })
  return added.map(({ id }) => ({ id }))
}

const personName: Handler = ({ facts, values }) =>
  facts.people.filter(({ id }) => id === values[1]).map(({ name }) => ({ name }))

/** An entry waits for the end of the company's chain. */
const appendAudit: Handler = ({ tx, disk, values }) => {
  const company_id = values[0] as string
  const lock = `audit ${company_id}`
  if (!tx.lock(lock)) return new Waits(lock)
  tx.set(disk.audit, company_id, (tx.get(disk.audit, company_id) ?? 0) + 1)
  return [{}]
}

export const counterStatements: Known[] = [
  ['for share', () => []],
  ['join staff_session session', caller],
  ['as hide_cashback', company],
  ['and shop_key =', counterKey],
  ['select lock_balance(', lockBalance],
  ['insert into counter_act', addActs],
  ['select name from person_of(', personName],
  ['select append_audit(', appendAudit],
]
