/** Where a person works: the shops of the counter (D15). A cashier works in the shops of their row of staff, others in all. */

import { ApiError } from '#api/http/api-error.ts'
import { calculationRules } from '#api/points/calculation-rules.ts'
import { type CounterPlace, counterShopMessages } from '#contract/console/counter.ts'
import type { StaffRole } from '#contract/console/staff.ts'
import { subsidiaryKey } from '#contract/subsidiary.ts'
import { localDate } from '#contract/value/date.ts'
import { type Display, speaksOfPoints } from '#contract/value/display.ts'
import { type Database, row, sql } from '#database/sql.ts'

type Person = { company_id: string; id: string; role: StaffRole; shops: string[] }

type CompanyFacts = Display & { name: string; time_zone: string; shop_names: string[] }

function companyFacts(database: Database, company_id: string): Promise<CompanyFacts | undefined> {
  return row<CompanyFacts>(
    database,
    sql`select file ->> 'name' as name, zone as time_zone, file ->> 'display_mode' as display_mode,
               (file ->> 'hide_points')::boolean as hide_points, (file ->> 'hide_cashback')::boolean as hide_cashback,
               shop_names(${company_id}, null) as shop_names
          from file_of(${company_id}) file
         cross join time_zone_of(${company_id}) zone`,
  )
}

export async function counterPlace(
  database: Database,
  person: Person,
  now: Date,
): Promise<CounterPlace> {
  const company = (await companyFacts(database, person.company_id))!
  const today = localDate(now, company.time_zone)
  const rules = await calculationRules(database, person.company_id)
  return {
    shops: shopsOf(company, person),
    rules: rules.filter(
      ({ valid_from, valid_to }) => (valid_from ?? today) <= today && today <= (valid_to ?? today),
    ),
    in_money: !speaksOfPoints(company),
  }
}

/** A shop as the company spells it, its key, and the day there. */
export type Shop = { shop: string; shop_key: string; day: string }

/**
 * The shop of a call. Throws `unknown_subsidiary` for a shop that left the list, and `forbidden` for one that is not the person's. Both
 * may happen while the page is open.
 */
export async function shopOf(
  database: Database,
  person: Person,
  name: string,
  now: Date,
): Promise<Shop> {
  const company = (await companyFacts(database, person.company_id))!
  const shop_key = subsidiaryKey(name)
  const shop = listedShops(company).find((listed) => subsidiaryKey(listed) === shop_key)
  if (shop === undefined) {
    throw new ApiError('unknown_subsidiary', { message: counterShopMessages.gone })
  }
  if (!shopsOf(company, person).includes(shop)) {
    throw new ApiError('forbidden', { message: counterShopMessages.notTheirs })
  }
  return { shop, shop_key, day: localDate(now, company.time_zone) }
}

/** A company without a list of shops has one counter, under its own name. */
function listedShops({ shop_names, name }: CompanyFacts): string[] {
  return shop_names.length > 0 ? shop_names : [name]
}

function shopsOf(company: CompanyFacts, { role, shops }: Person): string[] {
  const listed = listedShops(company)
  if (role !== 'cashier' || shops.length === 0) return listed
  const own = new Set(shops.map(subsidiaryKey))
  return listed.filter((shop) => own.has(subsidiaryKey(shop)))
}
