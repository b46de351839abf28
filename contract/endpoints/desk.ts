/** Endpoints of the customer desk, in the console (D15). */

import * as z from 'zod/mini'

import { CustomerBlocking } from '#contract/console/block.ts'
import { CustomerCorrection } from '#contract/console/correction.ts'
import {
  AdjustedPoints,
  Adjustment,
  AdjustmentTerms,
  CustomerDetails,
  CustomerHistory,
  CustomerHistoryPage,
  CustomerRecord,
  CustomerSearch,
  DataView,
  FoundCustomers,
  MadeAdjustment,
} from '#contract/console/desk.ts'
import { MadeReversal, Reversal, VoucherCancelling } from '#contract/console/reversal.ts'
import { reasonsNotToTake } from '#contract/voucher.ts'

import type { Endpoint } from './endpoint.ts'

const CustomerId = z.strictObject({ id: z.uuid() })

export const deskEndpoints = {
  'POST /admin/customer/search': {
    summary: 'Procurar clientes por CPF, CNPJ, celular, email ou nome; os dados vêm mascarados',
    caller: 'staff',
    action: 'customer.read',
    isRead: true,
    shed: 'list',
    body: CustomerSearch,
    response: FoundCustomers,
    errors: [],
  },
  'GET /admin/customer/{id}': {
    summary: 'A ficha de um cliente, com os dados mascarados',
    caller: 'staff',
    action: 'customer.read',
    shed: 'list',
    params: CustomerId,
    response: CustomerRecord,
    errors: ['not_found'],
  },
  'GET /admin/customer/{id}/points': {
    summary: 'Os movimentos de um cliente, do mais novo para o mais antigo',
    caller: 'staff',
    action: 'customer.read',
    shed: 'list',
    params: CustomerId,
    query: CustomerHistoryPage,
    response: CustomerHistory,
    errors: ['not_found'],
  },
  'POST /admin/customer/{id}/data': {
    summary: 'Mostrar os dados de um cliente por inteiro, com um motivo que vai para a auditoria',
    caller: 'staff',
    action: 'customer.read',
    shed: 'login',
    params: CustomerId,
    body: DataView,
    response: CustomerDetails,
    errors: ['not_found'],
  },
  'GET /admin/adjustment': {
    summary: 'Os motivos da empresa para ajustar um saldo, e até quantos pontos',
    caller: 'staff',
    action: 'customer.adjust',
    shed: 'list',
    response: AdjustmentTerms,
    errors: [],
  },
  'POST /admin/customer/{id}/adjustment': {
    summary: 'Dar ou retirar pontos de um cliente, com um motivo da empresa',
    caller: 'staff',
    action: 'customer.adjust',
    shed: 'never',
    params: CustomerId,
    body: Adjustment,
    response: MadeAdjustment,
    status: 201,
    errors: [
      'not_found',
      'insufficient_balance',
      'idempotency_mismatch',
      'adjustment_above_limit',
      'customer_merged',
      'fresh_factor_required',
    ],
  },
  'POST /admin/adjustment/{id}/undo': {
    summary: 'Desfazer um ajuste, enquanto os pontos dados não foram usados',
    caller: 'staff',
    action: 'customer.adjust',
    shed: 'never',
    params: CustomerId,
    response: AdjustedPoints,
    status: 201,
    errors: [
      'not_found',
      'adjustment_used',
      'adjustment_above_limit',
      'customer_merged',
      'fresh_factor_required',
    ],
  },
  'POST /admin/customer/{id}/block': {
    summary: 'Bloquear um cliente: as sessões terminam, entrar e usar pontos são recusados',
    caller: 'staff',
    action: 'customer.block',
    shed: 'login',
    params: CustomerId,
    body: CustomerBlocking,
    response: null,
    errors: ['not_found', 'customer_merged'],
  },
  'DELETE /admin/customer/{id}/block': {
    summary: 'Desbloquear um cliente',
    caller: 'staff',
    action: 'customer.block',
    shed: 'login',
    params: CustomerId,
    response: null,
    errors: ['not_found', 'customer_merged'],
  },
  'POST /admin/points/{id}/reverse': {
    summary:
      'Estornar uma compra, inteira ou em parte, ou desfazer um uso de pontos; repetir com a mesma `key` recebe a primeira resposta',
    caller: 'staff',
    action: 'customer.reverse',
    shed: 'never',
    params: CustomerId,
    body: Reversal,
    response: MadeReversal,
    status: 201,
    errors: [
      'not_found',
      'customer_merged',
      'already_reversed',
      'return_exceeds_purchase',
      'consumption_is_whole',
      'idempotency_mismatch',
    ],
  },
  'POST /admin/voucher/{id}/cancel': {
    summary: 'Cancelar um voucher ainda não retirado e devolver os pontos',
    caller: 'staff',
    action: 'customer.reverse',
    shed: 'never',
    params: CustomerId,
    body: VoucherCancelling,
    response: null,
    errors: ['not_found', 'customer_merged', ...reasonsNotToTake],
  },
  'POST /admin/customer/{id}/correction': {
    summary:
      'Corrigir nome, documento, email, celular ou nascimento de um cliente, com a prova que foi vista; um email ou celular novo encerra as sessões',
    caller: 'staff',
    action: 'customer.correct',
    shed: 'login',
    params: CustomerId,
    body: CustomerCorrection,
    response: null,
    errors: [
      'not_found',
      'customer_merged',
      'used_email',
      'used_phone',
      'used_document',
      'underage',
      'overage',
    ],
  },
} as const satisfies Record<string, Endpoint>
