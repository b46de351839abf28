/** Balance, history and statement for the customer; sales and returns for the till (R7, D3, D4, D13). */

import * as z from 'zod/mini'

import { Balance } from './customer.ts'
import type { Endpoint } from './endpoint.ts'
import {
  CalculationRule,
  ExpiringPoints,
  GeneratedPoints,
  PointsEntry,
  PointsGeneration,
  PointsPage,
  PointsReversal,
  ReversedPoints,
  SimulatedPoints,
  Statement,
  StatementDay,
} from './points.ts'
import { StatementFile, StatementFormat, StatementPeriod } from './statement.ts'

export const pointsEndpoints = {
  'GET /customer/balance': {
    summary: 'What can be spent now (R7.1)',
    caller: 'customer',
    shed: 'poll',
    response: Balance,
    errors: [],
  },
  'GET /points': {
    summary: 'The history, newest first; the next page is in `Link: rel="next"` (R7.3)',
    caller: 'customer',
    shed: 'list',
    query: PointsPage,
    response: z.array(PointsEntry),
    errors: [],
  },
  'GET /points/expiring': {
    summary: 'The whole schedule of what expires, the next day first; pending points among it',
    caller: 'customer',
    shed: 'list',
    response: z.array(ExpiringPoints),
    errors: [],
  },
  'GET /points/statement': {
    summary:
      'The balance at the end of a day: of the past, from the records; of the future, with what expires and matures until then',
    caller: 'customer',
    shed: 'list',
    query: StatementDay,
    response: Statement,
    errors: ['too_many_requests'],
  },
  'GET /points/statement/{format}': {
    summary:
      'A file of what happened in a period of at most 366 days, oldest first: CSV (UTF-8 with BOM, semicolons) or PDF (R7.3)',
    caller: 'customer',
    shed: 'list',
    params: StatementFormat,
    query: StatementPeriod,
    response: StatementFile,
    errors: ['too_many_requests'],
  },
  'GET /partner/calculation-rule': {
    summary:
      'The rules by which purchases earn, in their order: what calculation_rule_id may name (D13)',
    caller: 'partner',
    shed: 'list',
    scope: 'points',
    response: z.array(CalculationRule),
    errors: [],
  },
  'POST /partner/points/generate': {
    summary: 'Give points for a purchase; the same external_id again gets the first answer (D3)',
    caller: 'partner',
    shed: 'never',
    scope: 'points',
    idempotent: true,
    body: PointsGeneration,
    response: GeneratedPoints,
    status: 201,
    errors: [
      'customer_not_found',
      'expired_code',
      'unknown_subsidiary',
      'unknown_calculation_rule',
      'inactive_calculation_rule',
      'daily_limit_reached',
      'idempotency_mismatch',
      'too_many_requests',
    ],
  },
  'POST /partner/points/simulate': {
    summary:
      'What a purchase would earn; changes nothing, but that a phone, email or code that nobody has counts as a look-up',
    caller: 'partner',
    shed: 'never',
    scope: 'points',
    body: PointsGeneration,
    response: SimulatedPoints,
    errors: [
      'customer_not_found',
      'expired_code',
      'unknown_subsidiary',
      'unknown_calculation_rule',
      'inactive_calculation_rule',
      'too_many_requests',
    ],
  },
  'POST /partner/points/{id}/reverse': {
    summary:
      'A purchase comes back, in whole or in part, or a use of points is undone; the same external_id again gets the first answer (D4)',
    caller: 'partner',
    shed: 'never',
    scope: 'points',
    idempotent: true,
    params: z.strictObject({ id: z.uuid() }),
    body: PointsReversal,
    response: ReversedPoints,
    status: 201,
    errors: [
      'not_found',
      'already_reversed',
      'return_exceeds_purchase',
      'consumption_is_whole',
      'idempotency_mismatch',
    ],
  },
} as const satisfies Record<string, Endpoint>
