/** A Citus cluster on this machine: a coordinator and two workers, each a PostgreSQL server on a loopback port of its own. */

import { execFileSync } from 'node:child_process'
import { appendFileSync, closeSync, mkdirSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import pg from 'pg'

import { inRoot, programId, startInRoot } from '../rehearsal/chroot.ts'
import { keptRoot, plainBase, postgresqlSuite } from '../rehearsal/debian.ts'

export const citusRelease = 'v14.0.1'
const programs = '/usr/lib/postgresql/18/bin'
const packages =
  'postgresql-18 postgresql-server-dev-18 build-essential pkg-config libcurl4-openssl-dev liblz4-dev libzstd-dev ' +
  'libssl-dev zlib1g-dev libreadline-dev libkrb5-dev libicu-dev libxml2-dev libpam0g-dev'
const ports = { coordinator: 5420, worker1: 5421, worker2: 5422 }
type Name = keyof typeof ports

/** The longest start of a server. After a crash the server replays its log first. */
const startLimit_ms = 60_000
const poll_ms = 50

/** Settings as docs/citus-guide.md asks for them, with room for the connections of tests and between the two workers. */
const settings = `
listen_addresses = '127.0.0.1'
unix_socket_directories = '/tmp'
shared_preload_libraries = 'citus'
wal_level = logical
output_plugin_libraries = 'pgoutput, test_decoding, citus'
max_connections = 300
max_prepared_transactions = 300
max_worker_processes = 64
max_locks_per_transaction = 512
shared_buffers = 256MB
log_min_messages = warning
`

type Server = {
  /** The server as HOST:PORT, as `fiel company move` names a worker. */
  address: string
  start: () => Promise<void>
  /** Kills all processes of the server at once, as `kill -9` does. */
  kill: () => Promise<void>
  stop: () => Promise<void>
}

export type Cluster = {
  /** The URL of a database on the coordinator. The database `postgres` lists the workers. */
  urlOf: (database: string) => string
  workers: Server[]
  /** Runs bash beside the servers, where PostgreSQL's programs are. Returns what it printed. */
  type: (script: string) => string
  stop: () => Promise<void>
}

/** Debian with PostgreSQL and Citus, kept for the next run. `source` is a git repository of citusdata/citus. */
export function citusRoot(source: string): string {
  return keptRoot(`citus-${citusRelease}`, (root) => {
    execFileSync('cp', ['--archive', plainBase(postgresqlSuite), root])
    const clone = ['-c', 'advice.detachedHead=false', 'clone', '--quiet', '--branch', citusRelease]
    execFileSync('git', [...clone, source, join(root, 'usr/src/citus')], { stdio: 'inherit' })
    asRoot(
      root,
      `apt-get -qq -o Acquire::Check-Valid-Until=false update
apt-get -qq install --yes --no-install-recommends ${packages} > /dev/null
cd /usr/src/citus
# One time for all files: otherwise make finds the script configure out of date, and wants autoconf.
find . -type f -exec touch --date=@0 {} +
./configure PG_CONFIG=${programs}/pg_config > /dev/null
make --jobs=2 --silent > /dev/null
make --silent install > /dev/null`,
    )
  })
}

function asRoot(root: string, script: string, mounts: Record<string, string> = {}): string {
  const variables = {
    PATH: `${programs}:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin`,
    DEBIAN_FRONTEND: 'noninteractive',
    LC_ALL: 'C.UTF-8',
  }
  const inside = { root, workFolder: '/', user: 'root', variables, mounts }
  return inRoot(inside, ['/bin/bash', '-euo', 'pipefail', '-c', script], { isQuiet: true })
}

/** Makes the three servers anew, with their data in `folder`, and starts them. */
export async function startCluster(root: string, folder: string): Promise<Cluster> {
  const servers = new Map<Name, Server>()
  for (const name of Object.keys(ports) as Name[]) {
    const data = join(folder, name)
    mkdirSync(data, { recursive: true })
    const initdb = `initdb --pgdata=/pg --username=postgres --encoding=UTF8 --auth=trust`
    asRoot(root, `chown postgres /pg && su postgres --preserve-environment -c '${initdb}'`, {
      '/pg': data,
    })
    appendFileSync(join(data, 'postgresql.conf'), `${settings}port = ${ports[name]}\n`)
    const server = serverOf(root, data, ports[name])
    await server.start()
    await query(ports[name], 'create extension citus')
    servers.set(name, server)
  }
  const { coordinator, ...workers } = ports
  await query(coordinator, `select citus_set_coordinator_host('127.0.0.1', ${coordinator})`)
  for (const port of Object.values(workers)) {
    await query(coordinator, `select citus_add_node('127.0.0.1', ${port})`)
  }
  return {
    urlOf: (database) => urlOf(coordinator, database),
    workers: [servers.get('worker1')!, servers.get('worker2')!],
    type: (script) => asRoot(root, script),
    stop: async () => {
      for (const server of servers.values()) await server.stop()
    },
  }
}

function serverOf(root: string, data: string, port: number): Server {
  let running: { id: number; ended: Promise<void> } | undefined

  async function start(): Promise<void> {
    const log = openSync(`${data}.log`, 'a')
    const inside = { root, workFolder: '/', user: 'postgres', variables: { LC_ALL: 'C.UTF-8' } }
    // The server's processes run in a namespace, so all of them end with the first one.
    const child = startInRoot(
      { ...inside, mounts: { '/pg': data } },
      [`${programs}/postgres`, '-D', '/pg'],
      ['ignore', log, log],
    )
    closeSync(log)
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
    for (const began = performance.now(); !(await answers(port)); await sleep(poll_ms)) {
      if (child.exitCode === null && performance.now() - began < startLimit_ms) continue
      throw new Error(
        `no server on port ${port}: ${readFileSync(`${data}.log`, 'utf8').slice(-2000)}`,
      )
    }
    running = { id: programId(child), ended }
  }

  async function signal(name: 'SIGKILL' | 'SIGINT'): Promise<void> {
    if (!running) return
    const { id, ended } = running
    running = undefined
    process.kill(id, name)
    await ended
  }
  return {
    address: `127.0.0.1:${port}`,
    start,
    kill: () => signal('SIGKILL'),
    // PostgreSQL's fast shutdown.
    stop: () => signal('SIGINT'),
  }
}

function urlOf(port: number, database = 'postgres'): string {
  return `postgresql://postgres@127.0.0.1:${port}/${database}`
}

async function answers(port: number): Promise<boolean> {
  return query(port, 'select').then(
    () => true,
    () => false,
  )
}

async function query(port: number, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: urlOf(port) })
  // A server that goes away meanwhile fails the statement, which says so.
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
