/** Lists the records of a company, newest first, by keyset: a page begins after the last record of the page before (D15). */

import { type HistoryLine, pointsEntry } from '#api/points/history.ts'
import {
  maxMovementsRead,
  type Movement,
  type MovementChoices,
  type MovementFilters,
  type MovementKind,
  type MovementPage,
  type Movements,
} from '#contract/console/movement.ts'
import { masked } from '#contract/person/personal-value.ts'
import { type Database, row, rows, sql, type Statement } from '#database/sql.ts'

/** Below and above all ids. */
const first = '00000000-0000-0000-0000-000000000000'
const beyond = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** Records of one staff member that one call reads. People write few. */
const maxMoverRecords = 1_000

/** Choices that a list shows; bounds the answer. */
const maxShops = 2_000
const maxStaff = 1_000

/** A page of the company's movements that match all filters. */
export async function movementPage(
  database: Database,
  company_id: string,
  { before, per_page, ...filters }: MovementPage,
): Promise<Movements> {
  const period = await periodOf(database, company_id, filters)
  return pageOf(database, company_id, filters, period, { before, per_page })
}

/** All movements that match the filters, newest first, in parts. */
export async function* movementParts(
  database: Database,
  company_id: string,
  filters: MovementFilters,
  per_page: number,
): AsyncGenerator<Movement[], undefined> {
  const period = await periodOf(database, company_id, filters)
  for (let before: string | undefined; ;) {
    const page = await pageOf(database, company_id, filters, period, { before, per_page })
    yield page.movements
    if (page.next === null) return
    before = page.next
  }
}

/** What the list can be filtered by. */
export async function movementChoices(
  database: Database,
  company_id: string,
): Promise<MovementChoices> {
  const choices = await row<MovementChoices>(
    database,
    sql`select shops, keys, staff from movement_choices(${company_id}, ${maxShops}, ${maxStaff})`,
  )
  return choices!
}

/** The days of a filter as instants, and as ids around the records between them. */
type Period = { from_at: string; until_at: string; from_id: string; until_id: string }

async function periodOf(
  database: Database,
  company_id: string,
  { from, to }: MovementFilters,
): Promise<Period> {
  const open = { from_at: '-infinity', until_at: 'infinity', from_id: first, until_id: beyond }
  if (from === undefined && to === undefined) return open
  const found = await row<{ [name in keyof Period]: string | null }>(
    database,
    sql`select from_at, until_at, from_id, until_id
          from movement_period(${company_id}, ${from ?? null}, ${to ?? null})`,
  )
  const { from_at, until_at, from_id, until_id } = found!
  return {
    from_at: from_at ?? open.from_at,
    until_at: until_at ?? open.until_at,
    // No record is as new as the first day.
    from_id: from === undefined ? first : (from_id ?? beyond),
    until_id: until_id ?? beyond,
  }
}

type Cursor = { before?: string | undefined; per_page: number }
type FixedCursor = { before: string; per_page: number }
/** `place`: the number of records that were read up to this one. */
type Found = { id: string; wanted: boolean; place: number }

async function pageOf(
  database: Database,
  company_id: string,
  filters: MovementFilters,
  period: Period,
  { before = beyond, per_page }: Cursor,
): Promise<Movements> {
  const cursor = { before: before < period.until_id ? before : period.until_id, per_page }
  const { kind = null, shop = null, key_id = null, customer_id = null, staff_id = null } = filters
  const wanted = { kind, shop, key_id, customer_id, staff_id }
  const { found, maxRead } = await read(database, company_id, wanted, period, cursor)
  const matches = found.filter((one) => one.wanted)
  const shown = matches.slice(0, per_page).map(({ id }) => id)
  const last = found.at(-1)
  const isFull = matches.length > per_page
  const isCut = !isFull && last?.place === maxRead
  return {
    movements: await linesOf(database, company_id, shown),
    next: isFull ? shown.at(-1)! : isCut ? last.id : null,
    read_to: isCut ? await instantOf(database, company_id, last.id) : null,
  }
}

/** The filters without the days. Null: not set. */
type Wanted = {
  kind: MovementKind | null
  shop: string | null
  key_id: string | null
  customer_id: string | null
  staff_id: string | null
}

/** The newest records before the cursor that match, and how many a call reads at most. */
async function read(
  database: Database,
  company_id: string,
  wanted: Wanted,
  period: Period,
  cursor: FixedCursor,
): Promise<{ found: Found[]; maxRead: number }> {
  if (wanted.staff_id === null) {
    const found = await rows<Found>(database, listing(company_id, wanted, period, cursor))
    return { found, maxRead: maxMovementsRead }
  }
  const { staff_id, kind, shop, key_id, customer_id } = wanted
  const moved = await rows<{ id: string }>(
    database,
    sql`select id
          from records_of_mover(
                 ${company_id}, ${staff_id}, ${period.from_id}, ${cursor.before}, ${maxMoverRecords}) id`,
  )
  const ids = moved.map(({ id }) => id)
  const found = await rows<Found>(
    database,
    sql`select id, wanted, place
          from movements_among(
                 ${company_id}, ${ids}, ${period.from_at}, ${period.until_at}, ${kind}, ${shop}, ${key_id}, ${customer_id},
                 ${cursor.per_page + 1})`,
  )
  const end = { id: ids.at(-1)!, wanted: false, place: maxMoverRecords }
  const isCut = ids.length === maxMoverRecords && found.length <= cursor.per_page
  return { found: isCut ? [...found, end] : found, maxRead: maxMoverRecords }
}

/** The statement whose index fits the filters best. One row more than the page shows that there is a next page. */
function listing(
  company_id: string,
  { kind, shop, key_id, customer_id }: Wanted,
  { from_at, until_at, from_id }: Period,
  { before, per_page }: FixedCursor,
): Statement {
  const limit = per_page + 1
  const maxRead = maxMovementsRead
  if (customer_id) {
    return sql`select id, wanted, place
                 from movements_of_customer(
                        ${company_id}, ${customer_id}, ${before}, ${from_at}, ${until_at}, ${kind}, ${shop}, ${key_id}, ${limit},
                        ${maxRead})`
  }
  if (kind !== null && kind !== 'sale') {
    return sql`select id, wanted, place
                 from movements_of_kind(
                        ${company_id}, ${from_id}, ${before}, ${from_at}, ${until_at}, ${kind}, ${shop}, ${key_id}, ${limit},
                        ${maxRead})`
  }
  if (shop !== null) {
    return sql`select id, wanted, place
                 from movements_of_shop(
                        ${company_id}, ${from_id}, ${before}, ${from_at}, ${until_at}, ${kind}, ${shop}, ${key_id}, ${limit},
                        ${maxRead})`
  }
  return sql`select id, wanted, place
               from movements_by_time(
                      ${company_id}, ${from_id}, ${before}, ${from_at}, ${until_at}, ${kind}, ${shop}, ${key_id}, ${limit},
                      ${maxRead})`
}

type Line = HistoryLine & {
  kind: MovementKind
  customer_name: string | null
  is_erased: boolean
  key_name: string | null
  staff_id: string | null
  staff_name: string | null
}

async function linesOf(database: Database, company_id: string, ids: string[]): Promise<Movement[]> {
  if (ids.length === 0) return []
  const found = await rows<Line>(
    database,
    sql`select (line).*, kind, customer_name, is_erased, key_name, staff_id, staff_name
          from movement_lines(${company_id}, ${ids})`,
  )
  return found.map(movement)
}

function movement(line: Line): Movement {
  const { kind, customer_name, is_erased, key_name, staff_id, staff_name } = line
  return {
    kind,
    entry: pointsEntry(line),
    customer: { name: is_erased ? null : masked('name', customer_name), is_erased },
    key: named(line.partner_key_id, key_name),
    staff: named(staff_id, staff_name),
  }
}

function named(id: string | null, name: string | null): { id: string; name: string } | null {
  return id === null || name === null ? null : { id, name }
}

async function instantOf(database: Database, company_id: string, id: string): Promise<string> {
  const found = await row<{ created_at: Date | string }>(
    database,
    sql`select created_at from known_record(${company_id}, ${id})`,
  )
  return new Date(found!.created_at).toISOString()
}
