/**
 * Records the pairs of endpoint and error code that a test file provokes. A pair that the contract does not declare fails the
 * file. At the end of a run error-pairs.ts checks that each declared pair was provoked.
 */

import { appendFileSync } from 'node:fs'
import { join } from 'node:path'

import type { FastifyInstance } from 'fastify'
import { afterAll, expect, inject } from 'vitest'

import { type EndpointKey, endpoints } from '#contract/endpoints/endpoints.ts'
import type { ErrorBody } from '#contract/error.ts'

import { declaredPairs } from './error-pairs.ts'

/** The method and the path of a route in Fastify → the endpoint: `GET /api/prize/:id` → `GET /prize/{id}`. */
const keyOfRoute = new Map(
  (Object.keys(endpoints) as EndpointKey[]).map((key) => [
    key.replace(' ', ' /api').replaceAll(/\{(\w+)\}/g, ':$1'),
    key,
  ]),
)

/** Call it at the top of a test file. The result observes the answers of a node. */
export function recordPairs(): (app: FastifyInstance) => void {
  afterAll(() => {
    // Copy the list: a worker may run the next test file with the same modules.
    const pairs = [...undeclared]
    undeclared.clear()
    expect(pairs, 'answers that the contract does not declare').toEqual([])
  })
  return (app) =>
    app.addHook('onSend', async ({ method, routeOptions }, { statusCode }, payload) => {
      const key = keyOfRoute.get(`${method === 'HEAD' ? 'GET' : method} ${routeOptions.url}`)
      if (key === undefined || statusCode < 400) return
      const { data } = JSON.parse(payload as string) as ErrorBody
      recordPair(key, data.type)
    })
}

const recorded = new Set<string>()
const undeclared = new Set<string>()

/** For an answer that a test reads from a socket itself, because the server sends it before it knows the route. */
export function recordPair(key: EndpointKey, code: string): void {
  const pair = `${key} ${code}`
  if (recorded.has(pair)) return
  recorded.add(pair)
  if (!declaredPairs.has(pair)) undeclared.add(pair)
  // Vitest runs files in several processes: each appends to a file of its own.
  appendFileSync(join(inject('error_pairs'), String(process.pid)), `${pair}\n`)
}
