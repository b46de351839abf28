/** The data of the first screen (R7.2), in one answer. */

import * as z from 'zod/mini'

import { Centavos, Points } from '#contract/value/money.ts'

import { Customer } from './customer.ts'
import { CustomerLevels } from './level.ts'
import { maxUnreadCount } from './notification.ts'
import { ExpiringPoints, PointsEntry } from './points.ts'
import { Prize } from './prize.ts'
import { Promotion } from './promotion.ts'
import { Voucher } from './voucher.ts'

/** Maximum history entries, vouchers and expiry days on the first screen. */
export const dashboardEntries = 5
export const dashboardDays = 8
export const dashboardVouchers = 3
/** Maximum prizes on each side of the balance, and maximum promotions, on the first screen. */
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
  /** The next pending points that become spendable, and the local day on which they do; null: no pending points (D4). */
  next_available: z.nullable(
    z.object({ points_amount: Points, points_value: Centavos, available_at: z.iso.date() }),
  ),
  /**
   * Prizes in stock whose price is near the balance. First the prizes that the customer can redeem, most expensive first. Then
   * the prizes that lack only points or a confirmed contact, cheapest first.
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
  /** Active promotions that a click on a banner activates (BANNER_CLICK), earliest end first. */
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
  /** The newest earning of a purchase. */
  last_purchase: z.nullable(PointsEntry),
  /** The newest vouchers, and the number of vouchers that can be withdrawn. */
  vouchers: z.array(Voucher),
  to_withdraw_count: z.int(),
  /** The number of unread notices, as on the bell. */
  unread_count: z.int().check(z.minimum(0), z.maximum(maxUnreadCount)),
})
export type Dashboard = z.infer<typeof Dashboard>
