/** Endpoints by which the console merges two accounts of one person (D15). */

import * as z from 'zod/mini'

import {
  CustomerMerges,
  Merged,
  mergeErrors,
  MergePreview,
  MergeQuery,
  MergeRequest,
  UndoneMerge,
} from '#contract/console/merge.ts'
import { Uuid } from '#contract/value/uuid.ts'

import type { Endpoint } from './endpoint.ts'

const Id = z.strictObject({ id: Uuid })

export const mergeEndpoints = {
  'GET /admin/customer/{id}/merges': {
    summary: 'As contas que foram juntadas à deste cliente, ou a conta em que ela entrou',
    caller: 'staff',
    action: 'customer.read',
    shed: 'list',
    params: Id,
    response: CustomerMerges,
    errors: ['not_found'],
  },
  'GET /admin/customer/{id}/merge': {
    summary: 'O que aconteceria ao juntar outra conta à deste cliente, que é a que fica',
    caller: 'staff',
    action: 'customer.merge',
    shed: 'list',
    params: Id,
    query: MergeQuery,
    response: MergePreview,
    errors: ['not_found'],
  },
  'POST /admin/customer/{id}/merge': {
    summary: 'Juntar outra conta da mesma pessoa à deste cliente, que é a que fica',
    caller: 'staff',
    action: 'customer.merge',
    fresh: true,
    shed: 'never',
    params: Id,
    body: MergeRequest,
    response: Merged,
    status: 201,
    errors: ['not_found', ...mergeErrors, 'idempotency_mismatch'],
  },
  'POST /admin/merge/{id}/undo': {
    summary: 'Separar de novo duas contas juntadas, em até 30 dias',
    caller: 'staff',
    action: 'customer.merge',
    fresh: true,
    shed: 'never',
    params: Id,
    response: UndoneMerge,
    status: 201,
    errors: ['not_found', 'merge_over', 'intention_open'],
  },
} as const satisfies Record<string, Endpoint>
