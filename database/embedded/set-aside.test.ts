/** `npm start` on data that this release cannot use: it renames the folder and creates new data. */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import pg from 'pg'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'

import { dataParent } from '#database/testing/data-parent.ts'

import { migrate } from '../migrate.ts'
import { startEmbedded } from './embedded.ts'

const today = new Date().toISOString().slice(0, 10)
let parent: string
let folder: string

beforeEach(async () => {
  parent = await mkdtemp(join(dataParent(), 'fiel-older-'))
  folder = join(parent, 'data')
  await mkdir(folder)
})
afterEach(() => rm(parent, { recursive: true, force: true }))

/** Starts once and stops it when it listens. Returns its output, also that of a failed start. */
async function startOnce(): Promise<{ printed: string; status: number | null }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../demo/main.ts')], {
    env: { ...process.env, PORT: '0', DATA_FOLDER: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let printed = ''
  const read = (chunk: Buffer) => {
    printed += String(chunk)
    if (printed.includes('Ctrl-C')) child.kill('SIGINT')
  }
  child.stdout.on('data', read)
  child.stderr.on('data', read)
  const [status] = (await once(child, 'exit')) as [number | null]
  return { printed, status }
}

/** Creates data as a version before 0.2.0 did: with tables in schema public. */
async function olderData(): Promise<void> {
  const { url, stop } = await startEmbedded(folder)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(
    `create table schema_file (name text); create table points_record (id int);
     insert into points_record values (7)`,
  )
  await client.end()
  await stop()
  await writeFile(join(folder, 'secret'), 's'.repeat(64))
}

test('a start renames data of a Fiel before 0.2.0 together with its secret, and prints one line', async () => {
  await olderData()
  const oldFolder = `${folder}-${today}`
  const first = await startOnce()
  const line = `${folder} is of a Fiel before 0.2.0: it is kept as ${oldFolder}, and a new one begins.`
  expect(first.printed.split('\n').filter((one) => one.includes('kept'))).toEqual([line])
  expect(first).toMatchObject({ status: 0, printed: expect.stringContaining('cafe.localhost') })

  expect(await readFile(join(oldFolder, 'secret'), 'utf8')).toBe('s'.repeat(64))
  const { url, stop } = await startEmbedded(oldFolder)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  expect((await client.query('select id from points_record')).rows).toEqual([{ id: 7 }])
  await client.end()
  await stop()

  const second = await startOnce()
  expect(second.status).toBe(0)
  expect(second.printed).not.toContain('kept')
})

test('a start renames data of another version’s tables, and creates new data', async () => {
  const { url, runtimeUrl, stop } = await startEmbedded(folder)
  await migrate({ ownerUrl: url, runtimeUrl })
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(
    "update fiel.schema_file set hash = 'another' where name = '14_notification.sql'",
  )
  await client.end()
  await stop()

  const { printed, status } = await startOnce()
  expect(status).toBe(0)
  expect(printed).toContain(
    `${folder} is of another version of Fiel: it is kept as ${folder}-${today}, and a new one begins.`,
  )
  expect(printed).toContain('cafe.localhost')
})

test('a start renames data of another PostgreSQL, also after a first rename on the same day', async () => {
  await mkdir(join(folder, 'postgresql/data'), { recursive: true })
  await writeFile(join(folder, 'postgresql/data/PG_VERSION'), '17\n')
  await mkdir(`${folder}-${today}`)
  const { printed, status } = await startOnce()
  expect(status).toBe(0)
  expect(printed).toContain(
    `${folder} is of another PostgreSQL: it is kept as ${folder}-${today}-2, and a new one begins.`,
  )
  const version = join(`${folder}-${today}-2`, 'postgresql/data/PG_VERSION')
  expect(await readFile(version, 'utf8')).toBe('17\n')
})

test('a start is refused, and renames nothing, while a server may run on the data', async () => {
  await mkdir(join(folder, 'postgresql/data'), { recursive: true })
  await writeFile(join(folder, 'postgresql/data/PG_VERSION'), '17\n')
  await writeFile(join(folder, 'postgresql/data/postmaster.pid'), '1\n')
  const { printed, status } = await startOnce()
  expect(status).toBe(1)
  expect(printed).toBe(
    `${folder} is of another PostgreSQL, and a server may still run on it: stop that, or move ${folder} away.\n`,
  )
  expect(existsSync(join(folder, 'postgresql/data/PG_VERSION'))).toBe(true)
})
