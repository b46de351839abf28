/** `node scripts/run.cjs proof/simulation/show.ts SEED` prints the events of a schedule, its hash and what is wrong with it. */

import { play } from './schedule.ts'
import { guardMachine } from './time/guard.ts'

const seed = Number(process.argv[2])
if (!Number.isSafeInteger(seed) || seed < 0) {
  console.error('Usage: node scripts/run.cjs proof/simulation/show.ts SEED')
  process.exit(2)
}
guardMachine()
const { lines, hash, events, virtual_ms, wrongs } = await play(seed, true)
for (const line of lines) console.log(line)
console.log(
  `\nseed ${seed}: ${events} events in ${(virtual_ms / 1_000).toFixed(1)} s of virtual time`,
)
console.log(`hash ${hash}`)
for (const wrong of wrongs) console.log(`WRONG ${wrong}`)
process.exitCode = wrongs.length > 0 ? 1 : 0
