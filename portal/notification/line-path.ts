import { pathTo } from '#portal/path/paths.ts'

import type { Line } from './grouped.ts'

/** The screen that a line of the bell leads to: what the person can do about it, or else where it is told in full. */
export function linePath({ notification, count }: Line): string {
  switch (notification.type) {
    case 'points_expiring':
      return pathTo('prizes')
    case 'voucher_issued':
    case 'voucher_expiring': {
      // The line of several vouchers leads to their list.
      const voucher = count === 1 ? notification.data.voucher_id : undefined
      return pathTo('prizes', {}, { tab: 'to_withdraw', voucher })
    }
    case 'level_changed':
      return pathTo('levels')
    default:
      return pathTo('history')
  }
}
