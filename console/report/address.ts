/** The period of an address, by the company's calendar. */

import { company } from '#console/company/company.ts'
import { filtersIn } from '#console/table/url-filters.ts'
import type { ReportPeriod } from '#contract/console/report.ts'
import { localDate } from '#contract/value/date.ts'

import { periodOf, ReportFilters } from './period.ts'

/** Today in the company's time zone. */
export function companyToday(): string {
  return localDate(new Date(), company.time_zone)
}

export function periodAt(search: string): ReportPeriod {
  return periodOf(filtersIn(ReportFilters, new URLSearchParams(search)), companyToday())
}

/** The period of the start's figures: the last 30 days. */
export function homePeriod(): ReportPeriod {
  return periodOf({}, companyToday())
}
