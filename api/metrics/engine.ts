import { Counter, Histogram, type Registry } from 'prom-client'

import type { EngineObserver } from '#engine/apply.ts'

/** The buckets of the histogram of batch sizes. A batch has 256 members at most (database/batch.ts). */
const sizes = [1, 2, 4, 8, 16, 32, 64, 128, 256]
/** The buckets of the histogram of durations. A statement ends after 15 s. */
const durations_s = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15]

export function engineObserver(registry: Registry): EngineObserver {
  const registers = [registry]
  const size = new Histogram({
    name: 'fiel_engine_batch_size',
    help: 'Commands of a statement of the engine.',
    buckets: sizes,
    registers,
  })
  const duration = new Histogram({
    name: 'fiel_engine_batch_duration_seconds',
    help: 'Time of a statement of the engine, its wait for a connection included.',
    buckets: durations_s,
    registers,
  })
  const commands = new Counter({
    name: 'fiel_engine_commands_total',
    help: 'Commands by verb and outcome: ok, an error code, or unknown when the database did not answer.',
    labelNames: ['verb', 'outcome'],
    registers,
  })
  return {
    batch: (members, duration_ms) => {
      size.observe(members)
      duration.observe(duration_ms / 1_000)
    },
    command: (verb, outcome) => commands.inc({ verb, outcome }),
  }
}
