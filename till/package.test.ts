/** The package fiel-till as a till's developer gets it: packed, installed outside the repository, typed, and run on each Node. */

import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'

import { afterAll, describe, expect, onTestFinished, test } from 'vitest'

import { createWebhookWorld } from '#api/testing/worlds/webhook-world.ts'
import { sale } from '#api/testing/worlds/world.ts'

import { blockOf } from '../docs/blocks.ts'
import { buildClient } from '../scripts/client/build-client.ts'

const root = join(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'fiel-till-'))
afterAll(() => rmSync(folder, { recursive: true }))

const execute = promisify(execFile)
const built = join(folder, 'built')
/** A till's project. */
const project = join(folder, 'project')

await buildClient(built)
mkdirSync(project)
writeFileSync(join(project, 'package.json'), JSON.stringify({ type: 'module', private: true }))
const pack = blockOf('docs/partner-guide.md: npm pack', [
  ['./till/dist', built],
  ['FOLDER', project],
])
// The package needs no other: npm asks no registry.
const offline = { npm_config_offline: 'true', npm_config_audit: 'false', npm_config_fund: 'false' }
await execute('bash', ['-euc', pack], { cwd: root, env: { ...process.env, ...offline } })
const installed = join(project, 'node_modules/fiel-till')
copyFileSync(join(root, 'docs/examples/till.mjs'), join(project, 'till.mjs'))

/** Each program that this machine starts for `node`: the project's own, and the machine's, such as Node 20. */
const programs = process.env['PATH']!.split(delimiter).map((path) => join(path, 'node'))
const nodes = [
  ...new Set(programs.filter((path) => existsSync(path)).map((path) => realpathSync(path))),
]

describe('the files of fiel-till [D20]', () => {
  test('the files of fiel-till are the same in each build, and the package has no dependencies', async () => {
    const again = join(folder, 'again')
    await buildClient(again)
    const contents = (from: string) =>
      Object.fromEntries(
        readdirSync(from).map((file) => [file, readFileSync(join(from, file), 'utf8')]),
      )
    expect(contents(again)).toEqual(contents(built))
    expect(contents(installed)).toEqual(contents(built))
    expect(readdirSync(join(project, 'node_modules'))).not.toContain('zod')
    const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as object
    expect(manifest).not.toHaveProperty('dependencies')
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    expect(manifest).toMatchObject({ version, type: 'module', engines: { node: '>=20' } })
  })
})

/** The places of the compiler's errors: file and line. Node's own types are those of this repository. */
async function errorsOf(files: string[]): Promise<string[]> {
  const options =
    '--strict --exactOptionalPropertyTypes --noUncheckedIndexedAccess --noEmit --allowJs --checkJs ' +
    '--target es2022 --lib es2022 --module nodenext --types node'
  const types = ['--typeRoots', join(root, 'node_modules/@types')]
  const compiler = join(root, 'node_modules/.bin/tsc')
  const { stdout } = await execute(compiler, [...options.split(' '), ...types, ...files], {
    cwd: project,
  }).catch((error: { stdout: string }) => error)
  return [...stdout.matchAll(/^(\S+)\((\d+),\d+\): error/gm)].map(
    ([, file, line]) => `${file} ${line}`,
  )
}

/** The line of a sample that must not compile, and what is wrong with it. */
const mistakes: [string, string][] = [
  ['a field that the call lacks', 'await till.generatePoints({ ...sale, purchase_valeu: 1 })'],
  ['money as text', "await till.generatePoints({ ...sale, purchase_value: '45,90' })"],
  ['no shop', 'await till.withdrawVoucher(code, {})'],
  ['a customer by two keys', "await till.findCustomer({ phone: '11987654321', document: code })"],
  ['an intention without an amount', 'await till.openIntention(sale)'],
  ['an argument of the path that is missing', 'await till.reversePoints({ external_id: code })'],
  ['a field that no answer has', 'const { points } = await till.simulatePoints(sale)'],
  [
    'a code that another call declares',
    "if (isErrorOf(error, 'generatePoints') && error.code === 'voucher_expired') throw error",
  ],
  ['a code that a function of another name declares', "isErrorOf(error, 'givePoints')"],
  ['a type of event that Fiel does not send', "if (event.type === 'points.given') throw error"],
  ['a field of another event', "if (event.type === 'level.changed') event.data.points_amount"],
]

const sample = `
import { isErrorOf, openTill, verifyEvent } from 'fiel-till'
const till = openTill({ url: 'https://clube.example.com.br/api', key: 'fiel_…' })
const sale = { customer: { code: 'F1' }, purchase_value: 4590, external_id: '1', subsidiary_name: 'A' }
const code = '52998224725'
const error: unknown = new Error(code)
const event = await verifyEvent('whsec_', { 'webhook-id': ['1'] }, new Uint8Array())
await till.openIntention({ ...sale, points_amount: 1 })
await till.captureIntention(code)
if (isErrorOf(error, 'withdrawVoucher') && error.code === 'voucher_expired') console.log(error.message)
if (event.type === 'points.generated') console.log(event.data.points_amount)
`

const readme = readFileSync(join(installed, 'README.md'), 'utf8')
const readmeSamples = [...readme.matchAll(/^```ts\n([^]*?)^```$/gm)].map(([, text]) => text!)
/** The names that the samples of README take as given. */
const readmeNames = `
import { isErrorOf, openTill } from 'fiel-till'
declare const [show, book]: [(text: string) => void, (sale: string | null, points: number) => void]
declare const sale: {
  customer: { document: string }
  purchase_value: number
  external_id: string
  subsidiary_name: string
}
declare const [code, subsidiary_name, secret, body]: [string, string, string, string]
declare const request: { headers: Record<string, string[]> }
const till = openTill({ url: '', key: '' })
`

test('fiel-till can be required from CommonJS [D20]', async () => {
  const text = "const { openTill } = require('fiel-till'); console.log(typeof openTill)"
  const { stdout } = await execute(process.execPath, ['--input-type=commonjs', '-e', text], {
    cwd: project,
  })
  expect(stdout).toBe('function\n')
})

describe('the types of fiel-till [D20]', () => {
  test('the types of fiel-till accept the samples, and refuse a wrong field or an undeclared code', async () => {
    expect(readmeSamples).toHaveLength(4)
    writeFileSync(join(project, 'readme.ts'), readmeNames + readmeSamples.join('\n'))
    writeFileSync(join(project, 'sample.ts'), sample)
    const wrong = [sample, ...mistakes.map(([, line]) => line)].join('\n')
    writeFileSync(join(project, 'wrong.ts'), wrong)
    const first = sample.split('\n').length + 1
    const expected = mistakes.map((mistake, at) => [mistake, `wrong.ts ${first + at}`])
    const errors = new Set(await errorsOf(['till.mjs', 'readme.ts', 'sample.ts', 'wrong.ts']))
    expect(expected.filter(([, place]) => !errors.delete(place as string))).toEqual([])
    expect([...errors]).toEqual([])
  })
})

const world = await createWebhookWorld()
const cafe = await world.listeningCompany('example')
const url = `${await world.app.listen({ port: 0, host: '127.0.0.1' })}/api`

async function balanceOf({ headers }: { headers: Record<string, string> }) {
  return (await world.call('GET /customer/balance', { headers })).body
}

/** A proxy that carries each call out, cuts the first connection, and answers the second with 503 and Retry-After. */
async function openProxy() {
  const keys: (string | undefined)[] = []
  const proxy = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      const { authorization, 'idempotency-key': key } = request.headers
      keys.push(key as string)
      const answer = await world.app.inject({
        method: 'POST',
        url: request.url!,
        headers: { authorization, 'content-type': 'application/json', 'idempotency-key': key },
        payload: Buffer.concat(chunks),
      })
      if (keys.length === 1) response.destroy()
      else if (keys.length === 2) response.writeHead(503, { 'retry-after': '1' }).end('busy')
      else response.writeHead(answer.statusCode).end(answer.body)
    })()
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void proxy.close())
  await once(proxy, 'listening')
  return { url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/api`, keys }
}

const day = `
import { isErrorOf, openTill, verifyEvent } from 'fiel-till'
const { url, key, proxied, sale, secret, message } = JSON.parse(process.argv[2])
const till = openTill({ url, key })
const record = await till.generatePoints(sale)
const repeated = await till.generatePoints(sale)
const refused = await till.generatePoints({ ...sale, purchase_value: 1 }).catch((error) => error)
const retries = []
const behind = openTill({ url: proxied, key, onRetry: ({ error }) => retries.push(error.code) })
const other = await behind.generatePoints({ ...sale, external_id: sale.external_id + '-2' })
const intention = await till.openIntention({ ...sale, points_amount: 20 })
await till.cancelIntention(intention.id)
const { status } = await till.getIntentionAsPartner(intention.id)
const event = await verifyEvent(secret, message.headers, message.body)
const forged = await verifyEvent(secret, message.headers, message.body + ' ').catch((error) => error)
console.log(JSON.stringify({
  points: [record.points_amount, other.points_amount],
  isOnce: record.id === repeated.id && record.id !== other.id,
  refused: [refused.code, refused.status, refused.message, isErrorOf(refused, 'generatePoints')],
  retries,
  type: event.type,
  intention: status,
  forged: forged.name,
}))`

describe('fiel-till on a server [D3 D20]', () => {
  test('fiel-till sells once, is refused, retries, and verifies a message, on each Node here', async () => {
    world.startNode()
    writeFileSync(join(project, 'day.mjs'), day)
    const customers = await Promise.all(nodes.map(() => world.confirmed(cafe)))
    const [message] = await world.messagesTo('example', nodes.length)
    const days = nodes.map(async (node, at) => {
      const { url: proxied, keys } = await openProxy()
      const { document } = customers[at]!
      const given = { url, key: cafe.key, proxied, sale: sale(document), secret: cafe.secret }
      const sent = JSON.stringify({ ...given, message })
      const { stdout } = await execute(node, ['day.mjs', sent], { cwd: project })
      return { ...(JSON.parse(stdout) as object), keys }
    })
    for (const { keys, ...done } of await Promise.all(days)) {
      expect(done).toEqual({
        points: [100, 100],
        isOnce: true,
        refused: [
          'idempotency_mismatch',
          422,
          'Esta operação já foi feita com outros dados.',
          true,
        ],
        retries: ['no_answer', 'unexpected_answer'],
        type: message!.event.type,
        intention: 'CANCELLED',
        forged: 'SignatureError',
      })
      expect(keys).toHaveLength(3)
      expect(new Set(keys).size).toBe(1)
    }
    for (const customer of customers) {
      expect(await balanceOf(customer)).toMatchObject({ amount_balance: 200 })
    }
  })

  test('fiel-till’s example sells, asks again after a wrong code, and returns a part', async () => {
    const customer = await world.confirmed(cafe)
    await world.generate(cafe, sale(customer.document, { purchase_value: 100_000 }))
    const till = spawn(nodes.at(-1)!, ['till.mjs', customer.document, 'sale-1'], {
      cwd: project,
      env: { ...process.env, FIEL: url, KEY: cafe.key },
    })
    let printed = ''
    let answers = 0
    till.stderr.on('data', (chunk: Buffer) => void (printed += String(chunk)))
    till.stdout.on('data', (chunk: Buffer) => {
      printed += String(chunk)
      if (!printed.endsWith('phone: ')) return
      printed += '\n'
      answers += 1
      void answer()
    })
    /** A wrong code first. */
    async function answer() {
      const { body } = await world.call('GET /points/intention', { headers: customer.headers })
      const { code } = body as { code: string }
      const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
      till.stdin.write(`${answers === 1 ? wrong : code}\n`)
    }
    const [status] = await once(till, 'close')
    expect(printed.split('\n')).toEqual([
      'The sale earns 45 points.',
      "The code on the customer's phone: ",
      'O código não confere. Restam 4 tentativas.',
      "The code on the customer's phone: ",
      '40 points given. Balance: 540.',
      '-13 points returned.',
      '',
    ])
    expect(status).toBe(0)
  })
})
