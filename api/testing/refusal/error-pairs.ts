/**
 * Pairs of endpoint and error code, such as `POST /customer/login wrong_credentials`. Checks that the tests of a run provoked
 * every pair that the contract declares. record-pairs.ts records the pairs.
 */

import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { TestProject } from 'vitest/node'

import { type EndpointKey, endpoints, errorsOf } from '#contract/endpoints/endpoints.ts'
import { type ErrorCode, errorCodes } from '#contract/error.ts'

const keys = Object.keys(endpoints) as EndpointKey[]

export const declaredPairs: ReadonlySet<string> = new Set(
  keys.flatMap((key) => errorsOf(key).map((code) => `${key} ${code}`)),
)

/** Whether record-writes.ts can judge the state after this answer. */
function isJudged(key: EndpointKey, code: ErrorCode): boolean {
  if (key.startsWith('GET ') || errorCodes[code].status >= 500) return false
  // A timeout: the request never arrives whole, so no call runs.
  if (code === 'timeout') return false
  // Only another call that runs at the same time can hold the key.
  if (code === 'idempotency_in_progress') return false
  // A page of another origin is refused before the database is read, so there is nothing to judge. A missing scope and a verb's
  // own `forbidden` are answered after a read.
  if (code === 'forbidden') {
    const { caller, errors } = endpoints[key]
    return caller === 'partner' || (errors as readonly ErrorCode[]).includes('forbidden')
  }
  // The tests provoke this pair only by concurrent calls (api/promotion), which are not judged.
  return `${key} ${code}` !== 'POST /promotion/{code}/activate too_many_requests'
}

/** The line that records a refused call whose writes were looked at. */
export const judged = (pair: string): string => `judged ${pair}`

/**
 * Throws if a run of all test files did not provoke a declared pair. Throws too if it did not judge the state after a pair of an
 * endpoint that changes state. The records of the run are in `folder`.
 */
export async function checkPairs(project: TestProject, folder: string): Promise<void> {
  if (!(await isWholeRun(project))) return
  const files = await readdir(folder)
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))
  const recorded = new Set(texts.flatMap((text) => text.split('\n')))
  expectNone(
    'No test provokes',
    [...declaredPairs].filter((pair) => !recorded.has(pair)),
  )
  const unjudged = keys
    .flatMap((key) => errorsOf(key).map((code) => isJudged(key, code) && `${key} ${code}`))
    .filter((pair) => pair !== false)
    .filter((pair) => !recorded.has(judged(pair)))
  expectNone('No test judges the state after', unjudged)
}

function expectNone(problem: string, pairs: string[]): void {
  if (pairs.length === 0) return
  const count = `${pairs.length} of ${declaredPairs.size} declared pairs of endpoint and error code`
  throw new Error(`${problem} ${count}:\n${pairs.join('\n')}`)
}

/** Whether every test of every file and project ran. */
async function isWholeRun({ vitest }: TestProject): Promise<boolean> {
  const files = await vitest.globTestSpecifications()
  const hasRun = vitest.state.getTestModules().length === files.length
  return hasRun && vitest.config.testNamePattern === undefined
}

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of the recorded pairs of the run. */
    error_pairs: string
  }
}
