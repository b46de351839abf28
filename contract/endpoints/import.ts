/** Endpoints for the import of members and balances (D17). */

import * as z from 'zod/mini'

import {
  ImportDetail,
  ImportFile,
  ImportPart,
  ImportStart,
  ImportView,
  maxImportPartBody,
} from '#contract/console/import.ts'
import { Uuid } from '#contract/value/uuid.ts'

import type { Endpoint } from './endpoint.ts'

const ImportId = z.strictObject({ id: Uuid })

export const importEndpoints = {
  'GET /admin/import': {
    summary: 'As últimas importações, da mais nova para a mais antiga',
    caller: 'staff',
    action: 'import.manage',
    shed: 'list',
    response: z.array(ImportView),
    errors: [],
  },
  'GET /admin/import/{id}': {
    summary: 'Uma importação, com as primeiras linhas recusadas',
    caller: 'staff',
    action: 'import.manage',
    shed: 'list',
    params: ImportId,
    response: ImportDetail,
    errors: ['not_found'],
  },
  'GET /admin/import/{id}/refused': {
    summary: 'As linhas recusadas em CSV: número da linha, campo e motivo',
    caller: 'staff',
    action: 'import.manage',
    shed: 'list',
    params: ImportId,
    response: ImportFile,
    errors: ['not_found'],
  },
  'POST /admin/import': {
    summary: 'Começar uma importação; o arquivo vem em partes',
    caller: 'staff',
    action: 'import.manage',
    shed: 'login',
    body: ImportStart,
    response: ImportView,
    status: 201,
    errors: [],
  },
  'POST /admin/import/{id}/part': {
    summary: 'A próxima parte do arquivo. A última termina a conferência, que nada muda',
    caller: 'staff',
    action: 'import.manage',
    shed: 'bulk',
    maxBody: maxImportPartBody,
    params: ImportId,
    body: ImportPart,
    response: ImportView,
    repeatable: true,
    errors: ['not_found', 'import_changed'],
  },
  'POST /admin/import/{id}/apply': {
    summary: 'Aplicar a importação conferida: as linhas aceitas entram, as recusadas ficam de fora',
    caller: 'staff',
    action: 'import.manage',
    fresh: true,
    shed: 'login',
    params: ImportId,
    response: ImportView,
    repeatable: true,
    errors: ['not_found', 'import_changed'],
  },
  'POST /admin/import/{id}/continue': {
    summary: 'Aplicar por mais alguns segundos; a resposta diz quanto falta',
    caller: 'staff',
    action: 'import.manage',
    shed: 'bulk',
    params: ImportId,
    response: ImportView,
    repeatable: true,
    errors: ['not_found', 'import_changed'],
  },
  'DELETE /admin/import/{id}': {
    summary: 'Desistir de uma importação que não foi aplicada',
    caller: 'staff',
    action: 'import.manage',
    shed: 'login',
    params: ImportId,
    response: null,
    errors: ['not_found', 'import_changed'],
  },
} as const satisfies Record<string, Endpoint>
