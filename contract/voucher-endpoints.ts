/** Redemption, and what the till does with a voucher (R9, D3). */

import * as z from 'zod/mini'

import type { Endpoint } from './endpoint.ts'
import { reasonsNotToRedeem } from './prize.ts'
import {
  reasonsNotToTake,
  Voucher,
  VoucherCode,
  VoucherCount,
  VoucherPage,
  VoucherPurchase,
  VoucherWithdrawal,
  WithdrawnVoucher,
} from './voucher.ts'

export const voucherEndpoints = {
  'POST /voucher/generate': {
    summary: 'Redeem prizes: all that is asked, or nothing (R9.2)',
    caller: 'customer',
    shed: 'never',
    body: VoucherPurchase,
    response: z.array(Voucher),
    status: 201,
    idempotent: true,
    errors: ['forbidden', 'not_found', ...reasonsNotToRedeem],
  },
  'GET /voucher': {
    summary: 'The customer’s vouchers, newest first; how many in all is in `X-Total-Count` (R9.3)',
    caller: 'customer',
    shed: 'list',
    query: VoucherPage,
    response: z.array(Voucher),
    errors: [],
  },
  'GET /voucher/count': {
    summary: 'How many vouchers the customer has in each state (R9.3)',
    caller: 'customer',
    shed: 'list',
    response: VoucherCount,
    errors: [],
  },
  'GET /voucher/{id}': {
    summary: 'A voucher of the customer',
    caller: 'customer',
    shed: 'list',
    params: z.strictObject({ id: z.uuid() }),
    response: Voucher,
    errors: ['not_found'],
  },
  'GET /partner/voucher/{code}': {
    summary:
      'What a voucher is for and where it stands; its code in any case, with hyphens or without (D3)',
    caller: 'partner',
    shed: 'never',
    scope: 'vouchers',
    params: z.strictObject({ code: VoucherCode }),
    response: Voucher,
    errors: ['voucher_not_found', 'too_many_requests'],
  },
  'POST /partner/voucher/{code}/withdraw': {
    summary: 'The prize was handed over, once (D3)',
    caller: 'partner',
    shed: 'never',
    scope: 'vouchers',
    params: z.strictObject({ code: VoucherCode }),
    body: VoucherWithdrawal,
    response: WithdrawnVoucher,
    idempotent: true,
    errors: ['voucher_not_found', 'too_many_requests', 'unknown_subsidiary', ...reasonsNotToTake],
  },
  'POST /partner/voucher/{code}/cancel': {
    summary: 'Give the points of a voucher back that was not withdrawn (D3, D8)',
    caller: 'partner',
    shed: 'never',
    scope: 'vouchers',
    params: z.strictObject({ code: VoucherCode }),
    response: Voucher,
    idempotent: true,
    errors: ['voucher_not_found', 'too_many_requests', ...reasonsNotToTake],
  },
} as const satisfies Record<string, Endpoint>
