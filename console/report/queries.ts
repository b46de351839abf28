import { keepPreviousData } from '@tanstack/react-query'

import { type Query, query } from '#console/client/query.ts'
import type { ReportPeriod } from '#contract/console/report.ts'

import { periodAt } from './address.ts'

/** The figures stay on the screen while those of another period are read. */
const steady = { placeholderData: keepPreviousData }

export const report = (period: ReportPeriod) => ({
  ...query('GET /admin/report', { query: period }),
  ...steady,
})
export const shops = (period: ReportPeriod) => ({
  ...query('GET /admin/report/shop', { query: period }),
  ...steady,
})
export const items = (period: ReportPeriod) => ({
  ...query('GET /admin/report/item', { query: period }),
  ...steady,
})

export const liability = query('GET /admin/report/liability')

/** All shops of the period, whichever is chosen. */
const allShops = ({ from, to }: ReportPeriod) => shops({ from, to })

export function programmeReportQueries(search: string): Query[] {
  const period = periodAt(search)
  return [report(period), allShops(period)]
}

export function itemReportQueries(search: string): Query[] {
  const period = periodAt(search)
  return [items(period), allShops(period)]
}

export function shopReportQueries(search: string): Query[] {
  return [allShops(periodAt(search))]
}
