/**
 * The ledger as a table: a line is a day (or an instant), what happens, and what comes of it. Names are of lots, which are
 * purchases and grants, of consumptions, holds and returns. Amounts are points; purchases are in reais. After each line the
 * audit replays every record.
 */

import { describe, expect, test } from 'vitest'

import { row, rows, sql } from '#api/database/sql.ts'
import { asPartner, createWorld, refusalOf, sale, type TestCompany } from '#api/testing/world.ts'
import type { GeneratedPoints, ReversedPoints, Statement } from '#contract/points.ts'

import { audit } from './audit.ts'

const world = await createWorld({ log: (line) => line.includes('internal') && console.log(line) })
const { database, call } = world

ledger(
  'D4 example 1: the earliest expiry first, never-expiring last; an undone spend restores its lots',
  `
  2027-01-01  grant A 100 until 2027-03-10
  2027-01-01  grant B 50
  2027-01-01  grant C 80 until 2027-02-05
  2027-02-01  consume S 120   → C 80, A 40
  2027-02-01  consume T 111   → insufficient_balance, missing 1
  2027-02-01  consume S 120   → C 80, A 40
  2027-02-01  consume S 119   → idempotency_mismatch
  2027-02-01  balance         → 110
  2027-02-20  undo S          → A +40 until 2027-03-10, C +80 until 2027-03-07
  2027-02-20  undo S          → already_reversed
  2027-02-20  balance         → 230
  2027-03-08  balance         → 150
  2027-03-11  balance         → 50
`,
)

ledger(
  'D4 example 2: earned on 31/01/2027, one month: good all of 28/02, out at 00:00 of 01/03 local, with no job run',
  { expires_in: { months: 1 } },
  `
  2027-01-31           buy A 100.00  → 100 until 2027-02-28
  2027-02-28 23:59:59  balance       → 100
  2027-03-01 00:00:00  balance       → nothing
  2027-03-01 00:00:00  consume S 1   → insufficient_balance, missing 1
`,
)

ledger(
  'D4 example 3: R$ 100,00 earns 33; returns of R$ 33,33, 33,33 and 33,34 take 11 each',
  { rate: 0.33 },
  `
  2027-01-01  buy A 100.00       → 33
  2027-01-02  return A R1 33.33  → -11
  2027-01-02  return A R2 33.33  → -11
  2027-01-02  return A R2 33.33  → -11
  2027-01-02  return A R2 33.34  → idempotency_mismatch
  2027-01-02  balance            → 11
  2027-01-02  return A R3 33.35  → return_exceeds_purchase
  2027-01-02  return A R3 33.34  → -11
  2027-01-02  balance            → nothing
  2027-01-02  return A R4        → already_reversed
  2027-01-02  return A R4 0.01   → already_reversed
`,
)

ledger(
  'D4 example 4: a return after the spend leaves a deficit, which the next earning pays first',
  `
  2027-01-01  buy A 100.00  → 100
  2027-01-02  consume S 90  → A 90
  2027-01-03  return A R    → -100
  2027-01-03  balance       → owes 90
  2027-01-03  consume T 1   → insufficient_balance, missing 1
  2027-01-04  buy B 150.00  → 150
  2027-01-04  balance       → 60
  2027-01-04  consume T 60  → B 60
`,
)

ledger(
  'D4 example 5: what is held is promised to one till; a capture of less frees the rest at once, once',
  `
  2027-01-01  grant A 100
  2027-01-01  hold H 80          → 80
  2027-01-01  hold I 30          → insufficient_balance, missing 10
  2027-01-01  balance            → 20, held 80
  2027-01-01  capture H S 81     → capture_exceeds_hold, held 80
  2027-01-01  capture H S 50     → A 50
  2027-01-01  balance            → 50
  2027-01-01  capture H S 50     → intention_over
  2027-01-01  hold J 50          → 50
  2027-01-01  release J
  2027-01-01  release J
  2027-01-01  balance            → 50
  2027-01-01  capture J T 50     → intention_over
`,
)

ledger(
  'D4 example 6: a lot of 3 points worth R$ 0,10: draws of 1, 1 and 1 are 3, 3 and 4 centavos',
  { points_per_real: 30 },
  `
  2027-01-01  grant A 3      → 3 worth 10
  2027-01-01  consume S 1    → A 1 worth 3
  2027-01-01  consume T 1    → A 1 worth 3
  2027-01-01  balance        → 1 worth 4
  2027-01-01  consume U 1    → A 1 worth 4
`,
)

describe('expiry', () => {
  ledger(
    'D4 a held lot does not expire while the hold lives; once it ends, what is past its date is gone',
    `
    2027-01-01           grant A 100 until 2027-01-10
    2027-01-01           grant B 100 until 2027-01-10
    2027-01-10 23:58:00  hold H 60         → 60
    2027-01-10 23:58:00  hold I 100        → 100
    2027-01-11 00:05:00  balance           → held 160
    2027-01-11 00:05:00  capture H S 40    → A 40
    2027-01-11 00:05:00  balance           → held 100
    2027-01-11 00:06:00  release I
    2027-01-11 00:06:00  balance           → nothing
  `,
  )

  ledger(
    'D4 a lot that expired comes back for 15 days with what was spent of it, and not with what was left in it',
    `
    2027-01-01  grant A 100 until 2027-01-31
    2027-01-02  consume S 60    → A 60
    2027-01-02  consume T 10    → A 10
    2027-02-10  balance         → nothing
    2027-02-10  undo S          → A +60 until 2027-02-25
    2027-02-10  balance         → 60
    2027-02-11  undo T          → A +10 until 2027-02-25
    2027-02-12  consume U 65    → A 65
    2027-02-26  balance         → nothing
    2027-03-01  undo U          → A +65 until 2027-03-16
    2027-03-01  balance         → 65
  `,
  )
})

type Options = { points_per_real?: number; reversal?: string; [rule: string]: unknown }
type Play = Awaited<ReturnType<typeof play>>

/** Runs the table; each line's outcome must read as written, and nothing unwritten may be refused. */
function ledger(title: string, ...[options, table]: [string] | [Options, string]): void {
  const lines = (table ?? (options as string)).trim().split('\n')
  test(title, async () => {
    const stage = await play(table ? (options as Options) : {})
    for (const line of lines) {
      const [, date, time = '12:00:00', verb, args, outcome = ''] = line_form.exec(line) ?? []
      if (!date || !(verb! in verbs)) throw new Error(`not a line of the ledger: ${line}`)
      world.moveClock(`${date}T${time}-03:00`)
      const came = await verbs[verb as Verb](stage, ...(args ? args.trim().split(/\s+/) : []))
      if (outcome || refusal_form.test(came)) expect(came, line).toBe(outcome.trim())
      const { differences } = await audit(database, world.now())
      const here = differences.filter(({ company_id }) => company_id === stage.company.id)
      expect(here, line).toEqual([])
    }
  })
}

const line_form = /^\s*(\S+)(?: (\d\d:\d\d:\d\d))?\s+(\w+)([^→]*)(?:→(.*))?$/
const refusal_form = /^[a-z]+_[a-z_]+/

let companies = 0

/** A company of its own for a table, and its one customer. */
async function play({ points_per_real = 100, reversal = 'deficit', ...rule }: Options) {
  companies += 1
  world.moveClock('2026-11-20T15:00:00Z')
  const company = await world.createCompany(`tabela-${companies}`, {
    points_per_real,
    reversal,
    calculation_rules: [{ name: 'Compra', type: 'POINTS_PER_REAL', rate: 1, ...rule }],
  })
  const customer = await world.registered(company)
  return {
    company,
    customer,
    /** Name → id of its record or hold. */
    ids: new Map<string, string>(),
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
type Verbs = { [verb in Verb]: (stage: Play, ...args: string[]) => Promise<string> }

const verbs: Verbs = {
  async grant({ company, customer, ids }, name, amount, _until, date) {
    const granted = await movement(sql`
      select (given).refusal, (given).details, (given).record
        from grant_points(${company.id}, ${customer.id}, ${amount}, 'promotion', null, '{"promotion": "Natal"}',
               ${date ?? null}, ${world.now()}) given`)
    ids.set(name!, granted.record!.id)
    return amountWorth(granted.record!.amount, granted.record!.value)
  },

  async buy({ company, customer, ids }, name, reais) {
    const body = sale(customer.document, { purchase_value: centavos(reais!), external_id: name })
    const answer = await world.generate(company, body)
    if (answer.status !== 201) return refusalOf(answer).type
    const bought = answer.body as GeneratedPoints
    ids.set(name!, bought.id)
    return [
      amountWorth(bought.points_amount, bought.points_value),
      bought.available_at && `from ${bought.available_at}`,
      bought.expires_at && `until ${bought.expires_at}`,
    ]
      .filter(Boolean)
      .join(' ')
  },

  async consume(stage, name, amount) {
    const { company, customer } = stage
    return spent(
      stage,
      name!,
      await movement(sql`
        select (given).refusal, (given).details, (given).record
          from consume_points(${company.id}, ${customer.id}, ${amount}, 'voucher', null, 'Loja 1', null, null, ${name},
                 ${world.now()}) given`),
    )
  },

  async hold({ company, customer, ids }, name, amount) {
    const id = crypto.randomUUID()
    const held = await movement(sql`
      select (given).refusal, (given).details, (given).record
        from hold_points(${company.id}, ${customer.id}, ${id}, ${amount}, ${world.now()}) given`)
    ids.set(name!, id)
    return held.refusal ? refusalText(held) : amountWorth(Number(amount), held.details!['value']!)
  },

  async capture(stage, hold, name, amount) {
    const { company, ids } = stage
    return spent(
      stage,
      name!,
      await movement(sql`
        select (given).refusal, (given).details, (given).record
          from capture_hold(${company.id}, ${ids.get(hold!)}, ${amount}, 'api:/points/intention', ${ids.get(hold!)},
                 'Loja 1', 10000, null, ${name}, ${world.now()}) given`),
    )
  },

  async release({ company, ids }, hold) {
    await row(database, sql`select release_hold(${company.id}, ${ids.get(hold!)}, ${world.now()})`)
    return ''
  },

  /** A consumption's reversal: what came back to each lot. */
  async undo(stage, name) {
    const { company, ids } = stage
    const undone = await reverse(company, ids.get(name!)!, {
      external_id: `${name}-${Math.random()}`,
    })
    if (typeof undone === 'string') return undone
    const lots = await lotsOf(stage, undone.id)
    return lots
      .toSorted((one, other) => one.lot.localeCompare(other.lot))
      .map(({ lot, amount, until }) => `${lot} +${amount}${until ? ` until ${until}` : ''}`)
      .join(', ')
  },

  async return({ company, ids }, name, external_id, reais) {
    const returned = reais && { returned_value: centavos(reais) }
    const answer = await reverse(company, ids.get(name!)!, { external_id, ...(returned || {}) })
    return typeof answer === 'string'
      ? answer
      : amountWorth(answer.points_amount, answer.points_value)
  },

  async balance({ company, customer }) {
    const balance = (await row<Statement & { amount: number; value: number }>(
      database,
      sql`select * from current_balance(${company.id}, ${customer.id}, ${world.now()})`,
    ))!
    const parts = [
      balance.amount && amountWorth(balance.amount, balance.value),
      balance.pending_amount &&
        `pending ${amountWorth(balance.pending_amount, balance.pending_value)}`,
      balance.held_amount && `held ${amountWorth(balance.held_amount, balance.held_value)}`,
      balance.deficit_amount &&
        `owes ${amountWorth(balance.deficit_amount, balance.deficit_value)}`,
    ]
    return parts.filter(Boolean).join(', ') || 'nothing'
  },
}

type Movement = {
  refusal: string | null
  details: Record<string, number> | null
  record: { id: string; amount: number; value: number } | null
}

async function movement(statement: ReturnType<typeof sql>): Promise<Movement> {
  const { name, text, values } = statement
  const as_json = text.replace('(given).record', 'to_jsonb((given).record) as record')
  return (await row<Movement>(database, { name: `${name}j`, text: as_json, values }))!
}

async function reverse(
  company: TestCompany,
  id: string,
  body: object,
): Promise<ReversedPoints | string> {
  const answer = await call('POST /partner/points/{id}/reverse', {
    params: { id },
    body,
    headers: asPartner(company),
  })
  return answer.status === 201 ? (answer.body as ReversedPoints) : refusalOf(answer).type
}

async function spent(stage: Play, name: string, outcome: Movement): Promise<string> {
  if (outcome.refusal) return refusalText(outcome)
  stage.ids.set(name, outcome.record!.id)
  const lots = await lotsOf(stage, outcome.record!.id)
  return lots.map(({ lot, amount, value }) => `${lot} ${amountWorth(-amount, -value)}`).join(', ')
}

type LotLine = { lot: string; amount: number; value: number; until: string | null }

/** What a record did to the lots, in the order of their dates. */
async function lotsOf({ company, ids }: Play, record_id: string): Promise<LotLine[]> {
  const lots = await rows<LotLine & { lot_id: string }>(
    database,
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

function refusalText({ refusal, details }: Movement): string {
  const figures = Object.entries(details ?? {}).map(([name, figure]) => `${name} ${figure}`)
  return [refusal, ...figures].join(', ')
}

/** '3 worth 10' where points and centavos differ. */
function amountWorth(amount: number, value: number): string {
  return amount === value ? String(amount) : `${amount} worth ${value}`
}

function centavos(reais: string): number {
  return Number(reais.replace('.', ''))
}
