/** Marina's balance, her history, what expires, and her statement. */

import type { ExpiringPoints } from '#contract/points.ts'

import { entriesExample } from './points-entries.ts'
import type { PortalExamples } from './portal-key.ts'

export const expiringExample: ExpiringPoints[] = [
  { expires_at: '2027-11-09', points_amount: 78, points_value: 390 },
  { expires_at: '2027-11-16', points_amount: 142, points_value: 710 },
  { expires_at: '2027-11-20', points_amount: 41, points_value: 205 },
]

/** The file begins with a byte order mark, which an example cannot show. */
const statement = [
  'Data;Hora;O que aconteceu;Onde;Compra (R$);Pontos;Valor (R$);Vale até;Situação',
  '20/11/2026;11:00;Troca por prêmio;Porção de pão de queijo;;-120;-6,00;;',
  '20/11/2026;12:00;Pontos usados;Aurora Pinheiros;45,90;-80;-4,00;;',
  '20/11/2026;12:00;Pontos recebidos;Aurora Pinheiros;45,90;41;2,05;20/11/2027;',
]

export const pointsExamples = {
  'GET /customer/balance': { answer: { amount_balance: 261, value_balance: 1305 } },
  'GET /points': { query: { per_page: 2 }, answer: entriesExample.slice(0, 2) },
  'GET /points/expiring': { query: {}, answer: expiringExample },
  'GET /points/statement': {
    query: { at: '2026-11-19' },
    answer: {
      at: '2026-11-19',
      amount_balance: 420,
      value_balance: 2100,
      pending_amount: 0,
      pending_value: 0,
      held_amount: 0,
      held_value: 0,
      deficit_amount: 0,
      deficit_value: 0,
    },
  },
  'GET /points/statement/{format}': {
    params: { format: 'csv' },
    query: { from: '2026-11-20', to: '2026-11-20' },
    file: { 'text/csv': `${statement.join('\r\n')}\r\n`, 'application/pdf': null },
  },
} as const satisfies Partial<PortalExamples>
