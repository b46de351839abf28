import * as z from 'zod/mini'

import { CalendarDate, toBrazilianDate } from '#contract/value/date.ts'

/**
 * The last day of a period. A period ends where the next day begins, and the parts of a period may end later. The year 10000 sorts as text
 * before every other year, and PostgreSQL does not read JavaScript's text of its instants ('+010000-01-01T03:00:00.000Z').
 */
export const lastPeriodDay = '9998-12-31'

export const PeriodEnd = CalendarDate.check(
  z.refine((day) => day <= lastPeriodDay, {
    error: `Use uma data até ${toBrazilianDate(lastPeriodDay)}`,
  }),
)
