import type { Context } from '#api/context/context.ts'
import type { Route } from '#api/http/route.ts'
import { voucherCodes } from '#api/voucher/code/sealed-code.ts'

import { dashboard } from './dashboard.ts'

export function dashboardRoutes(route: Route, { database, secret }: Context): void {
  const codes = voucherCodes(secret)
  route('GET /customer/dashboard', (caller) => dashboard(database, codes, caller))
}
