/** The reports of a company (D18). */

import type { ItemLine, Report, ReportPeriod, ShopLine } from '#contract/console/report.ts'
import type { Database } from '#database/sql.ts'

import { itemLines, rangeOf, reportOf, shopLines, unitOf } from './figures.ts'
import {
  foldedAt,
  itemNames,
  itemRows,
  knownShops,
  partRows,
  shopActive,
  shopRows,
  stepRows,
} from './rows.ts'

export async function report(
  database: Database,
  company_id: string,
  period: ReportPeriod,
): Promise<Report> {
  const range = rangeOf(period)
  const unit = unitOf(period)
  const [flows, steps, folded_at] = await Promise.all([
    partRows(database, company_id, range, unit),
    stepRows(database, company_id, range),
    foldedAt(database, company_id),
  ])
  return { ...reportOf(range, unit, flows, steps), folded_at }
}

export async function shopReport(
  database: Database,
  company_id: string,
  period: ReportPeriod,
): Promise<ShopLine[]> {
  const range = rangeOf(period)
  const [sums, active, listedShops] = await Promise.all([
    shopRows(database, company_id, range),
    shopActive(database, company_id, range),
    knownShops(database, company_id),
  ])
  return shopLines(sums, active, listedShops)
}

export async function itemReport(
  database: Database,
  company_id: string,
  period: ReportPeriod,
): Promise<ItemLine[]> {
  const [sums, names] = await Promise.all([
    itemRows(database, company_id, rangeOf(period)),
    itemNames(database, company_id),
  ])
  return itemLines(sums, names)
}
