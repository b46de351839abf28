/** The customer desk of the console (D15). */

import type { Context } from '#api/context/context.ts'
import type { Route } from '#api/http/route.ts'

import { adjustmentTerms, adjustPoints, undoAdjustment } from './adjust.ts'
import { approveAdjustment, askAdjustment, endAdjustmentRequest } from './adjustment-request.ts'
import { blockCustomer, unblockCustomer } from './block.ts'
import { correctCustomer } from './correct.ts'
import { customerHistory, customerRecord } from './record.ts'
import { cancelVoucherOf, reverseRecord } from './reverse.ts'
import { searchCustomers } from './search.ts'
import { waitingRequests } from './stored-adjustment-request.ts'
import { viewData } from './view.ts'

export function deskRoutes(route: Route, context: Context): void {
  const { database } = context
  route('POST /admin/customer/search', ({ company_id, body }) =>
    searchCustomers(database, company_id, body),
  )
  route('GET /admin/customer/{id}', ({ company_id, params: { id: customer_id }, now }) =>
    customerRecord(database, { company_id, customer_id, now }),
  )
  route('GET /admin/customer/{id}/points', ({ company_id, params, query, now }) =>
    customerHistory(database, { company_id, customer_id: params.id, now }, query),
  )
  route('POST /admin/customer/{id}/data', ({ params, body, ...call }) =>
    viewData(database, call, { customer_id: params.id, reason: body.reason }),
  )
  route('GET /admin/adjustment', ({ company_id }) => adjustmentTerms(database, company_id))
  route('POST /admin/customer/{id}/adjustment', ({ params, body, ...call }) =>
    adjustPoints(database, call, { customer_id: params.id, ...body }),
  )
  route('POST /admin/adjustment/{id}/undo', ({ params, ...call }) =>
    undoAdjustment(database, call, params.id),
  )
  route('POST /admin/customer/{id}/adjustment-request', ({ params, body, ...call }) =>
    askAdjustment(database, call, { customer_id: params.id, ...body }),
  )
  route('GET /admin/adjustment-request', async ({ company_id, now }) => ({
    requests: await waitingRequests(database, company_id, now),
  }))
  route('POST /admin/adjustment-request/{id}/approve', ({ params, ...call }) =>
    approveAdjustment(database, call, params.id),
  )
  route('DELETE /admin/adjustment-request/{id}', ({ params, ...call }) =>
    endAdjustmentRequest(database, call, params.id),
  )
  route('POST /admin/customer/{id}/block', ({ params, body, ...call }) =>
    blockCustomer(database, call, { customer_id: params.id, ...body }),
  )
  route('DELETE /admin/customer/{id}/block', ({ params, ...call }) =>
    unblockCustomer(database, call, params.id),
  )
  route('POST /admin/customer/{id}/correction', ({ params, body, ...call }) =>
    correctCustomer(context, call, { customer_id: params.id, ...body }),
  )
  route('POST /admin/points/{id}/reverse', ({ params, body, ...call }) =>
    reverseRecord(database, call, { record_id: params.id, ...body }),
  )
  route('POST /admin/voucher/{id}/cancel', ({ params, body, ...call }) =>
    cancelVoucherOf(database, call, { voucher_id: params.id, ...body }),
  )
}
