/**
 * Records the pairs of endpoint and error code that a test file provokes. A pair that the contract does not declare fails the
 * file, and so does a refused call whose writes refusal-writes.ts does not list. At the end of a run error-pairs.ts
 * checks that each declared pair was provoked, and its state afterwards judged.
 */

import { appendFileSync } from 'node:fs'
import { join } from 'node:path'

import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { afterAll, expect, inject } from 'vitest'

import type { EndpointKey } from '#contract/endpoints/endpoints.ts'

import { declaredPairs, judged } from './error-pairs.ts'
import { observeRefusals } from './record-writes.ts'
import { unlistedWrites } from './refusal-writes.ts'

/** Call it at the top of a test file. The result observes the answers of a node and the writes of its pool. */
export function recordPairs(): (app: FastifyInstance, pool: pg.Pool) => void {
  afterAll(() => {
    // Copy the lists: a worker may run the next test file with the same modules.
    const [pairs, writes] = [[...undeclared], [...unlisted]]
    undeclared.clear()
    unlisted.clear()
    expect(pairs, 'answers that the contract does not declare').toEqual([])
    expect(writes, 'writes of refused calls that refusal-writes.ts does not list').toEqual([])
  })
  return observeRefusals(inject('tables'), ({ key, code, status, writes }) => {
    const pair = `${key} ${code}`
    recordPair(key, code)
    // An answer of status 5xx says that the outcome is unknown.
    if (writes === undefined || status >= 500) return
    record(judged(pair))
    const wrong = unlistedWrites(pair, writes)
    if (wrong.length === 0) return
    const { currentTestName } = expect.getState()
    unlisted.add(`${pair}: ${wrong.join(', ')} in: ${currentTestName}`)
  })
}

const recorded = new Set<string>()
const undeclared = new Set<string>()
/** The refused calls that made a write that refusal-writes.ts does not list, each with its test. */
const unlisted = new Set<string>()

/** For an answer that a test reads from a socket itself, because the server sends it before it knows the route. */
export function recordPair(key: EndpointKey, code: string): void {
  const pair = `${key} ${code}`
  if (record(pair) && !declaredPairs.has(pair)) undeclared.add(pair)
}

/** Whether the line is new. Vitest runs files in several processes: each appends to a file of its own. */
function record(line: string): boolean {
  if (recorded.has(line)) return false
  recorded.add(line)
  appendFileSync(join(inject('error_pairs'), String(process.pid)), `${line}\n`)
  return true
}
