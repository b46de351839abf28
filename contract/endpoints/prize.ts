/** The store (R9). */

import * as z from 'zod/mini'

import { Prize, PrizeCategory, PrizeCount, PrizeFilters, PrizePage } from '#contract/prize.ts'
import { ShortList } from '#contract/value/page.ts'
import { Uuid } from '#contract/value/uuid.ts'

import type { Endpoint } from './endpoint.ts'

export const prizeEndpoints = {
  'GET /prize': {
    // R9.1
    summary: 'Os prêmios; o total está em `X-Total-Count`',
    caller: 'customer',
    shed: 'list',
    query: PrizePage,
    response: z.array(Prize),
    errors: [],
  },
  'GET /prize/count': {
    // R9.1
    summary: 'Quantos prêmios um filtro deixa, e quantos cada aba teria',
    caller: 'customer',
    shed: 'list',
    query: PrizeFilters,
    response: PrizeCount,
    errors: [],
  },
  'GET /prize/category': {
    summary: 'As categorias, e quantos prêmios cada uma tem',
    caller: 'customer',
    shed: 'list',
    query: ShortList,
    response: z.array(PrizeCategory),
    errors: [],
  },
  'GET /prize/{id}': {
    // R9.2
    summary: 'Um prêmio, e se este cliente pode trocá-lo',
    caller: 'customer',
    shed: 'list',
    params: z.strictObject({ id: Uuid }),
    response: Prize,
    errors: ['not_found'],
  },
  'PUT /prize/{id}/favorite': {
    summary: 'Favoritar um prêmio; repetir não muda nada',
    caller: 'customer',
    shed: 'list',
    params: z.strictObject({ id: Uuid }),
    response: null,
    errors: ['not_found'],
  },
  'DELETE /prize/{id}/favorite': {
    summary: 'Tirar um prêmio dos favoritos; repetir não muda nada',
    caller: 'customer',
    shed: 'list',
    params: z.strictObject({ id: Uuid }),
    response: null,
    errors: ['not_found'],
  },
} as const satisfies Record<string, Endpoint>
