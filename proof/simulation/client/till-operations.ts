/** The calls of a till, made from the contract as scripts/client/calls.ts makes them. */

import type { Endpoint } from '#contract/endpoints/endpoint.ts'
import { type EndpointKey, endpoints } from '#contract/endpoints/endpoints.ts'

import type { Operation } from '../../../till/send.ts'

export const operations = {
  generate: operationOf('POST /partner/points/generate'),
  reverse: operationOf('POST /partner/points/{id}/reverse'),
  open: operationOf('POST /partner/points/intention'),
  capture: operationOf('POST /partner/points/intention/{id}/capture'),
  cancel: operationOf('DELETE /partner/points/intention/{id}'),
}

function operationOf(key: EndpointKey): Operation {
  const [method, path] = key.split(' ') as [string, string]
  const endpoint: Endpoint = endpoints[key]
  return {
    method,
    path,
    ...(endpoint.body !== undefined && { sends: 'body' as const }),
    ...(endpoint.idempotent && { isIdempotent: true }),
    isRepeatable: method === 'DELETE' || endpoint.idempotent === true,
  }
}
