/**
 * `npm run bench -- overload` measures goodput under overload. A mix of calls (bench/mix-client.ts) first saturates the
 * server with shedding off. Then the same mix comes over 2,000 connections with shedding on.
 */

import { fork } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import type { ServerSecret } from '#api/secret/server-secret.ts'
import { measureEventLoopDelay } from '#api/server/event-loop.ts'
import type { Pressure } from '#api/server/shedding.ts'

import { type Ground, openGround } from './ground.ts'
import type { Calls, MixCommand, MixResult } from './mix-client.ts'
import { customerHeaders, turns } from './paths.ts'

const overloaded = Number(process.env['BENCH_CONNECTIONS'] ?? 2_000)
/** As in the other benchmarks: just enough connections to keep the machine busy. */
const saturating = 64
const seconds = Number(process.env['BENCH_SECONDS'] ?? 20)
const warmUp_s = 3
/** Enough customers that none of them reaches the rate limit of logins. */
const people = 200
/** The server is normal again once polls take at most 200 ms each, for one second. */
const calm_ms = 1_000
const maxNormal_ms = 200
const maxRecovery_s = 60

export async function benchOverload(databaseUrl: string, secret: ServerSecret): Promise<void> {
  const eventLoop = measureEventLoopDelay()
  let isShedding = false
  const readPressure = (queueLength: number): Pressure =>
    isShedding
      ? { queueLength, eventLoopDelay_ms: eventLoop.delay_ms() }
      : { queueLength: 0, eventLoopDelay_ms: 0 }
  const ground = await openGround(databaseUrl, secret, {
    people,
    limits: { maxConnectionsPerAddress: overloaded + saturating },
    shedding: { readPressure },
  })
  await makeCalls(ground, saturating, warmUp_s)
  const saturation = await makeCalls(ground, saturating, seconds)
  print(`saturation without shedding, ${saturating} connections`, saturation)
  isShedding = true
  const overload = await makeCalls(ground, overloaded, seconds)
  const recovery_s = await timeToRecover(ground)
  print(`overload with shedding, ${overloaded} connections`, overload)
  printGoals(saturation, overload, recovery_s)
  eventLoop.stop()
  await ground.close()
}

async function makeCalls(
  ground: Ground,
  connections: number,
  duration: number,
): Promise<MixResult> {
  const client = fork(join(import.meta.dirname, 'mix-client.ts'), { serialization: 'advanced' })
  client.send({ target: ground.target, connections, seconds: duration } satisfies MixCommand)
  return new Promise((resolve, reject) => {
    client.once('message', (message) => resolve(message as MixResult))
    client.once('exit', (code) => reject(new Error(`the client ended with ${code}`)))
  })
}

/** Seconds until the server is normal again. Throws after `maxRecovery_s`. */
async function timeToRecover({ target }: Ground): Promise<number> {
  const headers = customerHeaders(turns(target, 0)())
  const began = performance.now()
  let calmSince = began
  while (performance.now() - calmSince < calm_ms) {
    const sent = performance.now()
    const { status } = await fetch(`${target.address}/api/points/intention`, { headers })
    const now = performance.now()
    if (status >= 300 || now - sent > maxNormal_ms) calmSince = now
    if (now - began > maxRecovery_s * 1_000) throw new Error('the server did not recover')
    await sleep(20)
  }
  return (calmSince - began) / 1_000
}

function print(title: string, { calls }: MixResult): void {
  console.log(`\n${title}`)
  for (const [kind, one] of Object.entries(calls)) {
    const all = one.good + one.shed + one.failed
    const times = [0.5, 0.99].map((share) => `${Math.round(percentile(one, share))} ms`).join(' / ')
    const figures = [
      `${rounded(one.good / seconds)} /s`,
      `${percent(one.shed / all)} shed`,
      `${one.failed} failed`,
      `p50 / p99 ${times}`,
    ]
    console.log(`  ${kind.padEnd(6)} ${figures.join(', ')}`)
  }
}

function printGoals(saturation: MixResult, overload: MixResult, recovery_s: number): void {
  const goodput = good(overload) / good(saturation)
  const { sale } = overload.calls
  const successes = sale.good / (sale.good + sale.shed + sale.failed)
  const p99_ms = percentile(sale, 0.99)
  const { withoutRetryAfter } = overload
  console.log()
  goal('goodput, of saturation', percent(goodput), 'at least 80 %', goodput >= 0.8)
  goal('sales that succeed', percent(successes), 'at least 99 %', successes >= 0.99)
  goal('sales, p99', `${Math.round(p99_ms)} ms`, 'at most 1,000 ms', p99_ms <= 1_000)
  goal('normal again after', `${recovery_s.toFixed(1)} s`, 'at most 10 s', recovery_s <= 10)
  goal('503 without Retry-After', `${withoutRetryAfter}`, 'none', withoutRetryAfter === 0)
}

function goal(name: string, figure: string, aim: string, isReached: boolean): void {
  console.log(
    `${name.padEnd(26)} ${figure.padStart(9)}  ${isReached ? '' : 'MISSED, '}goal: ${aim}`,
  )
}

function good({ calls }: MixResult): number {
  return Object.values(calls).reduce((sum, one) => sum + one.good, 0)
}

function percentile({ times_ms }: Calls, share: number): number {
  return times_ms[Math.floor(share * times_ms.length)] ?? Infinity
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`
}

function rounded(figure: number): string {
  return Math.round(figure).toLocaleString('en')
}
