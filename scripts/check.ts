/** `npm test`: every check, in one list. Closes with 'N passed, N failed'. */

import { spawnSync } from 'node:child_process'

import { isWithinBudgets } from './budget.ts'
import { buildPortal } from './build-portal.ts'

const checks: { name: string; run: () => boolean | Promise<boolean> }[] = [
  { name: 'formatting', run: () => command('oxfmt', '--check') },
  { name: 'lint', run: () => command('oxlint', '--type-aware', '--deny-warnings') },
  { name: 'types', run: () => command('tsc', '--project', '.') },
  { name: 'dead code', run: () => command('knip') },
  { name: 'unit and API tests', run: () => command('vitest', 'run') },
  { name: 'portal build', run: () => buildPortal().then(() => true) },
  { name: 'budgets', run: isWithinBudgets },
  { name: 'browser journeys', run: () => command('playwright', 'test') },
]

const failed: string[] = []
const began_all = performance.now()
for (const { name, run } of checks) {
  const began = performance.now()
  console.log(`\n── ${name}`)
  // A check that throws has failed, with its reason printed; the others still run.
  const passed = await Promise.resolve(run()).catch((error: unknown) => {
    console.error(error)
    return false
  })
  console.log(`── ${name}: ${passed ? 'passed' : 'FAILED'} in ${since(began)}`)
  if (!passed) failed.push(name)
}

if (failed.length > 0) console.log(`\nFailed: ${failed.join(', ')}`)
console.log(`\nAll in ${since(began_all)}`)
console.log(`${checks.length - failed.length} passed, ${failed.length} failed`)
process.exitCode = failed.length > 0 ? 1 : 0

function since(began: number): string {
  return `${Math.round((performance.now() - began) / 1000)} s`
}

/** True when a program of node_modules/.bin ends well; scripts/run.cjs put that folder on the PATH. */
function command(program: string, ...args: string[]): boolean {
  return (
    spawnSync(program, args, { stdio: 'inherit', shell: process.platform === 'win32' }).status === 0
  )
}
