import type { Notification } from '#contract/notification.ts'

/** A line of the bell: the first of its notifications, and their number. */
export type Line = { notification: Notification; count: number }

/**
 * Vouchers of one prize are one line if one event announced them all, such as a redemption of three. Their sentences would be
 * the same.
 */
export function grouped(notifications: Notification[]): Line[] {
  const lines = new Map<string, Line>()
  for (const notification of notifications) {
    const key = keyOf(notification)
    const line = lines.get(key)
    if (line) line.count += 1
    else lines.set(key, { notification, count: 1 })
  }
  return [...lines.values()]
}

function keyOf({ id, type, created_at, data }: Notification): string {
  if (type !== 'voucher_issued' && type !== 'voucher_expiring') return id
  return JSON.stringify([type, created_at, data.prize_name, data.expires_at])
}
