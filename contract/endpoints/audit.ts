/** Endpoints for the audit log of a company (D15). */

import * as z from 'zod/mini'

import { AuditEntry, AuditFile, AuditFilters, AuditPage } from '#contract/console/audit.ts'

import type { Endpoint } from './endpoint.ts'

export const auditEndpoints = {
  'GET /admin/audit': {
    summary: 'O que foi feito no programa, do mais novo para o mais antigo',
    caller: 'staff',
    action: 'audit.read',
    shed: 'list',
    query: AuditPage,
    response: z.array(AuditEntry),
    errors: [],
  },
  'GET /admin/audit/file': {
    summary: 'O mesmo em CSV (UTF-8 com BOM, ponto e vírgula)',
    caller: 'staff',
    action: 'audit.read',
    shed: 'list',
    query: AuditFilters,
    response: AuditFile,
    errors: [],
  },
} as const satisfies Record<string, Endpoint>
