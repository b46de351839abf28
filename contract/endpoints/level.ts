/** The chain of levels (R11). */

import * as z from 'zod/mini'

import { ChainLevel } from '#contract/level.ts'
import { ShortList } from '#contract/value/page.ts'

import type { Endpoint } from './endpoint.ts'

export const levelEndpoints = {
  'GET /level': {
    summary: 'Os níveis, do menor para o maior',
    caller: 'guest',
    shed: 'list',
    query: ShortList,
    response: z.array(ChainLevel),
    errors: [],
  },
} as const satisfies Record<string, Endpoint>
