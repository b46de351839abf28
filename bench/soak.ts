/**
 * `npm run soak -- --steps 100000 --seed 7 --clients 16`: as many random steps through the whole engine as asked, one after
 * the other and then by so many clients at once, against the rules in plain objects (api/engine.model.test.ts). Prints how
 * many there were and from which seed; of a failure the smallest history, and the seed that makes it again.
 */

import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'

const { values } = parseArgs({
  options: {
    steps: { type: 'string', default: '10000' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1_000_000)) },
    clients: { type: 'string', default: '8' },
  },
})
const numbers = Object.values(values).map(Number)
if (!numbers.every((number) => Number.isInteger(number) && number >= 0)) {
  console.error('Usage: npm run soak -- [--steps 10000] [--seed 1] [--clients 8]')
  process.exit(2)
}

const { status } = spawnSync(
  'vitest',
  ['run', 'api/engine.model.test.ts', '--disable-console-intercept'],
  {
    stdio: 'inherit',
    shell: process.platform === 'win32',
    env: {
      ...process.env,
      SOAK_STEPS: values.steps,
      SOAK_SEED: values.seed,
      SOAK_CLIENTS: values.clients,
    },
  },
)
process.exitCode = status ?? 1
