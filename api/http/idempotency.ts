/** The request's side of idempotency keys (D2): the engine stores what a key was answered (engine/idempotency.sql). */

import { hash } from 'node:crypto'

import type { FastifyRequest } from 'fastify'

import { ApiError } from './api-error.ts'

const wire_form = /^(?:"([\w.:-]{16,128})"|([\w.:-]{16,128}))$/

/** The request's key, bare or as a quoted string; null where there is none. Throws `bad_request`, also for two of them. */
export function idempotencyKey(request: FastifyRequest): string | null {
  const written = request.headers['idempotency-key']
  if (written === undefined) return null
  const [, quoted, bare] = wire_form.exec(String(written)) ?? []
  const key = quoted ?? bare
  if (key === undefined) throw new ApiError('bad_request')
  return key
}

/** Of what the contract has checked, its keys in one order: how a body was written does not matter, what it says does. */
export function fingerprintOf(endpoint: string, params: unknown, body: unknown): Buffer {
  const text = JSON.stringify([endpoint, params ?? null, body ?? null], (_name, part: unknown) =>
    isRecord(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
  return hash('sha256', text, 'buffer')
}

function isRecord(part: unknown): part is object {
  return typeof part === 'object' && part !== null && !Array.isArray(part)
}
