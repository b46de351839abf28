/** Endpoints to redeem prizes, and for a till to withdraw or cancel a voucher (R9, D3). */

import * as z from 'zod/mini'

import { reasonsNotToRedeem } from '#contract/prize.ts'
import { Uuid } from '#contract/value/uuid.ts'
import {
  reasonsNotToTake,
  Voucher,
  VoucherCode,
  VoucherCount,
  VoucherPage,
  VoucherPurchase,
  VoucherWithdrawal,
  WithdrawnVoucher,
} from '#contract/voucher.ts'

import type { Endpoint } from './endpoint.ts'

export const voucherEndpoints = {
  'POST /voucher/generate': {
    // R9.2
    summary: 'Trocar pontos por prêmios: tudo o que foi pedido, ou nada',
    caller: 'customer',
    shed: 'never',
    body: VoucherPurchase,
    response: z.array(Voucher),
    status: 201,
    idempotent: true,
    errors: ['forbidden', 'not_found', 'price_changed', ...reasonsNotToRedeem],
  },
  'GET /voucher': {
    // R9.3
    summary:
      'Os vouchers do cliente, do mais novo para o mais antigo; o total está em `X-Total-Count`',
    caller: 'customer',
    shed: 'list',
    query: VoucherPage,
    response: z.array(Voucher),
    errors: [],
  },
  'GET /voucher/count': {
    // R9.3
    summary: 'Quantos vouchers o cliente tem em cada estado',
    caller: 'customer',
    shed: 'list',
    response: VoucherCount,
    errors: [],
  },
  'GET /voucher/{id}': {
    summary: 'Um voucher do cliente',
    caller: 'customer',
    shed: 'list',
    params: z.strictObject({ id: Uuid }),
    response: Voucher,
    errors: ['not_found'],
  },
  'GET /partner/voucher/{code}': {
    // D3
    summary:
      'O que um voucher vale e em que estado está; o código em maiúsculas ou minúsculas, com ou sem hífens',
    caller: 'partner',
    shed: 'never',
    scope: 'vouchers',
    params: z.strictObject({ code: VoucherCode }),
    response: Voucher,
    errors: ['voucher_not_found', 'too_many_requests'],
  },
  'POST /partner/voucher/{code}/withdraw': {
    // D3
    summary: 'Entregar o prêmio, uma única vez',
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
    // D3, D8
    summary: 'Cancelar um voucher ainda não retirado e devolver os pontos',
    caller: 'partner',
    shed: 'never',
    scope: 'vouchers',
    params: z.strictObject({ code: VoucherCode }),
    response: Voucher,
    idempotent: true,
    errors: ['voucher_not_found', 'too_many_requests', ...reasonsNotToTake],
  },
} as const satisfies Record<string, Endpoint>
