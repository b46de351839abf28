/**
 * `npm run bench -- steady` measures the times of answers under a steady load: 10,000 signed-in phones poll every 10 s, and tills and
 * customers make 50 movements a second. It runs for 10 minutes, or as many as `--minutes` says. The anchor is the same phones at an
 * empty Fastify route, for one minute, without movements. Goals: p99 of polls 200 ms, of movements 400 ms, no error.
 */

import { fork } from 'node:child_process'
import { join } from 'node:path'

import type { ServerSecret } from '#api/secret/server-secret.ts'

import { requireFiles } from '../scripts/open-files.ts'
import { openEmptyRoute } from './compare.ts'
import { openGround } from './ground.ts'
import type { SteadyCommand, SteadyResult, Times } from './steady-client.ts'

const phones = 10_000
const moneyPerSecond = 50
const minute_ms = 60_000
const pollGoal_ms = 200
const moneyGoal_ms = 400
/** Failures that are printed, each with how often it came. */
const shownFailures = 10

/** `databaseUrl`: a database that `fill` has filled with at least as many customers as phones. */
export async function benchSteady(
  databaseUrl: string,
  secret: ServerSecret,
  minutes: number,
): Promise<void> {
  requireFiles(phones)
  const ground = await openGround(databaseUrl, secret, {
    limits: { maxConnectionsPerAddress: 2 * phones },
  })
  const emptyRoute = await openEmptyRoute()
  const anchor = await run({
    target: { ...ground.target, address: emptyRoute.address },
    phones,
    path: '/',
    moneyPerSecond: 0,
    duration_ms: minute_ms,
  })
  await emptyRoute.close()
  const { polls, money, failures } = await run({
    target: ground.target,
    phones,
    path: '/api/points/intention',
    moneyPerSecond,
    duration_ms: minutes * minute_ms,
  })
  await ground.close()

  console.log(`${phones.toLocaleString('en')} phones, ${moneyPerSecond} movements a second`)
  print('an empty Fastify route', anchor.polls)
  print('polls', polls, pollGoal_ms)
  print('movements', money, moneyGoal_ms)
  const ratio = polls.p99 / anchor.polls.p99
  console.log(`p99 of polls is ${ratio.toFixed(1)} times the empty route's`)
  const isWrong = failures.length > 0
  console.log(`${failures.length} failures${isWrong ? ' (MISSED, goal: none)' : ''}`)
  const counts = Map.groupBy(failures, (failure) => failure)
  for (const [failure, { length }] of [...counts].slice(0, shownFailures)) {
    console.log(`  ${length} × ${failure}`)
  }
}

function run(command: SteadyCommand): Promise<SteadyResult> {
  const client = fork(join(import.meta.dirname, 'steady-client.ts'), { serialization: 'advanced' })
  client.send(command)
  return new Promise((resolve, reject) => {
    client.once('message', (message) => resolve(message as SteadyResult))
    client.once('exit', (code) => reject(new Error(`the client ended with ${code}`)))
  })
}

function print(title: string, times: Times, goal_ms = Infinity): void {
  const { count, p50, p99, worst } = times
  const figures = [p50, p99, worst].map((time) => `${time.toFixed(1)} ms`).join(' / ')
  const verdict = p99 <= goal_ms ? '' : 'MISSED, '
  const goal = goal_ms === Infinity ? '' : `  ${verdict}goal of p99: ${goal_ms} ms`
  const calls = count.toLocaleString('en').padStart(9)
  console.log(`${title.padEnd(24)} ${calls}  p50 / p99 / worst ${figures}${goal}`)
}
