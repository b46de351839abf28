/** The period and shop that a report's address chooses. */

import * as z from 'zod/mini'

import { addDays, daysOf, maxReportDays, type ReportPeriod } from '#contract/console/report.ts'
import { CalendarDate } from '#contract/value/date.ts'
import { maxLine, text } from '#contract/value/text.ts'

export const ReportFilters = z.strictObject({
  from: z.optional(CalendarDate),
  to: z.optional(CalendarDate),
  shop: z.optional(text(1, maxLine)),
})
export type ReportFilters = z.output<typeof ReportFilters>

const defaultDays = '30'

/** The periods that a person chooses by name: those that begin a number of days before, and those of the calendar. */
export const presets = ['7', '30', '90', '365', 'month', 'last-month'] as const
type Preset = (typeof presets)[number]

/** The days of a preset. It ends yesterday, because today has not ended; a month that began today has one day. */
export function presetDays(preset: Preset, today: string): { from: string; to: string } {
  const yesterday = addDays(today, -1)
  const first = `${today.slice(0, 8)}01`
  if (preset === 'month') return { from: first, to: yesterday < first ? first : yesterday }
  if (preset === 'last-month') {
    const last = addDays(first, -1)
    return { from: `${last.slice(0, 8)}01`, to: last }
  }
  return { from: addDays(today, -Number(preset)), to: yesterday }
}

/** The preset with these days; undefined: none. */
export function presetOf(
  { from, to }: { from: string; to: string },
  today: string,
): Preset | undefined {
  return presets.find((preset) => {
    const days = presetDays(preset, today)
    return days.from === from && days.to === to
  })
}

/** The period of an address, by default the last 30 days. An end before the start counts as the default too. */
export function periodOf({ from, to, shop }: Partial<ReportFilters>, today: string): ReportPeriod {
  const days = { ...presetDays(defaultDays, today), ...(from && { from }), ...(to && { to }) }
  const isRight = days.from <= days.to && daysOf(days) <= maxReportDays
  return { ...(isRight ? days : presetDays(defaultDays, today)), ...(shop && { shop }) }
}
