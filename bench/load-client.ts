/** A client in a separate process, so that its CPU time is not counted as the server's. */

import { once } from 'node:events'

import { oneSecret } from '#api/secret/server-secret.ts'

import { openConnection, type Send } from './connection.ts'
import type { Target } from './ground.ts'
import { clients, paths, turns } from './paths.ts'

export type LoadCommand = {
  pathName: string
  target: Target
  /** The number of turns made on this ground before. */
  first: number
  /** Turns during the warm-up are not counted in `eachSecond`. */
  warmUp_ms: number
  /** The run ends after `duration_ms` or after `count` turns, whichever comes first. */
  duration_ms: number
  count: number
}

export type LoadResult = {
  error?: string
  /** All turns, including the warm-up. */
  turnCount: number
  eachSecond: number
}

const [command] = (await once(process, 'message')) as [LoadCommand]
const { target, first, warmUp_ms, duration_ms, count } = command
const path = Object.values(paths).find(({ name }) => name === command.pathName)!
const secret = oneSecret(Buffer.from(target.secret))
const next = turns(target, first)
const connections = await Promise.all(
  Array.from({ length: clients }, () => openConnection(target.address)),
)
let startedCount = 0
let turnCount = 0
const failures: Error[] = []

await takeTurns(performance.now() + warmUp_ms)
const warmUpTurns = turnCount
const began = performance.now()
await takeTurns(began + duration_ms)
const eachSecond = (turnCount - warmUpTurns) / ((performance.now() - began) / 1_000)
for (const { close } of connections) close()
const [failure] = failures
process.send!({
  ...(failure && { error: failure.message }),
  turnCount,
  eachSecond,
} satisfies LoadResult)
process.disconnect()

/**
 * Makes turns (runs of the path) on all connections until the time or the count is reached, or until a call fails. A turn that
 * has begun is finished, so that no intention stays open.
 */
async function takeTurns(ends: number): Promise<void> {
  async function takeTurnsOn(send: Send): Promise<void> {
    while (performance.now() < ends && startedCount < count && failures.length === 0) {
      startedCount += 1
      await path.run(next(), send, secret)
      turnCount += 1
    }
  }
  await Promise.all(
    connections.map(({ send }) =>
      takeTurnsOn(send).catch((error: Error) => void failures.push(error)),
    ),
  )
}
