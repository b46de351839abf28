/** pgbench's simple-update: one durable transaction that updates a row and inserts a row, on the same server. */

import { spawnSync } from 'node:child_process'

import pg from 'pg'

import { withDatabaseName } from '#api/testing/worlds/database-url.ts'

import { clients } from './paths.ts'

const databaseName = 'bench_pgbench'
const scale = 10
/** Time for each connection to plan its statements. Not counted. */
const warmUp_s = 3
const seconds = Number(process.env['BENCH_SECONDS'] ?? 5)

const made = ['-i', '-q', '-s', String(scale)]
const counts = ['-c', String(clients), '-j', '2', '-T', String(warmUp_s + seconds), '-P', '1']
const measured = ['-N', '-M', 'prepared', ...counts]
/** The printed command. It omits the server's address, which contains a password. */
export const yardstickCommand = `pgbench ${made.join(' ')}; pgbench ${measured.join(' ')}`

/** Creates pgbench's tables in a separate database. Null without pgbench on the machine (Debian: postgresql-contrib). */
export async function openYardstick(serverUrl: string): Promise<(() => number) | null> {
  if (spawnSync('pgbench', ['--version']).error) return null
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  await client.query(`drop database if exists ${databaseName}`)
  await client.query(`create database ${databaseName}`)
  await client.end()
  const url = withDatabaseName(serverUrl, databaseName)
  run([...made, url])
  return () => transactionsPerSecond(run([...measured, url]))
}

function transactionsPerSecond(progress: string): number {
  const reports = [...progress.matchAll(/^progress: [\d.]+ s, ([\d.]+) tps/gm)]
  const eachSecond = reports.map(([, tps]) => Number(tps)).slice(warmUp_s)
  if (eachSecond.length === 0) throw new Error(`pgbench printed no progress: ${progress}`)
  return eachSecond.reduce((sum, tps) => sum + tps, 0) / eachSecond.length
}

/** Runs pgbench and returns its progress output. */
function run(options: string[]): string {
  const { status, stdout, stderr } = spawnSync('pgbench', options, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`pgbench failed: ${stdout}${stderr}`)
  return stderr
}
