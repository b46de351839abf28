import type { Context } from '#api/context/context.ts'
import type { Route } from '#api/http/route.ts'

import { addressFinder } from './address.ts'

export function addressRoutes(route: Route, context: Context): void {
  const findAddress = addressFinder(context)
  route('GET /address/{postal_code}', ({ params, company_id, address, now }) =>
    findAddress({ company_id, postal_code: params.postal_code, caller_address: address, now }),
  )
}
