/**
 * `npm run crash -- --rounds 20` kills the API and PostgreSQL alternately (`kill -9`) under a mixed load of movements. After
 * each kill it verifies three things. Every acknowledged write exists exactly once. No write is half done. Every call
 * without an answer is resolved by a retry. Exit code 1 if anything is wrong.
 */

import { scriptOptions } from '../scripts/command-line.ts'
import { crash, type Round, wrongsOf } from './crash/run.ts'

const values = await scriptOptions('crash', 'Kills the API and PostgreSQL under load', {
  rounds: { type: 'string', default: '20', description: 'Kills' },
  load_ms: { type: 'string', default: '4000', description: 'ms of load before each kill' },
})
const total = { acknowledged: 0, unknown: 0, done: 0, lost: 0, doubled: 0, wrong: 0, slowest_ms: 0 }
let rounds = 0

await crash({ rounds: Number(values.rounds), load_ms: Number(values.load_ms) }, report)

const counts = [
  `${total.acknowledged} acknowledged`,
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
  const { victim, acknowledged, unknown, done, perSecond, ready_ms, lost, doubled } = round
  const wrongs = wrongsOf(round)
  rounds += 1
  total.acknowledged += acknowledged
  total.unknown += unknown
  total.done += done
  total.lost += lost.length
  total.doubled += doubled.length
  total.wrong += wrongs.length
  total.slowest_ms = Math.max(total.slowest_ms, ready_ms)
  const columns = [
    String(rounds).padStart(3),
    `kill -9 ${victim.padEnd(10)}`,
    `${String(acknowledged).padStart(5)} acknowledged (${Math.round(perSecond)} /s)`,
    `${String(unknown).padStart(3)} unknown, ${done} of them done`,
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
