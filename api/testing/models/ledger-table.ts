/**
 * A ledger test as a table. Each line has a day (or an instant), a movement, and the outcome. Names stand for lots (purchases
 * and grants), consumptions, holds and returns. Amounts are points; purchases are in reais. After each line the audit replays
 * every record. After the last line, the statements of the table's days are compared with the replay.
 */

import { randomUUID } from 'node:crypto'

import { expect, test } from 'vitest'

import { statement } from '#api/points/statement.ts'
import type { GeneratedPoints, ReversedPoints, Statement } from '#contract/points.ts'
import { addDays } from '#contract/value/date.ts'
import { row, rows, sql } from '#database/sql.ts'
import { audit } from '#engine/audit/audit.ts'

import { consume, capture, grant, hold, type Movement, release } from '../worlds/movement.ts'
import { asPartner, errorOf, sale, type World } from '../worlds/world.ts'
import { replayedStatement } from './replayed-statement.ts'

type Options = { points_per_real?: number; reversal?: string; [rule: string]: unknown }
type Play = Awaited<ReturnType<typeof play>>

/** Expects each line's outcome as written. A line without an outcome must not be refused. */
export function ledgerTables(world: World) {
  return (title: string, ...[options, table]: [string] | [Options, string]): void => {
    const lines = (table ?? (options as string)).trim().split('\n')
    test(title, async () => {
      const stage = await play(world, table ? (options as Options) : {})
      const days = new Set<string>()
      for (const line of lines) {
        const [, date, time = '12:00:00', verb = '', args, outcome = ''] = lineForm.exec(line) ?? []
        if (!date || !(verb in verbs)) throw new Error(`not a line of the ledger: ${line}`)
        world.moveClock(`${date}T${time}-03:00`)
        const came = await verbs[verb as Verb](stage, ...(args ? args.trim().split(/\s+/) : []))
        if (outcome || errorForm.test(came)) expect(came, line).toBe(outcome.trim())
        const { differences } = await audit(world.database, world.now())
        const here = differences.filter(({ company_id }) => company_id === stage.company.id)
        expect(here, line).toEqual([])
        for (const passed of [-1, 0, 20]) days.add(addDays(date, passed))
      }
      await statementsAgree(stage, [...days])
    })
  }
}

const lineForm = /^\s*(\S+)(?: (\d\d:\d\d:\d\d))?\s+(\w+)([^→]*)(?:→(.*))?$/
const errorForm = /^[a-z]+_[a-z_]+/

/** A company for one table, with one customer. */
async function play(
  world: World,
  { points_per_real = 100, reversal = 'deficit', ...rule }: Options,
) {
  world.moveClock('2026-11-20T15:00:00Z')
  const company = await world.createCompany(`tabela-${randomUUID().slice(0, 8)}`, {
    points_per_real,
    reversal,
    calculation_rules: [{ name: 'Compra', type: 'POINTS_PER_REAL', rate: 1, ...rule }],
  })
  const customer = await world.registered(company)
  return {
    world,
    company,
    customer,
    /** Name → id of its record or hold. */
    ids: new Map<string, string>(),
  }
}

async function statementsAgree({ world, company, customer }: Play, days: string[]): Promise<void> {
  for (const day of days) {
    const query = [world.database, company.id, customer.id, day, world.now()] as const
    expect(await statement(...query), `statement ${day}`).toEqual(await replayedStatement(...query))
  }
}

type Verb =
  | 'grant'
  | 'buy'
  | 'consume'
  | 'hold'
  | 'capture'
  | 'release'
  | 'undo'
  | 'return'
  | 'balance'
  | 'statement'
type Verbs = { [verb in Verb]: (stage: Play, ...args: string[]) => Promise<string> }

const verbs: Verbs = {
  async grant({ world, company, customer, ids }, name, amount, _until, expires_on) {
    const { record } = await grant(world, company, customer, Number(amount), expires_on)
    ids.set(name, record!.id)
    return amountWorth(record!.amount, record!.value)
  },

  async buy({ world, company, customer, ids }, name, reais) {
    const body = sale(customer.document, { purchase_value: centavos(reais), external_id: name })
    const answer = await world.generate(company, body)
    if (answer.status !== 201) return errorOf(answer).type
    const purchase = answer.body as GeneratedPoints
    ids.set(name, purchase.id)
    return [
      amountWorth(purchase.points_amount, purchase.points_value),
      purchase.available_at && `from ${purchase.available_at}`,
      purchase.expires_at && `until ${purchase.expires_at}`,
    ]
      .filter(Boolean)
      .join(' ')
  },

  async consume(stage, name, amount) {
    const { world, company, customer } = stage
    return spent(stage, name, await consume(world, company, customer, Number(amount), name))
  },

  async hold({ world, company, customer, ids }, name, amount) {
    const id = randomUUID()
    const opening = await hold(world, company, customer, id, Number(amount))
    ids.set(name, id)
    return opening.error
      ? errorText(opening)
      : amountWorth(Number(amount), opening.details!['value']!)
  },

  async capture(stage, held, name, amount) {
    const { world, company, ids } = stage
    return spent(stage, name, await capture(world, company, ids.get(held)!, Number(amount), name))
  },

  async release({ world, company, ids }, held) {
    await release(world, company, ids.get(held)!)
    return ''
  },

  /** The reversal of a consumption: the points that came back to each lot. */
  async undo(stage, name) {
    const undone = await reverse(stage, name, { external_id: randomUUID() })
    if (typeof undone === 'string') return undone
    const lots = await lotsOf(stage, undone.id)
    return lots
      .toSorted((one, other) => one.lot.localeCompare(other.lot))
      .map(({ lot, amount, until }) => `${lot} +${amount}${until ? ` until ${until}` : ''}`)
      .join(', ')
  },

  /** The return of a purchase: of some reais, or of all that is left. */
  async return(stage, name, external_id, reais) {
    const returned = reais ? { returned_value: centavos(reais) } : {}
    const answer = await reverse(stage, name, { external_id, ...returned })
    return typeof answer === 'string'
      ? answer
      : amountWorth(answer.points_amount, answer.points_value)
  },

  async balance({ world, company, customer }) {
    const balance = (await row<Balance>(
      world.database,
      sql`select * from current_balance(${company.id}, ${customer.id}, ${world.now()})`,
    ))!
    return balanceText(balance)
  },

  /** The statement of the end of a day, as known on the day of the line. */
  async statement({ world, company, customer }, at) {
    const { amount_balance, value_balance, ...others } = await statement(
      world.database,
      company.id,
      customer.id,
      at,
      world.now(),
    )
    return balanceText({ ...others, amount: amount_balance, value: value_balance })
  },
}

async function reverse(
  { world, company, ids }: Play,
  name: string,
  body: object,
): Promise<ReversedPoints | string> {
  const answer = await world.call('POST /partner/points/{id}/reverse', {
    params: { id: ids.get(name)! },
    body,
    headers: asPartner(company),
  })
  return answer.status === 201 ? (answer.body as ReversedPoints) : errorOf(answer).type
}

async function spent(stage: Play, name: string, outcome: Movement): Promise<string> {
  if (outcome.error) return errorText(outcome)
  stage.ids.set(name, outcome.record!.id)
  const lots = await lotsOf(stage, outcome.record!.id)
  return lots.map(({ lot, amount, value }) => `${lot} ${amountWorth(-amount, -value)}`).join(', ')
}

type LotLine = { lot: string; amount: number; value: number; until: string | null }

/** The allocations of a record, in the order of the lots' dates. */
async function lotsOf({ world, company, ids }: Play, record_id: string): Promise<LotLine[]> {
  const lots = await rows<LotLine & { lot_id: string }>(
    world.database,
    sql`select lot_id, allocation.amount, allocation.value,
               case when lot.expires_at < 'infinity'
                    then (lot.expires_at at time zone 'America/Sao_Paulo')::date - 1 end as until
          from allocation
          join lot on lot.company_id = allocation.company_id and lot.id = lot_id
          join points_record on points_record.company_id = lot.company_id and points_record.id = lot.id
         where allocation.company_id = ${company.id}
           and record_id = ${record_id}
           and not absorbs_deficit
         order by coalesce(points_record.expires_on, 'infinity'), sequence`,
  )
  const names = new Map([...ids].map(([name, id]) => [id, name]))
  return lots.map((lot) => ({ ...lot, lot: names.get(lot.lot_id)! }))
}

type Balance = Omit<Statement, 'at' | 'amount_balance' | 'value_balance'> & {
  amount: number
  value: number
}

function balanceText(balance: Balance): string {
  const parts = [
    balance.amount && amountWorth(balance.amount, balance.value),
    balance.pending_amount &&
      `pending ${amountWorth(balance.pending_amount, balance.pending_value)}`,
    balance.held_amount && `held ${amountWorth(balance.held_amount, balance.held_value)}`,
    balance.deficit_amount && `owes ${amountWorth(balance.deficit_amount, balance.deficit_value)}`,
  ]
  return parts.filter(Boolean).join(', ') || 'nothing'
}

function errorText({ error, details }: Movement): string {
  const figures = Object.entries(details ?? {}).map(([name, figure]) => `${name} ${figure}`)
  return [error, ...figures].join(', ')
}

/** '3 worth 10' when points and centavos differ, '3' otherwise. */
function amountWorth(amount: number, value: number): string {
  return amount === value ? String(amount) : `${amount} worth ${value}`
}

function centavos(reais: string): number {
  return Number(reais.replace('.', ''))
}
