/** The store (R9). */

import * as z from 'zod/mini'

import type { Endpoint } from './endpoint.ts'
import { Prize, PrizeCategory, PrizeCount, PrizeFilters, PrizePage } from './prize.ts'

export const prizeEndpoints = {
  'GET /prize': {
    summary: 'The store; how many there are in all is in `X-Total-Count` (R9.1)',
    caller: 'customer',
    shed: 'list',
    query: PrizePage,
    response: z.array(Prize),
    errors: [],
  },
  'GET /prize/count': {
    summary: 'How many prizes a filter leaves, and how many each tab would have (R9.1)',
    caller: 'customer',
    shed: 'list',
    query: PrizeFilters,
    response: PrizeCount,
    errors: [],
  },
  'GET /prize/category': {
    summary: 'The categories of the store, and how many prizes each has',
    caller: 'customer',
    shed: 'list',
    response: z.array(PrizeCategory),
    errors: [],
  },
  'GET /prize/{id}': {
    summary: 'A prize, and whether this customer may redeem it (R9.2)',
    caller: 'customer',
    shed: 'list',
    params: z.strictObject({ id: z.uuid() }),
    response: Prize,
    errors: ['not_found'],
  },
  'PUT /prize/{id}/favorite': {
    summary: 'Mark a prize; again changes nothing',
    caller: 'customer',
    shed: 'list',
    params: z.strictObject({ id: z.uuid() }),
    response: null,
    errors: ['not_found'],
  },
  'DELETE /prize/{id}/favorite': {
    summary: 'Take the mark away; again changes nothing',
    caller: 'customer',
    shed: 'list',
    params: z.strictObject({ id: z.uuid() }),
    response: null,
    errors: ['not_found'],
  },
} as const satisfies Record<string, Endpoint>
