/** The data of the first screen (R7.2), in one answer. */

import * as z from 'zod/mini'

import { Customer } from './customer.ts'
import { CustomerLevels } from './level.ts'
import { Centavos, Points } from './money.ts'
import { maxUnreadCount } from './notification.ts'
import { ExpiringPoints, PointsEntry } from './points.ts'
import { Prize } from './prize.ts'
import { Promotion } from './promotion.ts'
import { Voucher } from './voucher.ts'

/** Lines of the history and vouchers that the first screen has room for, and all days of the schedule within a week. */
export const dashboardEntries = 5
export const dashboardDays = 8
export const dashboardVouchers = 3
/** Prizes that are looked at on each side of the balance, and promotions, that the first screen has room for. */
export const dashboardPrizes = 6
export const dashboardPromotions = 3

/** GET /customer/dashboard. */
export const Dashboard = z.object({
  balance: Customer.shape.balance,
  ...CustomerLevels.shape,
  /** Expiring points, without pending ones: their sum, the number of days on which they expire, and the next days. */
  expiring: z.object({
    points_amount: Points,
    points_value: Centavos,
    day_count: z.int(),
    days: z.array(ExpiringPoints),
  }),
  /** The pending points that become free next, and the local day of it; null: none are pending (D4). */
  next_available: z.nullable(
    z.object({ points_amount: Points, points_value: Centavos, available_at: z.iso.date() }),
  ),
  /**
   * Prizes in stock around the balance: those that the customer may redeem, the dearest first, then those that lack nothing
   * but points and a confirmed contact, the cheapest first.
   */
  prizes: z.array(
    z.pick(Prize, {
      id: true,
      name: true,
      photo_url: true,
      value: true,
      favorite: true,
      redeemable: true,
      missing: true,
    }),
  ),
  /** Promotions of today that a press activates (BANNER_CLICK); the one that ends first leads. */
  promotions: z.array(
    z.pick(Promotion, {
      code: true,
      name: true,
      ends_at: true,
      points_amount: true,
      points_value: true,
      activatable: true,
      reason: true,
    }),
  ),
  /** The newest lines of the history. */
  entries: z.array(PointsEntry),
  /** The newest that a till made points for. */
  last_purchase: z.nullable(PointsEntry),
  /** The newest vouchers, and how many wait to be withdrawn. */
  vouchers: z.array(Voucher),
  to_withdraw_count: z.int(),
  /** As the bell counts them. */
  unread_count: z.int().check(z.minimum(0), z.maximum(maxUnreadCount)),
})
export type Dashboard = z.infer<typeof Dashboard>
