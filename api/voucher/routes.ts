import type { Context } from '#api/context/context.ts'
import { ApiError } from '#api/http/api-error.ts'
import type { Route } from '#api/http/route.ts'

import { voucherCodes } from './code/sealed-code.ts'
import { redeem } from './redeem.ts'
import { cancelVoucher, guessGuard, voucherByCode, withdrawVoucher } from './till.ts'
import { voucher, voucherCount, vouchers } from './vouchers.ts'

export function voucherRoutes(route: Route, context: Context): void {
  const { database, secret, io } = context
  const codes = voucherCodes(secret, io?.random)

  route.withCredential('POST /voucher/generate', ({ body, ...call }) =>
    redeem(context, codes, { ...call, purchase: body }),
  )
  route('GET /voucher', async ({ query, header, ...caller }) => {
    const found = await vouchers(database, codes, caller, query)
    header('x-total-count', String(found.total))
    return found.vouchers
  })
  route('GET /voucher/count', (caller) => voucherCount(database, caller))
  route('GET /voucher/{id}', async ({ params, ...caller }) => {
    const found = await voucher(database, codes, caller, params.id)
    if (!found) throw new ApiError('not_found')
    return found
  })

  const guard = guessGuard(database)
  route(
    'GET /partner/voucher/{code}',
    ({ params, ...caller }) => voucherByCode(database, codes, { ...caller, code: params.code }),
    guard,
  )
  route(
    'POST /partner/voucher/{code}/withdraw',
    ({ params, body, ...call }) =>
      withdrawVoucher(context, codes, { ...call, code: params.code }, body.subsidiary_name),
    guard,
  )
  route(
    'POST /partner/voucher/{code}/cancel',
    ({ params, ...call }) => cancelVoucher(context, codes, { ...call, code: params.code }),
    guard,
  )
}
