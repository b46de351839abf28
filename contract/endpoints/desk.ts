/** Endpoints of the customer desk, in the console (D15). */

import * as z from 'zod/mini'

import {
  CustomerDetails,
  CustomerHistory,
  CustomerHistoryPage,
  CustomerRecord,
  CustomerSearch,
  DataView,
  FoundCustomers,
} from '#contract/console/desk.ts'

import type { Endpoint } from './endpoint.ts'

const CustomerId = z.strictObject({ id: z.uuid() })

export const deskEndpoints = {
  'POST /admin/customer/search': {
    summary: 'Procurar clientes por CPF, CNPJ, celular, email ou nome; os dados vêm mascarados',
    caller: 'staff',
    action: 'customer.read',
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
} as const satisfies Record<string, Endpoint>
