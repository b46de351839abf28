import type { Context } from '#api/context/context.ts'
import type { Route } from '#api/http/route.ts'
import { passMediaType } from '#contract/wallet.ts'

import { passOfLink, walletLink } from './wallet.ts'

export function walletRoutes(route: Route, context: Context): void {
  route('GET /wallet/{wallet}/member', ({ params: { wallet }, company_id, customer_id, ...call }) =>
    walletLink(context, { wallet, company_id, customer_id, voucher_id: null }, call),
  )
  route(
    'GET /wallet/{wallet}/voucher/{id}',
    ({ params: { wallet, id }, company_id, customer_id, ...call }) =>
      walletLink(context, { wallet, company_id, customer_id, voucher_id: id }, call),
  )
  route('GET /wallet/pass/{company_id}/{token}', ({ params, header, ...call }) => {
    header('content-type', passMediaType)
    header('content-disposition', 'attachment; filename="cartao.pkpass"')
    return passOfLink(context, params, call)
  })
}
