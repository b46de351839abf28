/**
 * `npm test`: the checks that every change must pass, in one list. Closes with 'N passed, N failed'. `npm run night` has the
 * checks that are too long for this list.
 */

import { isWithinBudgets } from './portal/budget.ts'
import { buildConsole, consoleIsStale } from './portal/build-console.ts'
import { buildPortal } from './portal/build-portal.ts'
import { command, runStages, type Step } from './steps.ts'

const beside = { isBuffered: true }

const portalBuild: Step = { name: 'portal build', run: () => buildPortal().then(() => true) }

const consoleBuild: Step = {
  name: 'console build',
  run: async () => {
    if (await consoleIsStale()) await buildConsole()
    return true
  },
}

/** These steps run in order beside the tests. They use one core, which the tests leave idle while they wait for PostgreSQL. */
const withoutRunning: Step[] = [
  { name: 'formatting', run: () => command('oxfmt', ['--check'], beside) },
  { name: 'types', run: () => command('tsc', ['--project', '.'], beside) },
  { name: 'dead code', run: () => command('knip', [], beside) },
  {
    name: 'lint',
    run: () => command('oxlint', ['--type-aware', '--deny-warnings', '--threads=1'], beside),
  },
  { name: 'budgets', run: async () => isWithinBudgets() },
]

// The build comes first: a server that a test starts may serve it, and it must not change meanwhile.
await runStages([
  [[portalBuild, consoleBuild]],
  [[{ name: 'unit and API tests', run: () => command('vitest', ['run']) }], withoutRunning],
  [[{ name: 'browser journeys', run: () => command('playwright', ['test']) }]],
])
