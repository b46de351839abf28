/** The measurements: requests a second with 64 clients, pgbench beside them, the time of one read. */

import { fork, spawnSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { inSchema } from '#database/sql.ts'

import { type Ground, password } from './ground.ts'
import type { LoadGiven, LoadTold } from './load-client.ts'
import { clients, type Path } from './paths.ts'

const seconds = Number(process.env['BENCH_SECONDS'] ?? 5)
const warm_up_s = 3

/** Of a path of several requests: how often it was gone. Throws when one was not answered well. */
export async function requestsPerSecond(ground: Ground, path: Path): Promise<number> {
  const { tidyUp: _, close: __, ...known } = ground
  const client = fork(join(import.meta.dirname, 'load-client.ts'), { serialization: 'advanced' })
  client.send({ path_name: path.name, ground: known, duration: seconds } satisfies LoadGiven)
  const told = await new Promise<LoadTold>((resolve, reject) => {
    client.once('message', (message) => resolve(message as LoadTold))
    client.once('exit', (code) => reject(new Error(`${path.name}: the client ended with ${code}`)))
  })
  if (told.refused + told.failed > 0)
    throw new Error(`${path.name}: ${told.refused} refused, ${told.failed} failed`)
  return told.each_second
}

/**
 * Transactions a second once each of its connections has planned its statements, or undefined on a machine without
 * pgbench (Debian: postgresql-contrib).
 */
export async function pgbench(
  ground: Ground,
  path: Path,
  folder: string,
): Promise<number | undefined> {
  const script = join(folder, 'pgbench.sql')
  await writeFile(script, path.script!(ground))
  const counts = ['-c', String(clients), '-j', '2', '-T', String(warm_up_s + seconds), '-P', '1']
  const given = ['-n', '-M', 'prepared', '-D', `customers=${ground.customers.length}`]
  const run = spawnSync('pgbench', [...given, ...counts, '-f', script, ground.database_url], {
    encoding: 'utf8',
    env: { ...process.env, PGOPTIONS: inSchema.options },
  })
  if (run.error) return undefined
  const told = [...run.stderr.matchAll(/^progress: [\d.]+ s, ([\d.]+) tps/gm)]
  const each_second = told.map(([, tps]) => Number(tps)).slice(warm_up_s)
  if (run.status !== 0 || each_second.length === 0) {
    throw new Error(`pgbench, ${path.name}: ${run.stdout}${run.stderr}`)
  }
  return each_second.reduce((sum, tps) => sum + tps, 0) / each_second.length
}

/** The median time of a balance read, one after the other, in ms. */
export async function readTime({ address, company_id, customers }: Ground): Promise<number> {
  const headers = { 'company-id': company_id, authorization: `Bearer ${customers[0]!.token}` }
  const times: number[] = []
  for (let reads = 0; reads < 200; reads += 1) {
    const began = performance.now()
    await (await fetch(`${address}/api/customer/balance`, { headers })).arrayBuffer()
    times.push(performance.now() - began)
  }
  return times.toSorted((a, b) => a - b)[100]!
}

/** `work` while twenty people sign in, again and again. */
export async function besideLogins<Result>(
  { address, company_id, emails }: Ground,
  work: () => Promise<Result>,
): Promise<Result> {
  const over = new AbortController()
  const logins = emails.map(async (identifier) => {
    while (!over.signal.aborted) {
      const response = await fetch(`${address}/api/customer/login`, {
        method: 'POST',
        headers: { 'company-id': company_id, 'content-type': 'application/json' },
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
