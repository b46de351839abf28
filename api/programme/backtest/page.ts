/** A page of a backtest: the customers' sums from the engine, added up by level, and examples (D18). */

import { masked } from '#contract/person/personal-value.ts'
import {
  addBacktests,
  type Backtest,
  type Earned,
  type Example,
  examplesOf,
  gainOf,
  type ReplayedCalculation,
} from '#contract/programme/backtest.ts'
import { type Database, rows, sql } from '#database/sql.ts'

import type { Terms } from './terms.ts'

/** What a page calculates with. `since` and `until`: the period of the purchases. */
export type Ground = {
  company_id: string
  time_zone: string
  since: Date
  until: Date
  starts: string[]
  terms: Terms[]
  draft: Terms
}

/**
 * Records that a page reads, at most, and customers. 50,000 purchases take about a second. A customer with more records is a page
 * alone.
 */
const maxRecords = 50_000
/** Customers of a page, of whom many may have no record. A customer takes about as long as 5 records. */
const maxCustomers = 10_000

/** The next customers after `after`. */
export async function nextCustomers(
  connection: Database,
  company_id: string,
  after: string | null,
): Promise<string[]> {
  const customers = await rows<{ id: string }>(
    connection,
    sql`select id from backtest_customers(${company_id}, ${after}, ${maxRecords}, ${maxCustomers}) id`,
  )
  return customers.map(({ id }) => id)
}

type Sum = Pick<Example, 'customer_id' | 'level' | 'purchases' | 'before' | 'after'> &
  Pick<Backtest, 'exact' | 'by_record' | 'refused'>

/** The backtest of these customers. */
export async function backtestOf(
  connection: Database,
  ground: Ground,
  customers: string[],
): Promise<Backtest> {
  const sums = await sumsOf(connection, ground, customers)
  const whole = addBacktests(sums.map(backtestOfCustomer))
  const chosen = examplesOf(sums)
  const last = await lastPurchases(
    connection,
    ground,
    chosen.map(({ customer_id }) => customer_id),
  )
  const examples = chosen.map(({ customer_id, level, purchases, before, after }) => ({
    customer_id,
    level,
    purchases,
    before,
    after,
    ...last.get(customer_id)!,
  }))
  return { ...whole, examples }
}

async function sumsOf(
  connection: Database,
  { company_id, time_zone, since, until, starts, terms, draft }: Ground,
  customers: string[],
): Promise<Sum[]> {
  return rows<Sum>(
    connection,
    sql`select customer_id, coalesce(level_name, ${draft.base_level}) as level, purchases, exact, by_record, refused,
               jsonb_build_object('points', amount, 'value', value, 'liability', liability) as before,
               jsonb_build_object('points', draft_amount, 'value', draft_value, 'liability', draft_liability) as after
          from backtest(${company_id}, ${customers}, ${since}, ${until}, ${starts}, ${JSON.stringify(terms)},
                        ${JSON.stringify([draft])}, ${time_zone})`,
  )
}

function backtestOfCustomer(sum: Sum): Backtest {
  const { purchases, exact, by_record, refused, before, after, level } = sum
  const gain = gainOf(sum)
  const counts = { customers: 1, winners: gain > 0 ? 1 : 0, losers: gain < 0 ? 1 : 0 }
  return {
    ...counts,
    purchases,
    exact,
    by_record,
    refused,
    before,
    after,
    levels: [{ level, ...counts, before, after }],
    examples: [],
  }
}

type StoredPurchase = {
  customer_id: string
  name: string | null
  at: string
  purchase_value: number
  before: Earned
  after: Earned | null
}

/** Customer → the masked name and the last purchase, as its record and the draft calculate it. */
async function lastPurchases(
  connection: Database,
  { company_id, time_zone, since, until, starts, terms, draft }: Ground,
  customers: string[],
): Promise<Map<string, Pick<Example, 'name' | 'last'>>> {
  const purchases = await rows<StoredPurchase>(
    connection,
    sql`select one.customer_id, person.name, one.created_at as at, one.purchase_value, one.earned as before, one.draft as after
          from last_replayed(${company_id}, ${customers}, ${since}, ${until}, ${starts}, ${JSON.stringify(terms)},
                             ${JSON.stringify([draft])}, ${time_zone}) one
          left join lateral person_of(${company_id}, one.customer_id) person on true`,
  )
  return new Map(
    purchases.map(({ customer_id, name, at, purchase_value, before, after }) => [
      customer_id,
      {
        name: masked('name', name),
        last: { at, purchase_value, before: shown(before), after: after && shown(after) },
      },
    ]),
  )
}

/** Without the fields of the calculation that nobody reads here, as the rule's id. */
function shown({ points, value, calculation, expires_at }: Earned): Earned {
  const { rule, type, rate, base, points_value, minimum_purchase_value, multiplier, cap } =
    calculation
  const { points_per_real } = calculation
  const some: ReplayedCalculation = { rule, type, rate, base, points_per_real }
  if (multiplier !== undefined) some.multiplier = multiplier
  if (points_value !== undefined) some.points_value = points_value
  if (minimum_purchase_value !== undefined) some.minimum_purchase_value = minimum_purchase_value
  if (cap !== undefined) some.cap = cap
  return { points, value, calculation: some, expires_at }
}
