/** Endpoints of a company and its programme (R1). */

import * as z from 'zod/mini'

import { Company, CompanySettings } from '#contract/company.ts'
import { text } from '#contract/value/text.ts'
import { Uuid } from '#contract/value/uuid.ts'

import type { Endpoint } from './endpoint.ts'

export const companyEndpoints = {
  'GET /company/get-company-by-domain/{hostname}': {
    // R1.1
    summary: 'A empresa de um endereço',
    caller: 'anyone',
    shed: 'list',
    params: z.strictObject({ hostname: text(1, 253) }),
    response: z.array(z.object({ company_id: Uuid })),
    errors: ['company_not_found'],
  },
  'GET /company/{id}': {
    summary: 'O que a empresa mostra',
    caller: 'anyone',
    shed: 'list',
    params: z.strictObject({ id: Uuid }),
    response: Company,
    errors: ['company_not_found'],
  },
  'GET /company/{company_id}/settings': {
    summary: 'Como a empresa conduz o programa',
    caller: 'anyone',
    shed: 'list',
    params: z.strictObject({ company_id: Uuid }),
    response: CompanySettings,
    errors: ['company_not_found'],
  },
} as const satisfies Record<string, Endpoint>
