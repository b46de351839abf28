/** Endpoints for the movements of a company, in the console (D15). */

import {
  MovementChoices,
  MovementFile,
  MovementFileQuery,
  MovementPage,
  Movements,
} from '#contract/console/movement.ts'

import type { Endpoint } from './endpoint.ts'

const reading = { caller: 'staff', action: 'movement.read', shed: 'list', errors: [] } as const

export const movementEndpoints = {
  'GET /admin/movement': {
    ...reading,
    summary: 'Vendas, usos, devoluções, vouchers e ajustes, do mais novo para o mais antigo',
    query: MovementPage,
    response: Movements,
  },
  'GET /admin/movement/choice': {
    ...reading,
    summary: 'As lojas, chaves e pessoas pelas quais os movimentos podem ser filtrados',
    response: MovementChoices,
  },
  'GET /admin/movement/file': {
    ...reading,
    summary: 'Os movimentos de até 1 ano em CSV (UTF-8 com BOM, ponto e vírgula)',
    query: MovementFileQuery,
    response: MovementFile,
  },
} as const satisfies Record<string, Endpoint>
