/**
 * An example of each call of a till, with its answer: Marina buys for R$ 45,90 and pays R$ 4,00 of it with points. The OpenAPI
 * document shows them, and the collection for Bruno sends them.
 */

import type {
  EndpointKey,
  Endpoints,
  RequestOf,
  ResponseOf,
} from '#contract/endpoints/endpoints.ts'

import { recordExample, returnExample } from './record-examples.ts'
import { voucherExample } from './voucher-example.ts'

export type PartnerKey = {
  [Key in EndpointKey]: Endpoints[Key]['caller'] extends 'partner' ? Key : never
}[EndpointKey]

export type Example = {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: object
  /** Absent: the answer is 204. */
  answer?: unknown
}

const customer = { document: '52998224725' }
const subsidiary_name = 'Aurora Pinheiros'
const intention_id = '019a9f4e-9a10-7b21-8c32-4d5e6f708192'

const sale = {
  customer,
  purchase_value: 4590,
  points_value: 400,
  external_id: 'sale-1001',
  subsidiary_name,
}

const held: ResponseOf<'POST /partner/points/intention'> = {
  id: intention_id,
  status: 'PENDING',
  subsidiary_name,
  purchase_value: 4590,
  points_amount: 80,
  points_value: 400,
  balance: { amount_balance: 300, value_balance: 1500 },
  balance_after: { amount_balance: 220, value_balance: 1100 },
  captured: null,
  created_at: '2026-11-20T15:00:00.000Z',
  expires_at: '2026-11-20T15:10:00.000Z',
  external_id: 'sale-1001-points',
}

type Shown<Key extends EndpointKey> = RequestOf<Key> &
  (Endpoints[Key]['response'] extends null ? object : { answer: ResponseOf<Key> })

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
    answer: held,
  },
  'GET /partner/points/intention/{id}': {
    params: { id: intention_id },
    answer: { ...held, status: 'AUTHORIZED' },
  },
  'POST /partner/points/intention/{id}/capture': {
    params: { id: intention_id },
    body: { code: '482913' },
    answer: {
      ...held,
      status: 'CAPTURED',
      captured: {
        record_id: '019a9f4e-9b11-7c22-8d33-5e6f70819203',
        points_amount: 80,
        points_value: 400,
      },
    },
  },
  'POST /partner/points/generate': { body: sale, answer: recordExample },
  'POST /partner/points/{id}/reverse': {
    params: { id: recordExample.id },
    body: { returned_value: 1500, external_id: 'return-77' },
    answer: returnExample,
  },
  'DELETE /partner/points/intention/{id}': { params: { id: intention_id } },
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
    body: { code: 'Y2FydGFvLWNsdWJlLWRlLWFzc2luYXR1cmEtMjAyNiE' },
    answer: {
      id: recordExample.customer_id,
      name: 'Marina Duarte',
      document: '52998224725',
      email: 'marina@example.com',
      phone: '11987654321',
    },
  },
  'POST /partner/sandbox/customer': {
    body: { ...customer, name: 'Marina Duarte' },
    answer: {
      customer_id: recordExample.customer_id,
      company_id: '019a9f4e-7c1d-8e2f-8a3b-4c5d6e7f8091',
      token: 'c2Vzc2FvLWRlLXVtLWNsaWVudGUtZGUtdGVzdGUtMDE',
    },
  },
  'POST /partner/sandbox/clock': {
    body: { now: '2026-12-20T15:00:00Z' },
    answer: { now: '2026-12-20T15:00:00.000Z' },
  },
} as const satisfies { [Key in PartnerKey]: Shown<Key> }
