/**
 * Pairs of endpoint and error code, such as `POST /customer/login wrong_credentials`. Checks that the tests of a run provoked
 * every pair that the contract declares. record-pairs.ts records the pairs.
 */

import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { TestProject } from 'vitest/node'

import { type EndpointKey, endpoints, errorsOf } from '#contract/endpoints/endpoints.ts'

const keys = Object.keys(endpoints) as EndpointKey[]

export const declaredPairs: ReadonlySet<string> = new Set(
  keys.flatMap((key) => errorsOf(key).map((code) => `${key} ${code}`)),
)

/** Throws if the run was of all test files and no test provoked a declared pair. `folder` holds what was recorded. */
export async function checkPairs(project: TestProject, folder: string): Promise<void> {
  if (!(await isWholeRun(project))) return
  const files = await readdir(folder)
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))
  const recorded = new Set(texts.flatMap((text) => text.split('\n')))
  const missing = [...declaredPairs].filter((pair) => !recorded.has(pair))
  if (missing.length > 0) {
    const pairs = `${missing.length} of ${declaredPairs.size} declared pairs of endpoint and error code`
    throw new Error(`No test provokes ${pairs}:\n${missing.join('\n')}`)
  }
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
