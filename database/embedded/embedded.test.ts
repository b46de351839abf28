import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, onTestFinished, test } from 'vitest'

import { eventually } from '#api/testing/worlds/eventually.ts'

import { nobody } from './account.ts'
import { startEmbedded } from './embedded.ts'
import {
  elsewhere,
  ended,
  folderWithDatabase,
  query,
  serverOf,
  start,
  startElsewhere,
  temporaryFolder,
  until,
} from './testing/folder.ts'

const isRoot = process.getuid?.() === 0

describe('one process that starts the server', () => {
  test('a start creates a database in an empty folder; it listens locally and writes durably', async () => {
    const folder = temporaryFolder()
    const { url } = await start(join(folder, 'made/when/missing'))
    const [settings] = await query(
      url,
      `select current_setting('listen_addresses')    as listen_addresses,
              current_setting('fsync')               as fsync,
              current_setting('synchronous_commit')  as synchronous_commit,
              current_setting('full_page_writes')    as full_page_writes,
              current_setting('data_checksums')      as data_checksums,
              current_setting('server_encoding')     as server_encoding,
              current_setting('max_connections')     as max_connections,
              current_setting('server_version_num')::integer / 10000 as version,
              upper('prêmio')                        as upper`,
    )
    expect(settings).toEqual({
      listen_addresses: '127.0.0.1',
      fsync: 'on',
      synchronous_commit: 'on',
      full_page_writes: 'on',
      data_checksums: 'on',
      server_encoding: 'UTF8',
      max_connections: '200',
      version: 18,
      upper: 'PRÊMIO',
    })
  })

  test('the embedded server requires the password, which only the owner of the folder can read', async () => {
    const folder = await folderWithDatabase()
    const { url } = await start(folder)
    const other = new URL(url)
    other.password = 'guessed'
    await expect(query(other.href, 'select 1')).rejects.toThrow('password authentication failed')
    expect(statSync(join(folder, 'postgresql/password')).mode & 0o777).toBe(0o600)
  })

  test('a setting of the caller wins over the one of the embedded server', async () => {
    const folder = await folderWithDatabase()
    const { url, stop } = await startEmbedded(folder, { settings: ['shared_buffers=16MB'] })
    onTestFinished(stop)
    const [found] = await query(url, `select current_setting('shared_buffers') as shared_buffers`)
    expect(found).toEqual({ shared_buffers: '16MB' })
  })

  test('the embedded server keeps data between two starts', async () => {
    const folder = temporaryFolder()
    const first = await start(folder)
    await query(first.url, 'create table kept as select 42 as answer')
    await first.stop()
    expect(serverOf(folder)).toBeUndefined()
    const second = await start(folder)
    expect(await query(second.url, 'select answer from kept')).toEqual([{ answer: 42 }])
  })

  test('the embedded server can be stopped twice, and also after its data was removed', async () => {
    const folder = await folderWithDatabase()
    const one = await start(folder)
    const other = await start(folder)
    await Promise.all([one.stop(), one.stop()])
    expect(await query(other.url, 'select 1 as one')).toEqual([{ one: 1 }])
    const server = serverOf(folder)!
    onTestFinished(() => void process.kill(server, 'SIGQUIT'))
    rmSync(folder, { recursive: true })
    await other.stop()
  })
})

describe('several processes', () => {
  test('two processes share one server, which the last one to stop shuts down', async () => {
    const folder = await folderWithDatabase()
    const here = await start(folder)
    const there = await startElsewhere(folder)
    expect(there.url).toBe(here.url)
    await here.stop()
    expect(await query(there.url, 'select 1 as one')).toEqual([{ one: 1 }])
    await there.stop()
    expect(serverOf(folder)).toBeUndefined()
  })

  test('four concurrent starts on an empty folder share one server', async () => {
    const folder = temporaryFolder()
    const all = await Promise.all([
      start(folder),
      start(folder),
      startElsewhere(folder),
      startElsewhere(folder),
    ])
    expect(new Set(all.map(({ url }) => url)).size).toBe(1)
    await Promise.all(all.slice(1).map(({ stop }) => stop()))
    expect(await query(all[0].url, 'select 1 as one')).toEqual([{ one: 1 }])
    await all[0].stop()
    expect(serverOf(folder)).toBeUndefined()
  })

  test('each of 16 concurrent starts gets a working server, and the last stop ends it', async () => {
    const folder = await folderWithDatabase()
    await Promise.all(
      Array.from({ length: 4 }, async () => {
        for (let round = 0; round < 4; round += 1) {
          const { url, stop } = await start(folder)
          expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }])
          await stop()
        }
      }),
    )
    expect(serverOf(folder)).toBeUndefined()
  })
})

describe('after a kill', () => {
  test('the server survives a kill of the process that started it, and the next process stops it', async () => {
    const folder = await folderWithDatabase()
    const killed = await startElsewhere(folder)
    await query(killed.url, 'create table kept as select 42 as answer')
    const server = serverOf(folder)
    // Signal the whole process group, as Ctrl-C in a terminal does.
    process.kill(-killed.process.pid!, 'SIGINT')
    await killed.ended
    const next = await start(folder)
    expect(next.url).toBe(killed.url)
    expect(serverOf(folder)).toBe(server)
    expect(await query(next.url, 'select answer from kept')).toEqual([{ answer: 42 }])
    await next.stop()
    expect(serverOf(folder)).toBeUndefined()
  })

  test('the start after a kill of the server recovers all committed data', async () => {
    const folder = await folderWithDatabase()
    const before = await start(folder)
    await query(before.url, 'create table kept as select 42 as answer')
    // A busy session does not notice at once that its server is gone.
    const busy = query(before.url, 'select count(*) from generate_series(1, 5000000)')
    busy.catch(() => undefined)
    const running = `select from pg_stat_activity where query ~ '5000000' and pid <> pg_backend_pid()`
    await eventually(async () => expect(await query(before.url, running)).toHaveLength(1))
    process.kill(serverOf(folder)!, 'SIGKILL')
    const after = await start(folder)
    expect(await query(after.url, 'select answer from kept')).toEqual([{ answer: 42 }])
    await before.stop()
    expect(await query(after.url, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('the start ignores a reused process id in postmaster.pid, and leaves that process alone', async () => {
    const folder = await folderWithDatabase()
    await start(folder)
    const pid = serverOf(folder)!
    const notedFile = join(folder, 'postgresql/data/postmaster.pid')
    const pidFile = readFileSync(notedFile, 'utf8')
    process.kill(pid, 'SIGKILL')
    await ended(pid)
    // The process must be of the same user: otherwise PostgreSQL itself sees that it is not the server.
    const stranger = spawn('sleep', ['60'], isRoot ? nobody() : {})
    onTestFinished(() => void stranger.kill('SIGKILL'))
    writeFileSync(notedFile, pidFile.replace(String(pid), String(stranger.pid)))

    const { url, stop } = await start(folder)
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }])
    await stop()
    expect(stranger.signalCode ?? stranger.exitCode).toBeNull()
  })

  test('the start after a kill during initdb creates the data and removes the unfinished folder', async () => {
    const folder = temporaryFolder()
    const killed = elsewhere(folder)
    const unfinished = () => readdirSync(folder).find((name) => name.startsWith('postgresql.new-'))
    await until(() => existsSync(join(folder, String(unfinished()), 'data/base')))
    // Kill initdb too: it is in the same process group.
    process.kill(-killed.pid!, 'SIGKILL')
    await once(killed, 'exit')
    const { url } = await start(folder)
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }])
    expect(readdirSync(folder).toSorted()).toEqual([
      'postgresql',
      'postgresql.gate',
      'postgresql.log',
      'postgresql.users',
    ])
  })
})
