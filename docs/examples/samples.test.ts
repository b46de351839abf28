/**
 * The samples in PHP, Java and C#: compared with the contract, and compiled where this machine has the compiler, as Debian has after
 * `apt-get install php-cli php-curl default-jdk-headless mono-mcs`.
 */

import { execFile, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'

import { Webhook } from 'standardwebhooks'
import { afterAll, describe, expect, test } from 'vitest'

import { webhookHeaderWords } from '#api/reference/text.ts'
import { createWebhookWorld } from '#api/testing/worlds/webhook-world.ts'
import type { Endpoint } from '#contract/endpoints/endpoint.ts'
import { endpoints } from '#contract/endpoints/endpoints.ts'
import { examples } from '#contract/reference/examples.ts'

const output = mkdtempSync(join(tmpdir(), 'fiel-samples-'))
afterAll(() => rmSync(output, { recursive: true }))

/** Sample → the command that compiles it. */
const compilers = {
  'till.php': ['php', '-l', 'till.php'],
  'Till.java': ['javac', '-Xlint:all', '-encoding', 'UTF-8', '-d', output, 'Till.java'],
  'Till.cs': ['mcs', '-r:System.Net.Http.dll', `-out:${join(output, 'Till.exe')}`, 'Till.cs'],
} as const
const names = Object.keys(compilers) as (keyof typeof compilers)[]

const folders = process.env['PATH']!.split(delimiter)
const isHere = (program: string) => folders.some((folder) => existsSync(join(folder, program)))
const compilable = names.filter((name) => {
  const [compiler] = compilers[name]
  if (!isHere(compiler)) console.info(`${name} was not compiled: this machine has no ${compiler}.`)
  return isHere(compiler)
})

const cwd = import.meta.dirname
const execute = promisify(execFile)

describe('the samples for tills [D3 D20]', () => {
  test.each(names)('the sample %s sends a sale as the contract describes it', (name) => {
    const text = readFileSync(join(cwd, name), 'utf8')
    const paths = [...text.matchAll(/['"](\/partner\/[^'"]*)['"]/g)].map(([, path]) => path)
    expect(paths).toEqual(['/partner/points/generate'])
    const { idempotent }: Endpoint = endpoints['POST /partner/points/generate']
    expect(idempotent).toBe(true)
    const words = ['Idempotency-Key', 'Bearer', 'Retry-After', 'whsec_', 'data.type', 'v1,']
    const fields = ['customer', 'document', 'purchase_value', 'external_id', 'subsidiary_name']
    const { body } = examples['POST /partner/points/generate']
    expect(fields.filter((field) => !(field in body) && !(field in body.customer))).toEqual([])
    const needed = [...words, ...fields, ...Object.keys(webhookHeaderWords)]
    const plain = text.replace("['data']['type']", 'data.type').replace('RetryAfter', 'Retry-After')
    expect(needed.filter((word) => !plain.includes(word))).toEqual([])
  })

  test('each sample for tills compiles without a warning, where this machine has its compiler', async () => {
    const outputs = compilable.map(async (name) => {
      const [compiler, ...args] = compilers[name]
      return (await execute(compiler, args, { cwd })).stderr
    })
    expect(await Promise.all(outputs)).toEqual(compilable.map(() => ''))
  })

  // PHP alone, because Java and Mono take seconds to start.
  test('till.php, where PHP is, makes a sale once and tells a signed message from a forged one', async () => {
    const hasCurl = ['-r', "exit(extension_loaded('curl') ? 0 : 1);"]
    if (!compilable.includes('till.php') || spawnSync('php', hasCurl).status !== 0) return
    const world = await createWebhookWorld()
    const cafe = await world.listeningCompany('example')
    const url = `${await world.app.listen({ port: 0, host: '127.0.0.1' })}/api`
    const { document } = await world.registered(cafe)
    const sale = ['till.php', 'sale', url, cafe.key, document, '10000', 'sale-1', 'Loja “1” \\ "2"']
    const sold = async () => JSON.parse((await execute('php', sale, { cwd })).stdout)
    const record = await sold()
    expect(record).toMatchObject({ points_amount: 100, balance: { amount_balance: 100 } })
    expect(await sold()).toEqual(record)

    const body = JSON.stringify({ type: 'level.changed', data: { level_name: 'Açaí' } })
    const now = new Date()
    const signature = new Webhook(cafe.secret).sign('message-1', now, body)
    const sent_s = Math.floor(now.getTime() / 1000)
    const verify = (input: string, timestamp_s = sent_s) =>
      spawnSync(
        'php',
        ['till.php', 'verify', cafe.secret, 'message-1', String(timestamp_s), signature],
        { cwd, input, encoding: 'utf8' },
      ).stdout
    expect(verify(body)).toBe('level.changed\n')
    expect(verify(body.replace('Açaí', 'Lata'))).toBe('')
    expect(verify(body, sent_s - 301)).toBe('')
  })
})
