/** Endpoints of the counter, in the console (D15). Each does what the call of a till does, and takes its errors from there. */

import * as z from 'zod/mini'

import {
  CapturedSale,
  CountedReturn,
  CountedSale,
  CounterCapture,
  CounterCustomer,
  CounterIntention,
  CounterLookUp,
  CounterPlace,
  CounterPreview,
  CounterPreviewCall,
  CounterReturn,
  CounterSale,
  CounterShift,
  CounterShiftDay,
  CounterShop,
  CounterVoucher,
  CounterWithdrawal,
} from '#contract/console/counter.ts'
import type { ErrorCode } from '#contract/error.ts'
import { TillIntention } from '#contract/intention.ts'
import { Uuid } from '#contract/value/uuid.ts'
import { Voucher, WithdrawnVoucher } from '#contract/voucher.ts'

import type { Endpoint } from './endpoint.ts'
import { intentionEndpoints } from './intention.ts'
import { partnerEndpoints } from './partner.ts'
import { pointsEndpoints } from './points.ts'
import { voucherEndpoints } from './voucher.ts'

/** The counter names the customer of a sale by id, document or phone, and captures all the held points. */
function except(errors: readonly ErrorCode[], impossible: ErrorCode): ErrorCode[] {
  return errors.filter((code) => code !== impossible)
}

const counter = { caller: 'staff', action: 'counter.use', shed: 'never' } as const
const Id = z.strictObject({ id: Uuid })

export const counterEndpoints = {
  'GET /admin/counter': {
    ...counter,
    summary: 'As lojas em que a pessoa trabalha no caixa, e as regras de hoje',
    shed: 'list',
    response: CounterPlace,
    errors: [],
  },
  'POST /admin/counter/customer': {
    ...counter,
    summary: 'Um cliente por CPF, CNPJ, celular ou código, com os dados mascarados',
    isRead: true,
    body: CounterLookUp,
    response: CounterCustomer,
    errors: [...partnerEndpoints['GET /partner/customer'].errors, 'unknown_subsidiary'],
  },
  'POST /admin/counter/preview': {
    ...counter,
    summary: 'Quanto uma venda renderia, quantos pontos o cliente pode usar e quanto falta pagar',
    isRead: true,
    body: CounterPreviewCall,
    response: CounterPreview,
    errors: [
      ...except(pointsEndpoints['POST /partner/points/simulate'].errors, 'expired_code'),
      'customer_blocked',
      'contact_unconfirmed',
      'points_exceed_purchase',
      'insufficient_balance',
      // As a till, a counter gets nothing from a company that is closed.
      'company_unavailable',
    ],
  },
  'POST /admin/counter/sale': {
    ...counter,
    summary: 'Registrar uma venda; o mesmo `external_id` outra vez recebe a primeira resposta',
    repeatable: true,
    body: CounterSale,
    response: CountedSale,
    status: 201,
    errors: except(pointsEndpoints['POST /partner/points/generate'].errors, 'expired_code'),
  },
  'POST /admin/counter/intention': {
    ...counter,
    summary: 'Pedir ao cliente para usar pontos, que ficam reservados a partir de agora',
    repeatable: true,
    body: CounterIntention,
    response: TillIntention,
    status: 201,
    errors: except(intentionEndpoints['POST /partner/points/intention'].errors, 'expired_code'),
  },
  'GET /admin/counter/intention/{id}': {
    ...counter,
    summary: 'O que o cliente respondeu',
    params: Id,
    query: CounterShop,
    response: TillIntention,
    errors: ['not_found', 'unknown_subsidiary'],
  },
  'POST /admin/counter/intention/{id}/capture': {
    ...counter,
    summary:
      'Usar os pontos reservados, com o código do cliente ou depois do sim dele, e registrar a venda: os dois ou nada',
    repeatable: true,
    params: Id,
    body: CounterCapture,
    response: CapturedSale,
    status: 201,
    errors: [
      ...except(
        intentionEndpoints['POST /partner/points/intention/{id}/capture'].errors,
        'capture_exceeds_hold',
      ),
      'unknown_subsidiary',
      'unknown_calculation_rule',
      'inactive_calculation_rule',
      'daily_limit_reached',
    ],
  },
  'POST /admin/counter/intention/{id}/cancel': {
    ...counter,
    summary: 'Desistir: os pontos ficam livres na hora',
    params: Id,
    body: CounterShop,
    response: null,
    errors: ['not_found', 'intention_over', 'unknown_subsidiary'],
  },
  'POST /admin/counter/record/{id}/return': {
    ...counter,
    summary: 'Devolver uma venda deste caixa, inteira ou em parte, ou desfazer um uso de pontos',
    repeatable: true,
    params: Id,
    body: CounterReturn,
    response: CountedReturn,
    status: 201,
    errors: [...pointsEndpoints['POST /partner/points/{id}/reverse'].errors, 'unknown_subsidiary'],
  },
  'POST /admin/counter/voucher': {
    ...counter,
    summary: 'O que um voucher vale e em que estado está',
    isRead: true,
    body: CounterVoucher,
    response: Voucher,
    errors: [...voucherEndpoints['GET /partner/voucher/{code}'].errors, 'unknown_subsidiary'],
  },
  'POST /admin/counter/voucher/withdraw': {
    ...counter,
    summary: 'Entregar o prêmio, uma única vez',
    repeatable: true,
    body: CounterWithdrawal,
    response: WithdrawnVoucher,
    errors: voucherEndpoints['POST /partner/voucher/{code}/withdraw'].errors,
  },
  'GET /admin/counter/shift': {
    ...counter,
    summary: 'As somas de um dia de uma loja, e os movimentos da própria pessoa',
    shed: 'list',
    query: CounterShiftDay,
    response: CounterShift,
    errors: ['unknown_subsidiary'],
  },
} as const satisfies Record<string, Endpoint>
