/** Commands on the demo while its server runs, each in its own process. */

import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, cp, rm } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

import { Webhook } from 'standardwebhooks'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'

import { withoutDatabase } from '#api/testing/worlds/database-url.ts'
import { eventually } from '#api/testing/worlds/eventually.ts'

import { emptyFolder, sell, startProcess, stop } from './testing/process.ts'

// Each test starts a new demo and some ten commands.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })
const root = join(import.meta.dirname, '..')
let dataFolder: string
let running: ChildProcess[] = []

beforeEach(async () => {
  dataFolder = await emptyFolder()
})
afterEach(async () => {
  for (const child of running) await stop(child, 'SIGTERM')
  running = []
  await rm(dataFolder, { recursive: true, force: true })
})

test('partner commands create, list and revoke a key while the server runs [D3]', async () => {
  const started = await startProcess(dataFolder, running)
  const command = (...args: string[]) =>
    spawnSync(process.execPath, ['scripts/fiel.ts', ...args], {
      cwd: root,
      env: { ...process.env, DATA_FOLDER: dataFolder },
      encoding: 'utf8',
    })
  const made = command('partner', 'key', 'cafe', 'Caixa 1')
  expect(made.stdout).toMatch(/^fiel_[0-9a-f]{32}_[\w-]{43}\n$/)
  expect((await sell({ ...started, printed: `till's key ${made.stdout}` }, 'sale-9')).status).toBe(
    201,
  )
  expect(command('partner', 'key', 'nada', 'Caixa 1')).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/\nThere is no company nada: apply its folder first\.\n$/),
  })
  const [, prefix] = /^(fiel_[0-9a-f]{32}_[\w-]{6})/.exec(made.stdout)!
  expect(command('partner', 'list', 'cafe').stdout).toContain(
    `${prefix}…  Caixa 1  points,vouchers,customers  3600 look-ups an hour, 100 of them misses  made `,
  )
  expect(command('partner', 'revoke', 'cafe', 'Caixa 1').stdout).toBe('Caixa 1 is revoked.\n')
  const sold = await sell({ ...started, printed: `till's key ${made.stdout}` }, 'sale-10')
  expect(sold.status).toBe(401)
  expect(command('partner', 'revoke', 'cafe', 'Caixa 1')).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/\ncafe has no live key Caixa 1\.\n$/),
  })
  expect(command('partner', 'key', 'cafe', 'Caixa 1', 'everything')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('Usage: npm run partner -- key COMPANY'),
  })
  expect(command('company', 'apply', 'companies/cafe', '--yes').stdout).toBe('cafe: nada a mudar\n')
  const audited = command('audit')
  expect(audited.status).toBe(0)
  expect(audited.stdout).toMatch(/"customers":4,"differences":0.*\n.*"faults":0/)
})

test('webhook commands print the secret, list deliveries and replay one while the server runs [D3]', async () => {
  const received: { headers: IncomingHttpHeaders; body: string }[] = []
  const receiver = createServer((request, response) => {
    void (async () => {
      received.push({ headers: request.headers, body: await text(request) })
      response.writeHead(204).end()
    })()
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void receiver.close())
  await once(receiver, 'listening')
  const { port } = receiver.address() as AddressInfo
  const started = await startProcess(dataFolder, running)
  // spawnSync would block the receiver, which is in this process.
  const command = async (...args: string[]) => {
    const child = spawn(process.execPath, ['scripts/fiel.ts', ...args], {
      cwd: root,
      env: { ...process.env, DATA_FOLDER: dataFolder },
    })
    const ended = once(child, 'exit')
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
    const [status] = await ended
    return { stdout, stderr: withoutDatabase(stderr), status }
  }
  const folder = join(dataFolder, 'cafe')
  await cp(join(root, 'companies/cafe'), folder, { recursive: true })
  const webhooks = `webhooks: [{ url: 'http://127.0.0.1:${port}/fiel' }]\n`
  await appendFile(join(folder, 'company.yaml'), webhooks)
  const webhook = 'webhook'
  expect(await command(webhook, 'secret', 'cafe')).toMatchObject({
    status: 1,
    stderr: 'The company has no webhooks: name them in its company.yaml and apply it.\n',
  })
  await command('company', 'apply', folder, '--yes')
  const secret = (await command(webhook, 'secret', 'cafe')).stdout.trim()
  expect(secret).toMatch(/^whsec_/)

  const sold = (await (await sell(started, 'sale-1')).json()) as { id: string }
  await eventually(() => expect(received).toHaveLength(1))
  const [{ body, headers }] = received as [(typeof received)[0]]
  expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toMatchObject({
    type: 'points.generated',
    data: { id: sold.id, external_id: 'sale-1' },
  })
  const id = String(headers['webhook-id'])
  await eventually(async () =>
    expect((await command(webhook, 'list', 'cafe')).stdout).toContain('1 delivered'),
  )
  const lines = (await command(webhook, 'list', 'cafe')).stdout.split('\n')
  expect(lines[0]).toBe(
    `http://127.0.0.1:${port}/fiel  all types  live  1 delivered, 0 waiting, 0 given up`,
  )
  expect(lines[1]).toMatch(new RegExp(`points.generated {2}${id} {2}204 {2}\\d+ ms`))

  expect(await command(webhook, 'replay', 'cafe', '--event', id)).toMatchObject({
    status: 0,
    stdout: '1 to be sent again\n',
  })
  await eventually(() => expect(received).toHaveLength(2))
  expect(received[1]!.headers['webhook-id']).toBe(id)
  expect(await command(webhook, 'replay', 'cafe', '--event', '7')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('Usage: npm run webhook -- secret COMPANY'),
  })
})
