/** The measurements: turns a second with 64 clients, pgbench's simple-update beside them, the time of one read. */

import { fork } from 'node:child_process'
import { join } from 'node:path'

import { type Asked, type Ground, password } from './ground.ts'
import type { LoadGiven, LoadTold } from './load-client.ts'
import { customerHeaders, type paths, turns } from './paths.ts'

export type Path = (typeof paths)[keyof typeof paths]

const seconds = Number(process.env['BENCH_SECONDS'] ?? 5)
/** So that plans are made and the server's code is compiled. */
const warmUp_s = 1

/** Turns a second that were answered, of a time without the warm-up. Throws when a call was not answered well. */
export async function answeredPerSecond(
  asked: Asked,
  path: Path,
  first: number = 0,
): Promise<LoadTold> {
  const bounds = { warmUp_ms: warmUp_s * 1_000, duration_ms: seconds * 1_000, count: Infinity }
  return runClient({ path_name: path.name, ground: asked, first, ...bounds })
}

/** The same, and how many a second when the clock stops only once the outbox is empty. The warm-up is a part of it. */
export async function movementsPerSecond(
  ground: Ground,
  path: Path,
): Promise<{ answered: number; drained: number }> {
  await ground.drain()
  const began = performance.now()
  const { taken, each_second } = await answeredPerSecond(ground.asked, path, ground.taken)
  ground.taken += taken
  await ground.drain()
  const drained = taken / ((performance.now() - began) / 1_000)
  return { answered: each_second, drained }
}

/** Takes so many turns, as fast as it can. */
export async function takeTurns(ground: Ground, path: Path, count: number): Promise<void> {
  const bounds = { warmUp_ms: 0, duration_ms: Infinity, count }
  const { asked, taken: first } = ground
  const { taken } = await runClient({ path_name: path.name, ground: asked, first, ...bounds })
  ground.taken += taken
}

async function runClient(given: LoadGiven): Promise<LoadTold> {
  const client = fork(join(import.meta.dirname, 'load-client.ts'), { serialization: 'advanced' })
  client.send(given)
  const told = await new Promise<LoadTold>((resolve, reject) => {
    client.once('message', (message) => resolve(message as LoadTold))
    client.once('exit', (code) => reject(new Error(`the client ended with ${code}`)))
  })
  if (told.error !== undefined) throw new Error(`${given.path_name}: ${told.error}`)
  return told
}

/** The median time of a balance read, one after the other, in ms. */
export async function readTime({ asked }: Ground): Promise<number> {
  const headers = customerHeaders(turns(asked, 0)())
  const times: number[] = []
  for (let reads = 0; reads < 200; reads += 1) {
    const began = performance.now()
    await (await fetch(`${asked.address}/api/customer/balance`, { headers })).arrayBuffer()
    times.push(performance.now() - began)
  }
  return times.toSorted((a, b) => a - b)[100]!
}

/** `work` while twenty people sign in, again and again. */
export async function besideLogins<Result>(
  { asked: { address, shops, emails } }: Ground,
  work: () => Promise<Result>,
): Promise<Result> {
  const over = new AbortController()
  const logins = emails.map(async (identifier) => {
    while (!over.signal.aborted) {
      const response = await fetch(`${address}/api/customer/login`, {
        method: 'POST',
        headers: { 'company-id': shops[0]!.company_id, 'content-type': 'application/json' },
        body: JSON.stringify({ identifier, password }),
      })
      if (response.status !== 200) throw new Error(`a login was answered ${response.status}`)
    }
  })
  const result = await work()
  over.abort()
  await Promise.all(logins)
  return result
}
