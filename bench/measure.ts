/** The measurements: turns per second with 64 clients, and the time of one read alone and beside logins. */

import { fork } from 'node:child_process'
import { join } from 'node:path'

import { type Ground, password, type Target } from './ground.ts'
import type { LoadCommand, LoadResult } from './load-client.ts'
import { customerHeaders, type paths, turns } from './paths.ts'

export type Path = (typeof paths)[keyof typeof paths]

const seconds = Number(process.env['BENCH_SECONDS'] ?? 5)
/** Time for PostgreSQL to plan its statements and for V8 to compile the server's code. */
const warmUp_s = 1

/** Turns per second, without the warm-up. Throws if a call fails. */
export async function answeredPerSecond(
  target: Target,
  path: Path,
  first: number = 0,
): Promise<LoadResult> {
  const bounds = { warmUp_ms: warmUp_s * 1_000, duration_ms: seconds * 1_000, count: Infinity }
  return runClient({ pathName: path.name, target, first, ...bounds })
}

/** Rates of a movement. `answered` leaves out the warm-up. `drained` includes it, and its clock stops once the outbox is empty. */
export async function movementsPerSecond(
  ground: Ground,
  path: Path,
): Promise<{ answered: number; drained: number }> {
  await ground.drain()
  const began = performance.now()
  const { turnCount, eachSecond } = await answeredPerSecond(ground.target, path, ground.turnCount)
  ground.turnCount += turnCount
  await ground.drain()
  const drained = turnCount / ((performance.now() - began) / 1_000)
  return { answered: eachSecond, drained }
}

/** Makes `count` turns as fast as possible. */
export async function takeTurns(ground: Ground, path: Path, count: number): Promise<void> {
  const bounds = { warmUp_ms: 0, duration_ms: Infinity, count }
  const { target, turnCount: first } = ground
  const { turnCount } = await runClient({ pathName: path.name, target, first, ...bounds })
  ground.turnCount += turnCount
}

async function runClient(command: LoadCommand): Promise<LoadResult> {
  const client = fork(join(import.meta.dirname, 'load-client.ts'), { serialization: 'advanced' })
  client.send(command)
  const result = await new Promise<LoadResult>((resolve, reject) => {
    client.once('message', (message) => resolve(message as LoadResult))
    client.once('exit', (code) => reject(new Error(`the client ended with ${code}`)))
  })
  if (result.error !== undefined) throw new Error(`${command.pathName}: ${result.error}`)
  return result
}

/** The median time in ms of 200 sequential balance reads. */
export async function readTime({ target }: Ground): Promise<number> {
  const headers = customerHeaders(turns(target, 0)())
  const times: number[] = []
  for (let reads = 0; reads < 200; reads += 1) {
    const began = performance.now()
    await (await fetch(`${target.address}/api/customer/balance`, { headers })).arrayBuffer()
    times.push(performance.now() - began)
  }
  return times.toSorted((a, b) => a - b)[100]!
}

/** Runs `work` while 20 customers sign in repeatedly. */
export async function besideLogins<Result>(
  { target: { address, shops, emails } }: Ground,
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
