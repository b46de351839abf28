/** Endpoint for the daily heads of a company, in the console (docs/decisions/058-daily-head.md). */

import * as z from 'zod/mini'

import { HeadPage, RecordHead } from '#contract/head/head.ts'

import type { Endpoint } from './endpoint.ts'

export const headEndpoints = {
  'GET /admin/head': {
    summary: 'Os selos diários dos registros de pontos, do mais novo para o mais antigo',
    caller: 'staff',
    action: 'head.read',
    shed: 'list',
    query: HeadPage,
    response: z.array(RecordHead),
    errors: [],
  },
} as const satisfies Record<string, Endpoint>
