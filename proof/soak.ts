/**
 * `npm run soak -- --steps 100000 --seed 7 --clients 16` runs random steps through the whole engine, first beside the model and
 * then with concurrent clients. It compares every result with a model in plain objects (api/engine.model.test.ts). It prints
 * the number of steps and the seed. After a failure it prints the smallest failing history and the seed that reproduces it.
 */

import { spawnSync } from 'node:child_process'

import { scriptOptions } from '../scripts/command-line.ts'

const values = await scriptOptions('soak', 'Compares random steps with a model', {
  steps: { type: 'string', default: '10000', description: 'Steps of each half' },
  seed: {
    type: 'string',
    default: String(Math.floor(Math.random() * 1_000_000)),
    description: 'Seed of the steps: the same seed gives the same steps',
  },
  clients: { type: 'string', default: '8', description: 'Concurrent clients of the second half' },
})
const numbers = [values.steps, values.seed, values.clients].map(Number)
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
