import { daysBetween, localDate, toBrazilianDate } from '#contract/date.ts'
import type { Voucher } from '#contract/voucher.ts'
import { voucher_text } from '#portal/text/voucher.ts'

/** From this many days on, the line counts the days, as a reminder. */
const near_days = 7

/** How long a voucher is valid, or its outcome, in the company's time zone (R9.3). */
export function validity(
  { state, expires_at, withdrawn_at, withdrawn_at_subsidiary }: Voucher,
  today: string,
  time_zone: string,
): { line: string; is_near: boolean } {
  const past = (line: string) => ({ line, is_near: false })
  if (state === 'CANCELLED') return past(voucher_text.cancelled)
  // A voucher in these states has its date: voucher_state in api/voucher/voucher.sql.
  if (state === 'WITHDRAWN') {
    const day = localDate(new Date(withdrawn_at!), time_zone)
    return past(voucher_text.withdrawn(toBrazilianDate(day), withdrawn_at_subsidiary))
  }
  if (state === 'EXPIRED') return past(voucher_text.expired(toBrazilianDate(expires_at!)))
  if (expires_at === null) return past(voucher_text.valid_always)
  // This device's clock may be ahead of the server's, which decides.
  const days_left = Math.max(0, daysBetween(today, expires_at))
  if (days_left > near_days) return past(voucher_text.valid_until(toBrazilianDate(expires_at)))
  return { line: voucher_text.valid_for(days_left), is_near: true }
}

export const stateTone = {
  TO_WITHDRAW: 'success',
  WITHDRAWN: 'plain',
  EXPIRED: 'danger',
  CANCELLED: 'plain',
} as const satisfies Record<Voucher['state'], string>
