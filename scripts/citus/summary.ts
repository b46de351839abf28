/** The lines that `npm run test:citus` prints at its end. */

import { relative } from 'node:path'

import { exceptions, pushedDown } from './exceptions.ts'

/** The part of Vitest's JSON report that the summary reads. `name` is an absolute path. */
export type Report = {
  testResults: { name: string; status: string; assertionResults: { status: string }[] }[]
}

type Run = { root: string; isWhole: boolean; minutes: number }

/** A whole run has failed if no call was seen to be sent to a worker, even if each of its tests has passed. */
export function summaryOf({ testResults }: Report, { root, isWhole, minutes }: Run) {
  const files = testResults.map(({ name, status }) => ({ file: relative(root, name), status }))
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults)
  const isPushedDown = files.some(({ file, status }) => file === pushedDown && status === 'passed')
  const lines = [
    `${counted(files, 'file')}, ${counted(tests, 'test')}, in ${Math.ceil(minutes)} min.`,
  ]
  if (isWhole) {
    const excluded = Object.entries(exceptions).map(([file, reason]) => `  ${file}: ${reason}`)
    lines.push(`Not run on a cluster (${excluded.length} files):`, ...excluded)
  }
  if (isWhole && !isPushedDown) {
    lines.push(`FAILED: ${pushedDown} did not pass, so no call was seen to be sent to a worker.`)
  }
  return { lines, hasPassed: !isWhole || isPushedDown }
}

function counted(all: { status: string }[], noun: string): string {
  const passed = all.filter(({ status }) => status === 'passed').length
  return `${passed} of ${all.length} ${noun}s passed`
}
