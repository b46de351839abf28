/**
 * An example of each call of a till, with its answer: Marina buys for R$ 45,90 and pays R$ 4,00 of it with points. The OpenAPI
 * document shows them, and the collection for Bruno sends them.
 */

import type { EndpointKey, Endpoints } from '#contract/endpoints/endpoints.ts'

import type { ExampleOf } from './example.ts'
import { capturedExample, customerCodeExample, intentionExample } from './intention-example.ts'
import { recordExample, returnExample } from './record-examples.ts'
import { clubCodeExample, sessionExample } from './session-example.ts'
import { voucherExample } from './voucher-example.ts'

export type PartnerKey = {
  [Key in EndpointKey]: Endpoints[Key]['caller'] extends 'partner' ? Key : never
}[EndpointKey]

const customer = { document: '52998224725' }
const subsidiary_name = 'Aurora Pinheiros'

const sale = {
  customer,
  purchase_value: 4590,
  points_value: 400,
  external_id: 'sale-1001',
  subsidiary_name,
}

/** In the order of a day. */
export const examples = {
  'GET /partner/customer': {
    query: customer,
    answer: {
      id: recordExample.customer_id,
      name: 'Marina D.',
      document: '52998224725',
      balance: { amount_balance: 300, value_balance: 1500 },
      can_spend: true,
      level: { name: 'Grão' },
    },
  },
  'GET /partner/calculation-rule': {
    query: {},
    answer: [
      {
        id: recordExample.calculation_rule_id!,
        key: 'compra',
        name: 'Compra na loja',
        valid_from: null,
        valid_to: null,
      },
    ],
  },
  'POST /partner/points/simulate': {
    body: sale,
    answer: {
      points_amount: recordExample.points_amount,
      points_value: recordExample.points_value,
      points_percentage: null,
      calculation_rule_id: recordExample.calculation_rule_id!,
      calculation: recordExample.calculation!,
      available_at: null,
      expires_at: recordExample.expires_at,
    },
  },
  'POST /partner/points/intention': {
    body: {
      customer,
      purchase_value: 4590,
      points_amount: 80,
      external_id: 'sale-1001-points',
      subsidiary_name,
    },
    answer: intentionExample,
  },
  'GET /partner/points/intention/{id}': {
    params: { id: intentionExample.id },
    answer: { ...intentionExample, status: 'AUTHORIZED' },
  },
  'POST /partner/points/intention/{id}/capture': {
    params: { id: intentionExample.id },
    body: { code: customerCodeExample },
    answer: capturedExample,
  },
  'POST /partner/points/generate': { body: sale, answer: recordExample },
  'POST /partner/points/{id}/reverse': {
    params: { id: recordExample.id },
    body: { returned_value: 1500, external_id: 'return-77' },
    answer: returnExample,
  },
  'DELETE /partner/points/intention/{id}': { params: { id: intentionExample.id } },
  'GET /partner/voucher/{code}': {
    params: { code: voucherExample.code },
    answer: voucherExample,
  },
  'POST /partner/voucher/{code}/withdraw': {
    params: { code: voucherExample.code },
    body: { subsidiary_name },
    answer: {
      ...voucherExample,
      state: 'WITHDRAWN',
      withdrawn_at: '2026-11-20T15:05:00.000Z',
      withdrawn_at_subsidiary: subsidiary_name,
    },
  },
  'POST /partner/voucher/{code}/cancel': {
    params: { code: voucherExample.code },
    answer: { ...voucherExample, state: 'CANCELLED' },
  },
  'POST /partner/integration-token': {
    body: { code: clubCodeExample },
    answer: {
      id: recordExample.customer_id,
      name: 'Marina Duarte',
      document: '52998224725',
      email: 'marina@example.com',
      phone: '+5511987654321',
    },
  },
  'POST /partner/sandbox/customer': {
    body: { ...customer, name: 'Marina Duarte' },
    answer: sessionExample,
  },
  'POST /partner/sandbox/clock': {
    body: { now: '2026-12-20T15:00:00Z' },
    answer: { now: '2026-12-20T15:00:00.000Z' },
  },
} as const satisfies { [Key in PartnerKey]: ExampleOf<Key> }
