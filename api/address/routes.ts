import type { Route } from '#api/http/route.ts'

import { addressFinder, type Needs } from './address.ts'

export function addressRoutes(route: Route, context: Needs): void {
  const findAddress = addressFinder(context)
  route('GET /address/{postal_code}', ({ params, company_id, address, now }) =>
    findAddress({ company_id, postal_code: params.postal_code, callerAddress: address, now }),
  )
}
