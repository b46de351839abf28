/** Marina looks at the food of the store. */

import { cakeExample, prizeExample } from '#contract/reference/prize-example.ts'

import type { PortalExamples } from './portal-key.ts'

const category = prizeExample.category!
const params = { id: prizeExample.id }

export const prizeExamples = {
  'GET /prize': { query: { category, order: 'price' }, answer: [prizeExample, cakeExample] },
  'GET /prize/count': {
    query: { category },
    answer: { count: 2, tabs: { all: 2, free: 0, favorite: 1 } },
  },
  'GET /prize/category': {
    query: {},
    answer: [
      { name: 'Bebidas', prizes: 2 },
      { name: category, prizes: 2 },
      { name: 'Para levar', prizes: 1 },
    ],
  },
  'GET /prize/{id}': { params, answer: prizeExample },
  'PUT /prize/{id}/favorite': { params },
  'DELETE /prize/{id}/favorite': { params },
} as const satisfies Partial<PortalExamples>
