/** A client in a process of its own: what asking costs is not charged to the server that answers. */

import { once } from 'node:events'

import { openConnection, type Send } from './connection.ts'
import type { Asked } from './ground.ts'
import { clients, paths, turns } from './paths.ts'

export type LoadGiven = {
  path_name: string
  ground: Asked
  /** Turns that were taken on this ground before. */
  first: number
  /** Turns after this are not counted. */
  warmUp_ms: number
  /** The end: a time, or a number of turns. */
  duration_ms: number
  count: number
}
/** A turn that began in time is finished, so that no intention stays open. */
export type LoadTold = {
  error?: string
  /** Turns of the warm-up and after it. */
  taken: number
  each_second: number
}

const [given] = (await once(process, 'message')) as [LoadGiven]
const { ground, first, warmUp_ms, duration_ms, count } = given
const path = Object.values(paths).find(({ name }) => name === given.path_name)!
const secret = Buffer.from(ground.secret)
const next = turns(ground, first)
const connections = await Promise.all(
  Array.from({ length: clients }, () => openConnection(ground.address)),
)
let begun = 0
let taken = 0
const failures: Error[] = []

await takeTurns(performance.now() + warmUp_ms)
const warm = taken
const began = performance.now()
await takeTurns(began + duration_ms)
const each_second = (taken - warm) / ((performance.now() - began) / 1_000)
for (const { close } of connections) close()
const [failure] = failures
process.send!({ ...(failure && { error: failure.message }), taken, each_second } satisfies LoadTold)
process.disconnect()

/** On all connections, until the time or the number of turns is over, or a call is not answered well. */
async function takeTurns(ends: number): Promise<void> {
  async function takeTurnsOn(send: Send): Promise<void> {
    while (performance.now() < ends && begun < count && failures.length === 0) {
      begun += 1
      await path.run(next(), send, secret)
      taken += 1
    }
  }
  await Promise.all(
    connections.map(({ send }) =>
      takeTurnsOn(send).catch((error: Error) => void failures.push(error)),
    ),
  )
}
