import { daysBetween, localDate, toBrazilianDate } from '#contract/value/date.ts'
import type { Voucher } from '#contract/voucher.ts'
import { voucherText } from '#portal/text/voucher.ts'

/** Within this number of days, the line states the days left, as a reminder. */
const nearDays = 7

/**
 * How long a voucher is valid, or its outcome, in the company's time zone (R9.3). If `line` counts the days that are left, `lastDay`
 * says the date, for a printed voucher. Otherwise `lastDay` is null.
 */
export function validity(
  { state, expires_at, withdrawn_at, withdrawn_at_subsidiary }: Voucher,
  today: string,
  time_zone: string,
): { line: string; lastDay: string | null } {
  const past = (line: string) => ({ line, lastDay: null })
  if (state === 'CANCELLED') return past(voucherText.cancelled)
  // A voucher in these states has its date: voucher_state in api/voucher/stored/voucher.sql.
  if (state === 'WITHDRAWN') {
    const day = localDate(new Date(withdrawn_at!), time_zone)
    return past(voucherText.withdrawn(toBrazilianDate(day), withdrawn_at_subsidiary))
  }
  if (state === 'EXPIRED') return past(voucherText.expired(toBrazilianDate(expires_at!)))
  if (expires_at === null) return past(voucherText.validAlways)
  // This device's clock may be ahead of the server's, which decides.
  const daysLeft = Math.max(0, daysBetween(today, expires_at))
  const lastDay = voucherText.validUntil(toBrazilianDate(expires_at))
  return daysLeft > nearDays ? past(lastDay) : { line: voucherText.validFor(daysLeft), lastDay }
}

export const stateTone = {
  TO_WITHDRAW: 'success',
  WITHDRAWN: 'plain',
  EXPIRED: 'danger',
  CANCELLED: 'plain',
} as const satisfies Record<Voucher['state'], string>
