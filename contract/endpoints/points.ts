/** Balance, history and statement for the customer; sales and returns for the till (R7, D3, D4, D13). */

import * as z from 'zod/mini'

import { Balance } from '#contract/customer.ts'
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
} from '#contract/points.ts'
import { StatementFile, StatementFormat, StatementPeriod } from '#contract/statement/statement.ts'
import { ShortList } from '#contract/value/page.ts'
import { Uuid } from '#contract/value/uuid.ts'

import type { Endpoint } from './endpoint.ts'

export const pointsEndpoints = {
  'GET /customer/balance': {
    // R7.1
    summary: 'O que pode ser usado agora',
    caller: 'customer',
    shed: 'poll',
    response: Balance,
    errors: [],
  },
  'GET /points': {
    // R7.3
    summary:
      'O histórico, do mais novo para o mais antigo; a página seguinte está em `Link: rel="next"`',
    caller: 'customer',
    shed: 'list',
    query: PointsPage,
    response: z.array(PointsEntry),
    errors: [],
  },
  'GET /points/expiring': {
    summary: 'Tudo o que vence, dia a dia, o próximo primeiro; os pontos pendentes também',
    caller: 'customer',
    shed: 'list',
    query: ShortList,
    response: z.array(ExpiringPoints),
    errors: [],
  },
  'GET /points/statement': {
    summary:
      'O saldo ao fim de um dia: no passado, pelos lançamentos; no futuro, com o que vence e o que fica disponível até lá',
    caller: 'customer',
    shed: 'list',
    query: StatementDay,
    response: Statement,
    errors: ['too_many_requests'],
  },
  'GET /points/statement/{format}': {
    // R7.3
    summary:
      'Um arquivo com o que aconteceu em um período de até 366 dias: CSV (UTF-8 com BOM, ponto e vírgula), do mais antigo para o mais novo, ou PDF, do mais novo para o mais antigo',
    caller: 'customer',
    shed: 'list',
    params: StatementFormat,
    query: StatementPeriod,
    response: StatementFile,
    errors: ['too_many_requests'],
  },
  'GET /partner/calculation-rule': {
    // D13
    summary:
      'As regras pelas quais uma compra rende, na ordem da empresa: o que `calculation_rule_id` pode dizer',
    caller: 'partner',
    shed: 'list',
    scope: 'points',
    query: ShortList,
    response: z.array(CalculationRule),
    errors: [],
  },
  'POST /partner/points/generate': {
    // D3
    summary:
      'Dar os pontos de uma compra; o mesmo `external_id` outra vez recebe a primeira resposta',
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
      'Quanto uma compra renderia. Nada muda; um celular, email ou código que ninguém tem conta como consulta',
    caller: 'partner',
    shed: 'never',
    scope: 'points',
    repeatable: true,
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
    // D4
    summary:
      'Devolver uma compra, inteira ou em parte, ou desfazer um uso de pontos; o mesmo `external_id` outra vez recebe a primeira resposta',
    caller: 'partner',
    shed: 'never',
    scope: 'points',
    idempotent: true,
    params: z.strictObject({ id: Uuid }),
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
