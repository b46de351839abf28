/** Runs the command as an operator does: on a separate database, with two roles. */

import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { beforeEach, expect, onTestFinished, test } from 'vitest'

import { withoutDatabase } from '#api/testing/worlds/database-url.ts'
import { release } from '#database/schema-files.ts'

import { blockOf, startScript, withoutNpm } from '../docs/blocks.ts'
import { administer, useEmptyDatabase } from './testing/empty-database.ts'

const root = join(import.meta.dirname, '..')
const operator = useEmptyDatabase()
let environment: Record<string, string>
let name: string

beforeEach(() => {
  environment = operator()
  name = new URL(environment['DATABASE_URL']!).pathname.slice(1)
})

function fiel(args: string[], changes: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/fiel.ts', ...args], {
    cwd: root,
    env: { ...process.env, ...environment, ...changes },
    encoding: 'utf8',
    timeout: 60_000,
  })
  return { status, stdout, stderr: withoutDatabase(stderr), printed: stderr }
}

/** The outcome of a command, without the lines that name its database. */
function outcomeOf({ status, stdout, stderr }: ReturnType<typeof fiel>) {
  return { status, stdout, stderr }
}

test('migrate creates the schema, and a second run prints the same [D20]', () => {
  const success = {
    status: 0,
    stdout: `The database has the schema of Fiel ${release}.\n`,
    stderr: '',
  }
  expect(outcomeOf(fiel(['migrate']))).toEqual(success)
  expect(outcomeOf(fiel(['migrate']))).toEqual(success)
})

test('migrate without DATABASE_OWNER_URL prints one sentence', () => {
  expect(outcomeOf(fiel(['migrate'], { DATABASE_OWNER_URL: '' }))).toEqual({
    status: 1,
    stdout: '',
    stderr:
      'The database cannot be migrated: DATABASE_OWNER_URL is missing: name the role that owns the tables.\n',
  })
})

test('each command prints which database it speaks to, never the password [D20]', () => {
  const { hostname, port, username, password } = new URL(environment['DATABASE_URL']!)
  const owner = new URL(environment['DATABASE_OWNER_URL']!)
  const line = (user: string) => `Database ${name} at ${hostname}:${port} as ${user}.\n`
  const migrated = fiel(['migrate']).printed
  expect(migrated).toBe(line(owner.username))
  const listed = fiel(['partner', 'list', 'cafe']).printed
  expect(listed.startsWith(line(username))).toBe(true)
  for (const secret of [password, owner.password].filter(Boolean)) {
    expect(migrated + listed).not.toContain(secret)
  }
})

test('serve names all wrong and missing settings at once [D20]', () => {
  const changes = { SMTP_URL: '', FIEL_SECRET: '' }
  expect(fiel(['serve'], { ...changes, FIREBASE_API_KEY: 'a' }).stderr.split('\n')).toEqual([
    'SMTP_URL is missing: name the mail server, as in smtps://user:password@host.',
    expect.stringContaining('FIREBASE_'),
    'FIEL_SECRET is missing: make one, as with openssl rand -hex 32, and keep it.',
    '',
  ])
  const wrong = { ...changes, PORT: 'abc', LOG_LEVEL: 'verbose' }
  expect(fiel(['serve'], wrong).stderr.split('\n')).toEqual([
    'PORT is abc: use a whole number from 0 to 65535.',
    'LOG_LEVEL is verbose: use debug or info.',
    'SMTP_URL is missing: name the mail server, as in smtps://user:password@host.',
    'FIEL_SECRET is missing: make one, as with openssl rand -hex 32, and keep it.',
    '',
  ])
  expect(fiel(['serve'], { SMTP_URL: 'x', FIEL_SECRET: 'curto' }).stderr.split('\n')).toEqual([
    'FIEL_SECRET is short: use 32 random characters or more.',
    'SMTP_URL is no smtp:// or smtps:// address: write smtps://user:password@host.',
    '',
  ])
  expect(outcomeOf(fiel(['partner', 'list', 'cafe'], { PORT: 'abc' }))).toEqual({
    status: 1,
    stdout: '',
    stderr: 'PORT is abc: use a whole number from 0 to 65535.\n',
  })
})

test('serve and commands refuse an unmigrated database and change nothing [D20]', async () => {
  fiel(['migrate'])
  await administer(`drop database ${name} with (force)`)
  await administer(`create database ${name}`)
  const refused = {
    status: 1,
    stdout: '',
    stderr: 'DATABASE_URL cannot be used: it has no schema of Fiel: run npm run fiel -- migrate.\n',
  }
  expect(outcomeOf(fiel(['serve']))).toEqual(refused)
  expect(outcomeOf(fiel(['partner', 'list', 'cafe']))).toEqual(refused)
})

test('serve without DATABASE_URL starts no demo [D20]', () => {
  const refused = {
    status: 1,
    stdout: '',
    stderr: 'DATABASE_URL is missing: npm start runs the demo.\n',
  }
  expect(outcomeOf(fiel(['serve'], { DATABASE_URL: '' }))).toEqual(refused)
})

test('migrate requires DATABASE_URL even with DATABASE_OWNER_URL [D20]', () => {
  const { status, stderr } = fiel(['migrate'], { DATABASE_URL: '' })
  expect(status).toBe(1)
  expect(stderr).toContain('DATABASE_URL is missing')
})

test('serve refuses the owner of the tables [D20]', () => {
  fiel(['migrate'])
  const { status, stderr } = fiel(['serve'], { DATABASE_URL: environment['DATABASE_OWNER_URL']! })
  expect(status).toBe(1)
  expect(stderr).toMatch(
    /^DATABASE_URL cannot be used: its role \S+ could change what has happened/,
  )
})

test('serve runs API and jobs without DATABASE_OWNER_URL; SIGTERM drains, SIGINT stops [D20]', async () => {
  fiel(['migrate'])
  const changes = {
    DATABASE_OWNER_URL: '',
    NODE_ENV: 'production',
    DRAIN_SECONDS: '60',
    METRICS_PORT: '0',
  }
  const child = spawn(process.execPath, ['scripts/fiel.cjs', 'serve'], {
    cwd: root,
    env: { ...process.env, ...environment, ...changes },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let printed = ''
  child.stderr.on('data', (chunk) => (printed += String(chunk)))
  for await (const chunk of child.stdout) {
    printed += String(chunk)
    if (printed.includes('listens on port')) break
  }
  const port = /listens on port (\d+)/.exec(printed)?.[1]
  const statusOf = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).status
  expect(await statusOf('/api/health')).toBe(200)
  expect(await statusOf('/ready')).toBe(200)
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  // The port is open while it drains, so a refused connection fails the test.
  while ((await statusOf('/ready')) !== 503);
  expect(await statusOf('/live')).toBe(200)
  expect(await statusOf('/api/health')).toBe(200)
  const metrics = /Metrics at (\S+)\.$/m.exec(printed)![1]!
  expect(await (await fetch(metrics)).text()).toContain('\nfiel_draining 1\n')
  child.kill('SIGINT')
  expect((await ended)[0]).toBe(0)
  expect(printed).not.toMatch(/permission denied|"level":"(error|fatal)"/)
})

/** Types a block of the operating guide that serves, and waits until the node answers. */
async function serveAs(block: string) {
  const node = startScript(withoutNpm + block, { env: { ...environment, DRAIN_SECONDS: '0' } })
  onTestFinished(async () => void (await node.stop()))
  const [, port] = await node.until(/listens on port (\d+)/)
  expect((await fetch(`http://127.0.0.1:${port}/ready`)).status).toBe(200)
  return node
}

test('serve answers metrics at the address of the operating guide [D20]', async () => {
  fiel(['migrate'])
  const serve = blockOf('docs/operating-guide.md: METRICS_PORT=9464', [['9464', '0']])
  const node = await serveAs(serve)
  const [, address] = await node.until(/Metrics at (\S+)\.$/m)
  const read = blockOf('docs/operating-guide.md: curl http://127.0.0.1:9464/metrics', [
    ['http://127.0.0.1:9464/metrics', address!],
  ])
  const { stdout } = spawnSync('bash', ['-c', read], { encoding: 'utf8' })
  expect(stdout).toContain('\nfiel_draining 0\n')
})

test('serve starts with the two database URLs of the operating guide’s chapter about poolers [D20]', async () => {
  fiel(['migrate'])
  const url = environment['DATABASE_URL']!
  const node = await serveAs(
    blockOf('docs/operating-guide.md: export DATABASE_URL=postgresql://fiel_runtime:…@pgbouncer', [
      ['postgresql://fiel_runtime:…@pgbouncer.example.com:6432/fiel', url],
      ['postgresql://fiel_runtime:…@db.example.com/fiel', url],
    ]),
  )
  expect(await node.stop()).not.toMatch(/"level":"(error|fatal)"/)
})

test('an old Node prints one sentence', () => {
  const old = `Object.defineProperty(process, 'versions', { value: { node: '22.9.0' } })`
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--eval', `${old}; require('./scripts/fiel.cjs')`],
    { cwd: root, encoding: 'utf8' },
  )
  expect({ status, stdout, stderr }).toEqual({
    status: 1,
    stdout: '',
    stderr: 'Node 22.9.0 is too old for Fiel: use Node 24.0 or newer.\n',
  })
})

test('no verb falls back to a demo database in production [D20]', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'fiel-production-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const production = { NODE_ENV: 'production', DATABASE_URL: '', DATA_FOLDER: folder }
  const stderr = 'DATABASE_URL is missing: with NODE_ENV=production there is no demo database.\n'
  for (const args of [['serve'], ['migrate'], ['partner', 'list', 'cafe']]) {
    expect(fiel(args, production)).toMatchObject({ status: 1, stderr })
  }
  expect(await readdir(folder)).toEqual([])
})

test('fiel passes arguments and flags on to a verb', () => {
  expect(fiel(['company', 'check', 'companies/cafe'])).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('cafe: companies/cafe pode ser aplicada'),
  })
  expect(fiel(['webhook', 'replay', 'cafe', '--event', '7'])).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('Usage: npm run webhook -- secret COMPANY'),
  })
})
