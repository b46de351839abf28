/** The ledger of a company as two hashes: of what is stored, and of what its records alone say (I14). */

import { createHash } from 'node:crypto'

import { type Database, rows, sql } from '#database/sql.ts'
import type { Replayed } from '#engine/audit/replay-state.ts'
import { type ReplayInput, replay } from '#engine/audit/replay.ts'

/** More customers than a company of a proof has. */
const customersAtOnce = 100_000
const lowestId = '00000000-0000-0000-0000-000000000000'

type Stored = ReplayInput & { customer_id: string; today: string; kept: Replayed }

/**
 * `stored` and `rebuilt` are equal if each customer's state follows from the records. Throws a sentence for a record that is missing or
 * that the rules do not produce.
 */
export async function ledgerHashes(
  database: Database,
  company_id: string,
  now: Date,
): Promise<{ customers: number; stored: string; rebuilt: string }> {
  const customers = await rows<Stored>(
    database,
    sql`select * from audited_page(${company_id}, ${lowestId}, 1, ${customersAtOnce}, ${now})`,
  )
  const [stored, rebuilt] = [createHash('sha256'), createHash('sha256')]
  for (const customer of customers) {
    const { customer_id } = customer
    const replayed = replay(customer.records, customer.holds, customer.today)
    const fields = Object.keys(replayed) as (keyof Replayed)[]
    const same = Object.fromEntries(fields.map((field) => [field, customer.kept[field]]))
    stored.update(canonical({ customer_id, ...same }))
    rebuilt.update(canonical({ customer_id, ...replayed }))
  }
  return {
    customers: customers.length,
    stored: stored.digest('hex'),
    rebuilt: rebuilt.digest('hex'),
  }
}

/** JSON in one order: lots, allocations and holds are stored in none. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).toSorted().join()}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const fields = Object.entries(value).map(
    ([key, one]) => `${JSON.stringify(key)}:${canonical(one)}`,
  )
  return `{${fields.toSorted().join()}}`
}
