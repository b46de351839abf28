/** Endpoints for the reports of a programme (D18). */

import { ClosingAnswer, Liability, MonthToClose } from '#contract/console/closing.ts'
import {
  ItemReport,
  Report,
  ReportFile,
  ReportFileQuery,
  ReportPeriod,
  ShopReport,
} from '#contract/console/report.ts'

import type { Endpoint } from './endpoint.ts'

const reading = { caller: 'staff', action: 'report.read', shed: 'list', errors: [] } as const

export const reportEndpoints = {
  'GET /admin/report': {
    ...reading,
    summary: 'Os números do período, com o período anterior e a evolução',
    query: ReportPeriod,
    response: Report,
  },
  'GET /admin/report/shop': {
    ...reading,
    summary: 'Os números de cada loja; nomes fora da lista vêm à parte',
    query: ReportPeriod,
    response: ShopReport,
  },
  'GET /admin/report/item': {
    ...reading,
    summary: 'Regras, promoções, prêmios e ajustes, com o que movimentaram',
    query: ReportPeriod,
    response: ItemReport,
  },
  'GET /admin/report/file': {
    ...reading,
    summary: 'Um dos relatórios em CSV (UTF-8 com BOM, ponto e vírgula)',
    query: ReportFileQuery,
    response: ReportFile,
  },
  'GET /admin/report/liability': {
    ...reading,
    summary: 'O que a empresa deve em pontos, por mês de vencimento, e os meses fechados',
    response: Liability,
  },
  'POST /admin/report/closing': {
    summary:
      'Fechar um mês: uma vez, sem volta, e só se os lançamentos explicam o saldo. O que demora continua sem a chamada, e está em `runs` de GET /admin/report/liability',
    caller: 'staff',
    action: 'report.close',
    shed: 'bulk',
    body: MonthToClose,
    response: ClosingAnswer,
    status: 202,
    errors: ['month_open', 'month_closed', 'closing_unexplained'],
  },
} as const satisfies Record<string, Endpoint>
