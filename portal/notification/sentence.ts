/** The text of a notification (D11) and of its time. */

import type { Notification } from '#contract/notification.ts'
import { daysBetween, localDate, localTime, toBrazilianDate } from '#contract/value/date.ts'
import type { Display } from '#contract/value/display.ts'
import { amountWords, expiredLine, expiryLine } from '#portal/points/amount.ts'
import { notificationText } from '#portal/text/notification.ts'

/**
 * `today` in the company's time zone. A deadline is counted from today, not from the notification's date. `count`: the vouchers
 * that the line stands for.
 */
export function sentenceOf(
  notification: Notification,
  display: Display,
  today: string,
  count: number = 1,
): string {
  const words = notificationText
  const amount = ({ points_amount, points_value }: Points) =>
    amountWords(points_amount, points_value, display)
  switch (notification.type) {
    case 'points_received':
      return words.points_received(amount(notification.data), notification.data.subsidiary_name)
    case 'promotion_credited':
      return words.promotion_credited(amount(notification.data), notification.data.promotion_name)
    case 'points_adjusted': {
      const { points_amount, points_value } = notification.data
      const say = points_amount < 0 ? words.points_taken : words.points_given
      return say(amountWords(Math.abs(points_amount), Math.abs(points_value), display))
    }
    case 'level_changed':
      return levelSentence(notification.data)
    case 'points_expiring':
      return pointsExpiring(
        notification.data,
        deadline(notification.data.expires_at, today),
        display,
      )
    case 'voucher_issued':
      return words.voucher_issued(notification.data.prize_name, count)
    case 'voucher_expiring':
      return words.voucher_expiring(
        notification.data.prize_name,
        deadline(notification.data.expires_at, today),
        count,
      )
    default:
      return words.intention_ended[notification.data.status](
        amount(notification.data),
        notification.data.subsidiary_name,
      )
  }
}

type Points = { points_amount: number; points_value: number }
type Expiring = Points & { expires_at: string }

function pointsExpiring(
  { points_amount, points_value }: Expiring,
  left: { days: number; date: string },
  display: Display,
): string {
  if (left.days < 0) return expiredLine(points_amount, points_value, left.date, display)
  const line = expiryLine(points_amount, points_value, left.days, display)
  return notificationText.points_expiring(line, left)
}

type LevelChange = Extract<Notification, { type: 'level_changed' }>['data']

function levelSentence({ level_name, previous_level_name, is_rise }: LevelChange): string {
  if (level_name === null) return notificationText.level_left(previous_level_name ?? '')
  if (!is_rise) return notificationText.level_fall(level_name)
  const { levelStart, levelRise } = notificationText
  return (previous_level_name === null ? levelStart : levelRise)(level_name)
}

/** The days left, and the date of the deadline. */
function deadline(last_day: string, today: string) {
  return { days: daysBetween(today, last_day), date: toBrazilianDate(last_day) }
}

/** Milliseconds in a minute. */
const minute_ms = 60_000

/** 'agora', minutes ago, today or yesterday with a time, or the date. */
export function whenOf(instant: string, now: Date, time_zone: string): string {
  const then = new Date(instant)
  const minutes = Math.floor((now.getTime() - then.getTime()) / minute_ms)
  if (minutes < 1) return notificationText.now
  if (minutes < 60) return notificationText.minutesAgo(minutes)
  const date = localDate(then, time_zone)
  const days = daysBetween(date, localDate(now, time_zone))
  if (days > 1) return toBrazilianDate(date)
  const word = days === 1 ? notificationText.yesterday : notificationText.today
  return word(localTime(then, time_zone))
}
