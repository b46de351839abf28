/** Reads idempotency keys from requests (D2). The engine stores the answer of each key (engine/idempotency/idempotency.sql). */

import { hash } from 'node:crypto'

import type { FastifyRequest } from 'fastify'

import { ApiError } from './api-error.ts'

const wireForm = /^(?:"([\w.:-]{16,128})"|([\w.:-]{16,128}))$/

/** The request's key, bare or quoted; null without one. Throws `bad_request` for a malformed key or two keys. */
export function idempotencyKey(request: FastifyRequest): string | null {
  const header = request.headers['idempotency-key']
  if (header === undefined) return null
  const [, quoted, bare] = wireForm.exec(String(header)) ?? []
  const key = quoted ?? bare
  if (key === undefined) throw new ApiError('bad_request')
  return key
}

/** Hashes the checked request with its object keys sorted, so that equal requests match however they were written. */
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
