/** The data of the first screen (R7.2), in one answer. */

import * as z from 'zod/mini'

import { Customer } from './customer.ts'
import { CustomerLevels } from './level.ts'
import { Centavos, Points } from './money.ts'
import { maxUnreadCount } from './notification.ts'
import { ExpiringPoints, PointsEntry } from './points.ts'
import { Voucher } from './voucher.ts'

/** Lines of the history, days of the schedule, and vouchers that the first screen has room for. */
export const dashboardEntries = 5
export const dashboardDays = 3
export const dashboardVouchers = 3

/** GET /customer/dashboard. */
export const Dashboard = z.object({
  balance: Customer.shape.balance,
  ...CustomerLevels.shape,
  /** Expiring points: their sum, the number of days on which they expire, and the next day. */
  expiring: z.object({
    points_amount: Points,
    points_value: Centavos,
    day_count: z.int(),
    days: z.array(ExpiringPoints),
  }),
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
