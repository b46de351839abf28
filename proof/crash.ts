/**
 * `npm run crash -- --rounds 20` kills the API and PostgreSQL alternately (`kill -9`) under a mixed load of tills, customers, people at
 * the counter and people at the desk. After each kill it verifies three things. Every acknowledged write exists exactly once. No
 * write is half done. Every call without an answer is resolved by a retry. Exit code 1 if anything is wrong.
 */

import { scriptOptions } from '../scripts/command-line.ts'
import { lateSentence, readyLimit_ms } from './crash/late.ts'
import { openCrash, type Round } from './crash/run.ts'
import { isMachineBusy } from './node/busy-machine.ts'
import { wrongsOf } from './traffic/verify.ts'

const values = await scriptOptions('crash', 'Kills the API and PostgreSQL under load', {
  rounds: { type: 'string', default: '20', description: 'Kills' },
  load_ms: { type: 'string', default: '4000', description: 'ms of load before each kill' },
  seed: {
    type: 'string',
    default: String(Math.floor(Math.random() * 1_000_000)),
    description: 'Seed of the load: the same seed gives the same choices',
  },
})
const total = { acknowledged: 0, unknown: 0, done: 0, lost: 0, doubled: 0, wrong: 0, slowest_ms: 0 }
const verbs = new Set<string>()
let rounds = 0
console.log(`seed ${values.seed}`)

const crash = await openCrash()
try {
  const victims = Array.from({ length: Number(values.rounds) }, (_, at) =>
    at % 2 ? 'PostgreSQL' : 'API',
  )
  const plan = { seed: Number(values.seed), victims, load_ms: Number(values.load_ms) }
  await crash.rounds(plan, report)
} finally {
  await crash.close()
}

const counts = [
  `${total.acknowledged} acknowledged (${verbs.size} kinds of calls)`,
  `${total.unknown} unknown`,
  `${total.unknown} resolved (${total.done} had been done)`,
  `${total.lost} lost`,
  `${total.doubled} doubled`,
]
const verdict =
  total.wrong === 0 ? 'nothing half there, the audit is clean' : `${total.wrong} WRONG`
const readiness = `ready again within ${inSeconds(total.slowest_ms)}`
console.log(`\n${rounds} rounds: ${counts.join(', ')}; ${readiness}; ${verdict}`)
process.exitCode = total.wrong > 0 ? 1 : 0

function report(round: Round): void {
  const { victim, acknowledged, resolved, perSecond, ready_ms, lost, doubled } = round
  const done = resolved.filter(({ isDone }) => isDone).length
  const isLate = ready_ms > readyLimit_ms && !isMachineBusy()
  const wrongs = [...wrongsOf(round), ...(isLate ? [lateSentence(round)] : [])]
  rounds += 1
  for (const verb of acknowledged) verbs.add(verb)
  total.acknowledged += acknowledged.length
  total.unknown += resolved.length
  total.done += done
  total.lost += lost.length
  total.doubled += doubled.length
  total.wrong += wrongs.length
  total.slowest_ms = Math.max(total.slowest_ms, ready_ms)
  const columns = [
    String(rounds).padStart(3),
    `kill -9 ${victim.padEnd(10)}`,
    `${String(acknowledged.length).padStart(5)} acknowledged (${Math.round(perSecond)} /s)`,
    `${String(resolved.length).padStart(3)} unknown, ${done} of them done`,
    `${lost.length} lost`,
    `${doubled.length} doubled`,
    `ready after ${inSeconds(ready_ms)}`,
  ]
  console.log(columns.join('  '))
  for (const wrong of wrongs) console.error(`     ${wrong}`)
}

function inSeconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`
}
