/** The counter of the console (D15). */

import type { Context } from '#api/context/context.ts'
import type { Route } from '#api/http/route.ts'

import { counterPlace } from './place.ts'
import { returnRecord } from './return.ts'
import { counterCustomer, counterPreview, counterSale } from './sale.ts'
import { counterShift } from './shift.ts'
import { askForPoints, cancelRequest, captureSale, requestState } from './use.ts'
import { counterVoucher, handOver } from './voucher.ts'

export function counterRoutes(route: Route, context: Context): void {
  route('GET /admin/counter', ({ company_id, staff, now }) =>
    counterPlace(context.database, { ...staff, company_id }, now),
  )
  route('POST /admin/counter/customer', ({ body, ...call }) => counterCustomer(context, call, body))
  route('POST /admin/counter/preview', ({ body, ...call }) => counterPreview(context, call, body))
  route('POST /admin/counter/sale', ({ body, ...call }) => counterSale(context, call, body))
  route('POST /admin/counter/intention', ({ body, ...call }) => askForPoints(context, call, body))
  route('GET /admin/counter/intention/{id}', ({ params, query, ...call }) =>
    requestState(context, call, params.id, query.shop),
  )
  route('POST /admin/counter/intention/{id}/capture', ({ params, body, ...call }) =>
    captureSale(context, call, params.id, body),
  )
  route('POST /admin/counter/intention/{id}/cancel', ({ params, body, ...call }) =>
    cancelRequest(context, call, params.id, body.shop),
  )
  route('POST /admin/counter/record/{id}/return', ({ params, body, ...call }) =>
    returnRecord(context, call, params.id, body),
  )
  route('POST /admin/counter/voucher', ({ body, ...call }) => counterVoucher(context, call, body))
  route('POST /admin/counter/voucher/withdraw', ({ body, ...call }) =>
    handOver(context, call, body),
  )
  route('GET /admin/counter/shift', ({ query, ...call }) => counterShift(context, call, query))
}
