/** Endpoints for the keys of a company's tills, in the console (T18). */

import * as z from 'zod/mini'

import { MadePartnerKey, PartnerKeyChange, PartnerKeyView } from '#contract/console/partner-key.ts'
import { Uuid } from '#contract/value/uuid.ts'

import type { Endpoint } from './endpoint.ts'

const KeyId = z.strictObject({ id: Uuid })

export const partnerKeyEndpoints = {
  'GET /admin/key': {
    summary: 'As chaves dos caixas, com seus limites e o último uso',
    caller: 'staff',
    action: 'key.read',
    shed: 'list',
    response: z.array(PartnerKeyView),
    errors: [],
  },
  'POST /admin/key': {
    summary: 'Criar uma chave; a resposta a mostra esta única vez',
    caller: 'staff',
    action: 'key.manage',
    fresh: true,
    shed: 'login',
    body: PartnerKeyChange,
    response: MadePartnerKey,
    status: 201,
    errors: [],
  },
  'PUT /admin/key/{id}': {
    summary: 'Mudar o nome e os limites de uma chave',
    caller: 'staff',
    action: 'key.manage',
    fresh: true,
    shed: 'login',
    params: KeyId,
    body: PartnerKeyChange,
    response: PartnerKeyView,
    errors: ['not_found'],
  },
  'DELETE /admin/key/{id}': {
    summary: 'Revogar uma chave: o próximo pedido com ela é recusado',
    caller: 'staff',
    action: 'key.manage',
    fresh: true,
    shed: 'login',
    params: KeyId,
    response: PartnerKeyView,
    errors: ['not_found'],
  },
} as const satisfies Record<string, Endpoint>
