/** pgbench's simple-update: one durable transaction that updates a row and inserts a row, on the same server. */

import { spawnSync } from 'node:child_process'

import pg from 'pg'

import { withDatabaseName } from '#api/testing/worlds/database-url.ts'

import { clients } from './paths.ts'

const database_name = 'bench_pgbench'
const scale = 10
/** Until each connection has planned its statements. Not counted. */
const warmUp_s = 3
const seconds = Number(process.env['BENCH_SECONDS'] ?? 5)

const made = ['-i', '-q', '-s', String(scale)]
const counts = ['-c', String(clients), '-j', '2', '-T', String(warmUp_s + seconds), '-P', '1']
const measured = ['-N', '-M', 'prepared', ...counts]
/** Without the server's address, which holds a password. */
export const yardstick_command = `pgbench ${made.join(' ')}; pgbench ${measured.join(' ')}`

/** Makes pgbench's tables in a database of their own. Null on a machine without pgbench (Debian: postgresql-contrib). */
export async function openYardstick(server_url: string): Promise<(() => number) | null> {
  if (spawnSync('pgbench', ['--version']).error) return null
  const client = new pg.Client({ connectionString: server_url })
  await client.connect()
  await client.query(`drop database if exists ${database_name}`)
  await client.query(`create database ${database_name}`)
  await client.end()
  const url = withDatabaseName(server_url, database_name)
  run([...made, url])
  return () => transactionsPerSecond(run([...measured, url]))
}

function transactionsPerSecond(progress: string): number {
  const told = [...progress.matchAll(/^progress: [\d.]+ s, ([\d.]+) tps/gm)]
  const each_second = told.map(([, tps]) => Number(tps)).slice(warmUp_s)
  if (each_second.length === 0) throw new Error(`pgbench told no progress: ${progress}`)
  return each_second.reduce((sum, tps) => sum + tps, 0) / each_second.length
}

/** What pgbench says of its progress. */
function run(options: string[]): string {
  const { status, stdout, stderr } = spawnSync('pgbench', options, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`pgbench failed: ${stdout}${stderr}`)
  return stderr
}
