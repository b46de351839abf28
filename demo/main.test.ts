/** The whole process as `npm start` runs it: start, stop, kill, and starts that fail with one sentence. */

import { type ChildProcess, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { cp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'

import { eventually } from '#api/testing/worlds/eventually.ts'
import { staffRoles } from '#contract/console/staff.ts'

import {
  cafeAt,
  demoBalance,
  emptyFolder,
  makeDemoData,
  sell,
  type Started,
  startProcess,
  stop,
} from './testing/process.ts'

// The tests start processes and databases, some of them many.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })
const root = join(import.meta.dirname, '..')
let dataFolder: string
let demoData: string
let running: ChildProcess[] = []

beforeAll(async () => {
  demoData = await makeDemoData()
})
afterAll(() => rm(demoData, { recursive: true, force: true }))
beforeEach(async () => {
  dataFolder = await emptyFolder()
})
afterEach(async () => {
  for (const child of running) await stop(child, 'SIGTERM')
  running = []
  await rm(dataFolder, { recursive: true, force: true })
})

/** Copies the demo's data into the test's empty folder. */
const copyDemoData = () => cp(demoData, dataFolder, { recursive: true })

const start = (program?: string, args?: string[]) =>
  startProcess(dataFolder, running, program, args)

/** Starts on existing demo data, as every start after the first does. */
async function startDemo(...program: Parameters<typeof start>): Promise<Started> {
  await copyDemoData()
  return start(...program)
}

/** The process id of the database server. */
async function databaseProcess(): Promise<number> {
  const note = await readFile(join(dataFolder, 'postgresql/data/postmaster.pid'), 'utf8')
  return Number(note.split('\n')[0])
}

/** Runs a start that must fail. Returns its sentence and exit code. */
function refusedStart(environment: Record<string, string>) {
  const { status, stderr } = spawnSync(process.execPath, ['demo/main.ts'], {
    cwd: root,
    env: { ...process.env, PORT: '0', DATA_FOLDER: dataFolder, ...environment },
    encoding: 'utf8',
    timeout: 60_000,
  })
  return { status, lines: stderr.trim().split('\n') }
}

/** Whether the database server's note of its process id is there. A clean stop removes it. */
const databaseRuns = () => existsSync(join(dataFolder, 'postgresql/data/postmaster.pid'))

describe('npm start', () => {
  test('npm start prints URLs, a customer and a till’s key that work, and stay at the next start', async () => {
    const first = await start()
    expect(first.printed).toContain('http://cafe.localhost:')
    expect(first.printed).toContain('http://posto.localhost:')
    for (const role of staffRoles) {
      expect(first.printed).toMatch(new RegExp(`Its ${role} +\\S+@exemplo\\.com\\.br  password `))
    }
    expect((await sell(first, 'sale-1')).status).toBe(201)
    const balance = await demoBalance(first)
    await stop(first.child, 'SIGINT')

    const second = await start()
    const withoutPort = (text: string) => text.replaceAll(/:\d+/g, '')
    expect(withoutPort(second.printed)).toBe(withoutPort(first.printed))
    expect(await demoBalance(second)).toEqual(balance)
  })

  test('npm start shows mails at the printed URL, with links to this server', async () => {
    const { printed, address } = await startDemo()
    const page = /Mails\s+(\S+)/.exec(printed)![1]!
    const link = `http://cafe.localhost:${new URL(address).port}/entrar-link?token=`
    const { company_id } = await cafeAt(address)
    await fetch(`${address}/api/customer/login-link`, {
      method: 'POST',
      headers: { 'company-id': company_id, 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'marina@exemplo.com.br' }),
    })
    await expect.poll(async () => (await fetch(page)).text(), { timeout: 20_000 }).toContain(link)
    expect(await (await fetch(page)).text()).toContain(`To marina@exemplo.com.br`)
  })

  test('npm start serves a working till at the printed URL', async () => {
    const { printed, address } = await startDemo()
    expect(printed).toMatch(/Till to play with\s+http:\/\/cafe\.localhost:\d+\/_demo\/caixa/)
    const sold = await fetch(`${address}/_demo/caixa/sell`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ document: '52998224725', shop: 'Loja', purchase_value: '10' }),
    })
    expect(await sold.json()).toMatchObject({ said: expect.stringContaining('Venda registrada') })
    expect(await (await fetch(`${address}/_demo/caixa`)).text()).toContain('Caixa de demonstração')
  })

  test.each(['SIGINT', 'SIGTERM'] as const)(
    '%s stops npm start and its database',
    async (signal) => {
      const { child } = await startDemo()
      expect(databaseRuns()).toBe(true)
      await stop(child, signal)
      expect(child.exitCode).toBe(0)
      expect(databaseRuns()).toBe(false)
    },
  )

  test('a second signal to npm start does not cut the stop short', async () => {
    const { child } = await startDemo()
    const ended = once(child, 'exit')
    const again = setInterval(() => child.kill('SIGTERM'), 5)
    child.kill('SIGTERM')
    await ended
    clearInterval(again)
    expect(child.exitCode).toBe(0)
    expect(databaseRuns()).toBe(false)
  })

  test('SIGTERM to npm stops everything, although npm’s shell does not pass it on', async () => {
    const { child } = await startDemo('sh', ['-c', 'node scripts/run.cjs demo/main.ts; true'])
    expect(databaseRuns()).toBe(true)
    await stop(child, 'SIGTERM')
    await eventually(() => expect(databaseRuns()).toBe(false))
  })

  test('the start after kill -9 recovers every acknowledged sale', async () => {
    const killed = await startDemo()
    expect((await sell(killed, 'sale-1')).status).toBe(201)
    const balance = await demoBalance(killed)
    await stop(killed.child, 'SIGKILL')
    const next = await start()
    expect(await demoBalance(next)).toEqual(balance)
  })

  test('npm start restarts a killed database without loss, and answers 503 with Retry-After until then', async () => {
    const started = await startDemo()
    const balance = await demoBalance(started)
    const pid = await databaseProcess()
    process.kill(pid, 'SIGKILL')
    const statuses = new Set<string>()
    await eventually(async () => {
      const answer = await fetch(`${started.address}/api/health`)
      statuses.add(`${answer.status} ${answer.headers.get('retry-after')}`)
      expect(answer.status).toBe(200)
      expect(await databaseProcess()).not.toBe(pid)
    })
    // Only these two answers came: before the kill was noticed, while the database was away, and afterwards.
    expect([...statuses].filter((one) => one !== '503 2' && one !== '200 null')).toEqual([])
    // A connection to the killed database may end after the first success.
    await eventually(async () => expect(await demoBalance(started)).toEqual(balance))
  })

  test('npm start fails with one sentence and a non-zero exit code if the port is in use', async () => {
    const otherServer: Server = createServer().listen(0, '::')
    await once(otherServer, 'listening')
    const { port } = otherServer.address() as { port: number }
    await copyDemoData()
    expect(refusedStart({ PORT: String(port) })).toEqual({
      status: 1,
      lines: [`Port ${port} is in use: stop what uses it, or choose another with PORT=3001.`],
    })
    otherServer.close()
  })

  test.each([
    ['PORT', 'web', 'use a whole number from 0 to 65535'],
    ['MAX_CONNECTIONS_PER_ADDRESS', 'many', 'use a whole number from 1'],
  ])('npm start fails with one sentence for an invalid %s', (name, value, advice) => {
    expect(refusedStart({ [name]: value })).toEqual({
      status: 1,
      lines: [`${name} is ${value}: ${advice}.`],
    })
  })

  test('npm start fails with one sentence for an unreachable DATABASE_URL', () => {
    const { status, lines } = refusedStart({
      DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
      SMTP_URL: 'smtp://127.0.0.1:1',
      FIEL_SECRET: 'x'.repeat(32),
    })
    expect(status).toBe(1)
    expect(lines).toEqual([
      'Database none at 127.0.0.1:1 as nobody.',
      expect.stringContaining('DATABASE_URL cannot be used: connect ECONNREFUSED'),
    ])
  })

  test.each([
    [
      {
        DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
        SMTP_URL: '',
        FIEL_SECRET: 'x'.repeat(32),
      },
      'SMTP_URL is missing: name the mail server, as in smtps://user:password@host.',
    ],
    [
      { SMTP_URL: 'mail.example.com:25' },
      'SMTP_URL is no smtp:// or smtps:// address: write smtps://user:password@host.',
    ],
    [
      { MAIL_FROM: 'Loja <a@b.c>' },
      'MAIL_FROM is Loja <a@b.c>: use an address, as in nao-responda@example.com.',
    ],
    [
      { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none', SMTP_URL: 'smtp://127.0.0.1:1' },
      'FIEL_SECRET is missing: make one, as with openssl rand -hex 32, and keep it.',
    ],
    [{ FIEL_SECRET: 'curto' }, 'FIEL_SECRET is short: use 32 random characters or more.'],
  ])(
    'npm start fails with one sentence without a working mail server, sender or secret: %o',
    (environment, sentence) => {
      expect(refusedStart(environment)).toEqual({ status: 1, lines: [sentence] })
    },
  )

  test('npm start and apply fail with one sentence if the secret has not sealed the stored codes [T16]', async () => {
    await copyDemoData()
    const sentence =
      'FIEL_SECRET is not the one that this database is sealed with (without FIEL_SECRET, it is the file secret in the data folder): restore that one.'
    const FIEL_SECRET = 'x'.repeat(32)
    expect(refusedStart({ FIEL_SECRET })).toEqual({ status: 1, lines: [sentence] })
    const line = ['scripts/fiel.ts', 'company', 'apply', 'companies/cafe', '--yes']
    const apply = (environment: object) => {
      const env = { ...process.env, DATA_FOLDER: dataFolder, ...environment }
      return spawnSync(process.execPath, line, { cwd: root, env, encoding: 'utf8' })
    }
    const stderr = expect.stringContaining(`\n${sentence}\n`)
    expect(apply({ FIEL_SECRET })).toMatchObject({ status: 1, stderr })
    expect(apply({})).toMatchObject({ status: 0, stdout: 'cafe: nada a mudar\n' })
  })

  test('npm start fails with one sentence for a broken data folder', async () => {
    await copyDemoData()
    const { stdout } = spawnSync('find', [dataFolder, '-name', 'PG_VERSION', '-maxdepth', '3'], {
      encoding: 'utf8',
    })
    await writeFile(stdout.trim().split('\n')[0]!, 'garbage')
    const { status, lines } = refusedStart({})
    expect(status).toBe(1)
    expect(lines).toHaveLength(1)
  })

  test('npm start fails with one sentence on an old Node', () => {
    const run = spawnSync(
      process.execPath,
      [
        '-e',
        "Object.defineProperty(process.versions, 'node', { value: '18.20.0' }); require('./scripts/run.cjs')",
      ],
      { cwd: root, encoding: 'utf8' },
    )
    expect(run).toMatchObject({
      status: 1,
      stderr: 'Node 18.20.0 is too old: install Node 20 or newer.\n',
    })
  })
})
