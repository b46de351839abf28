/**
 * `npm run night` runs what is too long for `npm test`: slow tests, all journeys, longer model tests, soak, crash, mutants,
 * two hours of the proofs, and benchmarks. It does not repeat the rest of `npm test`. Takes hours. Exit code 1 if a step fails.
 */

import { blockOf } from '../docs/blocks.ts'
import { requireFiles } from './open-files.ts'
import { slowTests, slowTestsVariable } from './slow-tests.ts'
import { command, runStages, type Step } from './steps.ts'

/** Environment of the model tests and of the palettes. fast-check prints the seed and path of a failure; the soak always prints its seed. */
const histories = { LEDGER_RUNS: '600', HISTORIES: '1000', PALETTES: '10000' }

/** The longest delay of an answer in the journeys with slow answers (e2e/server/slow-answers.ts). */
const slowAnswers = { E2E_SLOWEST_MS: '2500' }

/** The proofs go on from night to night as long as the commit stays, so a night needs only a part of their full length. */
const proofHours = '2'

/** Customers with an idle stream (`npm run streams`). */
const idlePhones = 10_000

/** The operating guide's command, without `npm run bench --`. */
const overload = blockOf('docs/operating-guide.md: npm run bench -- overload', [
  ['npm run bench --', 'bench/bench.ts'],
])
  .trim()
  .split(' ')

const steps: Step[] = [
  script('two builds of the commit, one without console/', 'scripts/portal/reproducible.ts'),
  script('packages that are overdue or weak', 'scripts/packages/overdue.ts'),
  script('slow blocks of the pages', 'docs/slow-blocks.ts'),
  {
    name: 'slow tests',
    run: () =>
      command('vitest', ['run', ...Object.keys(slowTests)], {
        env: { [slowTestsVariable]: 'true' },
      }),
  },
  script('every journey in both sizes', 'scripts/journeys.ts'),
  {
    name: 'journeys with slow answers',
    run: () => command('playwright', ['test'], { env: slowAnswers }),
  },
  {
    name: 'model tests and palettes',
    run: () => command('vitest', ['run', 'model.test', 'theme.test'], { env: histories }),
  },
  script('soak', 'proof/soak.ts', '--steps', '1000000', '--clients', '32'),
  script('crash', 'proof/crash.ts', '--rounds', '400'),
  script('mutants', 'proof/mutants.ts'),
  script('proofs', 'proof/run/proof-command.ts', '--hours', proofHours),
  script('benchmark', 'bench/bench.ts'),
  script('stored bytes', 'bench/bench.ts', 'bytes'),
  script('overload', ...overload),
  script('steady load', 'bench/bench.ts', 'steady'),
  script('Lighthouse', 'bench/bench.ts', 'portal'),
  script('idle phones', 'bench/streams.ts', String(idlePhones)),
  script('touch', 'bench/touch.ts'),
  script('console', 'bench/console.ts'),
  script('import', 'bench/desk/import.ts'),
  script('movements', 'bench/desk/movement.ts', '--records', '2000000'),
  script('search', 'bench/desk/search.ts'),
  script('backtest', 'bench/programme/backtest.ts'),
  script('reports', 'bench/desk/report.ts'),
]

// Check the limit of open files now, and not after hours of work.
requireFiles(idlePhones)
await runStages([[steps]])

function script(name: string, ...args: string[]): Step {
  return { name, run: () => command('node', args) }
}
