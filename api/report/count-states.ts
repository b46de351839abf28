/**
 * Counts what changes without a record (states.sql), once a day after a company's midnight. One statement reads a page of customers,
 * so its time does not grow with the company. The sums of all pages are stored in one transaction: a reader never sees half of them.
 */

import { type Database, row, rows, sql } from '#database/sql.ts'

/** Customers of one page. It takes about 0.1 s with usual histories; a statement may take 15 s. */
const defaultPageSize = 2_000

const noCustomer = '00000000-0000-0000-0000-000000000000'

type Due = { today: string; has_curve: boolean }
type Page = { company_id: string; after: string; until: string; now: Date }
type Found = Record<string, string | number | null>

/** Counts the states of the days before today, unless they are counted. `now`: the company's clock. */
export async function countStates(
  database: Database,
  company_id: string,
  now: Date,
  signal: AbortSignal,
  pageSize: number = defaultPageSize,
): Promise<void> {
  const due = await row<Due>(
    database,
    sql`select today, has_curve from due_states(${company_id}, ${now})`,
  )
  if (!due) return
  const days = new Totals(['count', 'amount', 'value'])
  const owed = new Totals(['amount', 'value'])
  const deficit = new Totals(['amount', 'value'])
  const curve = new Totals(['amount', 'expired_amount'])
  for await (const page of pages(database, company_id, now, pageSize)) {
    signal.throwIfAborted()
    days.add(await stateRows(database, page, due.today))
    owed.add(await owedRows(database, page, due.today))
    deficit.add(await deficitRows(database, page, due.today))
    if (due.has_curve) curve.add(await curveRows(database, page))
  }
  await rows(
    database,
    sql`select save_states(
                 ${company_id}, ${due.today}, ${days.json()}::jsonb, ${owed.json()}::jsonb,
                 ${deficit.json()}::jsonb, ${due.has_curve ? curve.json() : null}::jsonb)`,
  )
}

async function* pages(
  database: Database,
  company_id: string,
  now: Date,
  pageSize: number,
): AsyncGenerator<Page, undefined> {
  for (let after = noCustomer; ;) {
    const last = await row<{ id: string | null }>(
      database,
      sql`select last_customer_id(${company_id}, ${after}, ${pageSize}) as id`,
    )
    const until = last!.id
    if (until === null) return
    yield { company_id, after, until, now }
    after = until
  }
}

function stateRows(
  database: Database,
  { company_id, after, until, now }: Page,
  today: string,
): Promise<Found[]> {
  return rows(
    database,
    sql`select day, shop, kind, item, count, amount, value
          from states_by_day(${company_id}, ${after}, ${until}, ${today}, ${now})`,
  )
}

function owedRows(
  database: Database,
  { company_id, after, until }: Page,
  today: string,
): Promise<Found[]> {
  return rows(
    database,
    sql`select earned_month, expires_month, amount, value
          from points_after(${company_id}, ${after}, ${until}, ${today}::date - 1)
         where amount > 0`,
  )
}

function deficitRows(
  database: Database,
  { company_id, after, until }: Page,
  today: string,
): Promise<Found[]> {
  return rows(
    database,
    sql`select amount, value from deficits_after(${company_id}, ${after}, ${until}, ${today}::date - 1)`,
  )
}

function curveRows(database: Database, { company_id, after, until, now }: Page): Promise<Found[]> {
  return rows(
    database,
    sql`select earned_month, age, amount, expired_amount
          from redemption_curve(${company_id}, ${after}, ${until}, ${now})`,
  )
}

/** Adds up the rows that differ in nothing but these sums. */
class Totals {
  readonly #sums: string[]
  readonly #rows = new Map<string, Found>()

  constructor(sums: string[]) {
    this.#sums = sums
  }

  add(found: Found[]): void {
    for (const one of found) {
      const key = JSON.stringify(Object.entries(one).filter(([name]) => !this.#sums.includes(name)))
      const total = this.#rows.get(key)
      if (total === undefined) this.#rows.set(key, { ...one })
      else for (const name of this.#sums) total[name] = Number(total[name]) + Number(one[name])
    }
  }

  json(): string {
    return JSON.stringify([...this.#rows.values()])
  }
}
