/** The words of a statement's lines, in the company's terms for points and money (D7). */

import type { Company } from '#contract/company.ts'
import type { PointsEntry, Statement } from '#contract/points.ts'
import type { StatementPeriod } from '#contract/statement/statement.ts'
import { localDate, localTime } from '#contract/value/date.ts'

/** The company and the customer of a statement. */
export type StatementOwner = Pick<
  Company,
  | 'name'
  | 'program_name'
  | 'time_zone'
  | 'display_mode'
  | 'hide_points'
  | 'hide_cashback'
  | 'primary_color'
  | 'theme'
  | 'prize_word'
> & { customer_name: string | null; document: string | null }

export type StatementContent = {
  owner: StatementOwner
  period: StatementPeriod
  now: Date
  /** The lines of the period, oldest first. */
  lines: AsyncIterable<PointsEntry>
}

/** Balances before the first day of the period and at its end. */
export type StatementBalances = { opening: Statement; closing: Statement }

export function placeOf({ prize, subsidiary_name, promotion, reason }: PointsEntry): string {
  return prize ?? subsidiary_name ?? promotion ?? reason ?? ''
}

/** Centavos: -125090 → '-1250,90', as Brazilian spreadsheets read it. */
export function decimalMoney(centavos: number): string {
  const digits = String(Math.abs(centavos)).padStart(3, '0')
  return `${centavos < 0 ? '-' : ''}${digits.slice(0, -2)},${digits.slice(-2)}`
}

/** The time of an instant in the company's time zone, such as 14:05. */
export function timeOf(instant: string, { time_zone }: StatementOwner): string {
  return localTime(new Date(instant), time_zone)
}

/** The date of an instant in the company's time zone. */
export function dayOf(instant: string, { time_zone }: StatementOwner): string {
  return localDate(new Date(instant), time_zone)
}
