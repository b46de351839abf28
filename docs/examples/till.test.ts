/** Runs the example client against a real server, and checks the figures of the guide. */

import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'

import { describe, expect, expectTypeOf, onTestFinished, test, vi } from 'vitest'

import { createWebhookWorld } from '#api/testing/worlds/webhook-world.ts'
import { sale } from '#api/testing/worlds/world.ts'
import { endpoints, type RequestOf, type ResponseOf } from '#contract/endpoints/endpoints.ts'
import { webhookTypes } from '#contract/webhook.ts'

import { tillInJavaScript } from '../../scripts/till/javascript.ts'
import { openTill, TillError, verifiedEvent } from './till.ts'

const world = await createWebhookWorld()
const cafe = await world.listeningCompany('example')
const url = `${await world.app.listen({ port: 0, host: '127.0.0.1' })}/api`
const till = openTill({ url, key: cafe.key })

async function balanceOf({ headers }: { headers: Record<string, string> }) {
  return (await world.call('GET /customer/balance', { headers })).body
}

describe('docs/examples/till.ts [D3]', () => {
  test('simulates, makes, repeats and returns a sale; the webhook receives each once, verified', async () => {
    world.startNode()
    const customer = await world.registered(cafe)
    const made = sale(customer.document)
    expect(await till.simulate(made)).toMatchObject({ points_amount: 100 })
    expect(await balanceOf(customer)).toEqual({ amount_balance: 0, value_balance: 0 })
    const record = await till.generate(made)
    expect(await till.generate(made)).toEqual(record)
    expect(record).toMatchObject({ points_amount: 100, balance: { amount_balance: 100 } })
    const part = { returned_value: 2_500, external_id: `${made.external_id}-1` }
    expect(await till.reverse(record.id, part)).toMatchObject({ points_amount: -25 })
    const rest = { external_id: `${made.external_id}-2` }
    expect(await till.reverse(record.id, rest)).toMatchObject({ points_amount: -75 })
    expect(await balanceOf(customer)).toEqual({ amount_balance: 0, value_balance: 0 })

    const messages = await world.messagesTo('example', 4)
    const events = messages.map(({ body, headers }) => verifiedEvent(cafe.secret, headers, body))
    expect(events.map(({ type }) => type).toSorted()).toEqual([
      'customer.created',
      'points.generated',
      'points.reversed',
      'points.reversed',
    ])
    expect(events.find(({ type }) => type === 'points.generated')!.data).toMatchObject({
      id: record.id,
      external_id: made.external_id,
    })
  })

  test('points are charged with the code, or after the customer’s touch for less, or not at all', async () => {
    const customer = await world.confirmed(cafe)
    await till.generate(sale(customer.document))
    const charge = () => {
      const {
        customer: whom,
        purchase_value,
        external_id,
        subsidiary_name,
      } = sale(customer.document)
      return till.charge({
        customer: whom,
        purchase_value,
        external_id,
        subsidiary_name,
        points_amount: 20,
      })
    }
    const shown = async () =>
      (await world.call('GET /points/intention', { headers: customer.headers })).body as {
        id: string
        code: string
      }
    const intention = await charge()
    const { code } = await shown()
    expect(await till.capture(intention.id, { code })).toMatchObject({ status: 'CAPTURED' })
    const confirmed = await charge()
    await world.call('POST /points/intention/{id}/confirm', {
      headers: customer.headers,
      params: { id: confirmed.id },
    })
    expect(await till.intention(confirmed.id)).toMatchObject({ status: 'AUTHORIZED' })
    await till.capture(confirmed.id, { points_amount: 5 })
    const dropped = await charge()
    await till.cancel(dropped.id)
    expect(await till.intention(dropped.id)).toMatchObject({ status: 'CANCELLED' })
    expect(await balanceOf(customer)).toMatchObject({ amount_balance: 75 })
  })

  test('a prize is handed out once, whoever asks again', async () => {
    const shop = await world.createCompany('premios', {
      prizes: [{ key: 'cafe', name: 'Café', value: 0 }],
    })
    const customer = await world.registered(shop)
    const [prize] = (await world.call('GET /prize', { headers: customer.headers })).body as [
      { id: string },
    ]
    const issued = await world.call('POST /voucher/generate', {
      headers: customer.headers,
      body: {
        customer_document: customer.document,
        products: [{ prize_id: prize.id, quantity: 1 }],
      },
    })
    const [{ code }] = issued.body as [{ code: string }]
    const counter = openTill({ url, key: shop.key })
    expect(await counter.voucher(code)).toMatchObject({ state: 'TO_WITHDRAW' })
    expect(await counter.withdraw(code, 'Loja 1')).toMatchObject({ state: 'WITHDRAWN' })
    await expect(counter.withdraw(code, 'Loja 1')).rejects.toMatchObject({
      type: 'voucher_withdrawn',
    })
  })

  test('a refusal is thrown with its type and its sentence, and not sent again', async () => {
    const customer = await world.registered(cafe)
    const made = sale(customer.document)
    await till.generate(made)
    const other = till.generate({ ...made, purchase_value: 1 })
    await expect(other).rejects.toThrow(TillError)
    await expect(other).rejects.toMatchObject({
      status: 422,
      type: 'idempotency_mismatch',
      message: 'Esta operação já foi feita com outros dados.',
    })
    const stranger = openTill({ url, key: `${cafe.key.slice(0, -1)}_` })
    await expect(stranger.generate(sale(customer.document))).rejects.toMatchObject({ status: 401 })
    expect(await balanceOf(customer)).toMatchObject({ amount_balance: 100 })
  })

  test('a sale whose answer is lost on the way is sent again, and counts once', async () => {
    let lostAnswers = 0
    const proxy = createServer((request, response) => {
      void (async () => {
        const chunks: Buffer[] = []
        for await (const chunk of request) chunks.push(chunk as Buffer)
        const { authorization } = request.headers
        const answer = await world.app.inject({
          method: 'POST',
          url: request.url!,
          headers: { authorization, 'content-type': 'application/json' },
          payload: Buffer.concat(chunks),
        })
        lostAnswers += 1
        if (lostAnswers <= 2) response.destroy()
        else response.writeHead(answer.statusCode).end(answer.body)
      })()
    }).listen(0, '127.0.0.1')
    onTestFinished(() => void proxy.close())
    await once(proxy, 'listening')
    const { port } = proxy.address() as AddressInfo
    const behind = openTill({ url: `http://127.0.0.1:${port}/api`, key: cafe.key })
    const customer = await world.registered(cafe)
    expect(await behind.generate(sale(customer.document))).toMatchObject({ points_amount: 100 })
    expect(lostAnswers).toBe(3)
    expect(await balanceOf(customer)).toMatchObject({ amount_balance: 100 })
  })

  test('a message that was changed, is old, or is signed by another is not believed', async () => {
    world.startNode()
    await world.emit(cafe, 'level.changed', { level_name: 'Ouro' })
    const [message] = await world.messagesTo('example', 1)
    const { body, headers } = message!
    const later = new Date(world.now().getTime() + 301_000)
    const forged = body.replace('Ouro', 'Lata')
    const unsigned = { ...headers, 'webhook-signature': 'v1,' }
    expect(verifiedEvent(cafe.secret, headers, body).type).toBe('level.changed')
    for (const notBelieved of [
      () => verifiedEvent(cafe.secret, headers, forged),
      () => verifiedEvent(cafe.secret, { ...headers, 'webhook-id': 'other' }, body),
      () => verifiedEvent(cafe.secret, { ...headers, 'webhook-timestamp': 'now' }, body),
      () => verifiedEvent(cafe.secret, unsigned, body),
      () => verifiedEvent('whsec_b3RoZXI=', headers, body),
      () => verifiedEvent(cafe.secret, {}, body),
    ]) {
      expect(notBelieved).toThrow('the message is not')
    }
    vi.useFakeTimers({ toFake: ['Date'], now: later })
    onTestFinished(() => void vi.useRealTimers())
    expect(() => verifiedEvent(cafe.secret, headers, body)).toThrow('the message is not')
  })
})

const run = promisify(execFile)

/** Each program that this machine starts for `node`: the project's own, and the machine's, such as Node 20. */
const programs = process.env['PATH']!.split(delimiter).map((folder) => join(folder, 'node'))
const nodes = [
  ...new Set(programs.filter((path) => existsSync(path)).map((path) => realpathSync(path))),
]

describe('docs/examples/till.mjs [D3 D20]', () => {
  test('makes and returns a sale on each Node of this machine, and refuses a forged message', async () => {
    const customer = await world.registered(cafe)
    const text = `
      import { openTill, verifiedEvent } from './till.mjs'
      const till = openTill(${JSON.stringify({ url, key: cafe.key })})
      const sale = JSON.parse(process.argv[1])
      const { id, points_amount } = await till.generate(sale)
      await till.reverse(id, { external_id: sale.external_id + '-return' })
      let forged = 'believed'
      try { verifiedEvent('whsec_b3RoZXI=', {}, '{}') } catch { forged = 'refused' }
      console.log(points_amount, forged)`
    const outputs = nodes.map(async (node) => {
      const args = ['--input-type=module', '-e', text, JSON.stringify(sale(customer.document))]
      return (await run(node, args, { cwd: import.meta.dirname })).stdout
    })
    expect(await Promise.all(outputs)).toEqual(nodes.map(() => '100 refused\n'))
    expect(await balanceOf(customer)).toMatchObject({ amount_balance: 0 })
  })

  // When this fails: npm run till-files.
  test('is till.ts as JavaScript', () => {
    expect(readFileSync(join(import.meta.dirname, 'till.mjs'), 'utf8')).toBe(tillInJavaScript())
  })
})

test('the types of docs/examples/till.ts are those of the contract [D3]', () => {
  type Till = ReturnType<typeof openTill>
  type Body<Key extends 'generate' | 'charge'> = Parameters<Till[Key]>[0]
  type Answer<Key extends keyof Till> = Awaited<ReturnType<Till[Key]>>
  expectTypeOf<Body<'generate'>>().toExtend<RequestOf<'POST /partner/points/generate'>['body']>()
  expectTypeOf<Body<'charge'>>().toExtend<RequestOf<'POST /partner/points/intention'>['body']>()
  expectTypeOf<ResponseOf<'POST /partner/points/simulate'>>().toExtend<Answer<'simulate'>>()
  expectTypeOf<ResponseOf<'POST /partner/points/generate'>>().toExtend<Answer<'generate'>>()
  expectTypeOf<ResponseOf<'POST /partner/points/{id}/reverse'>>().toExtend<Answer<'reverse'>>()
  expectTypeOf<ResponseOf<'POST /partner/points/intention'>>().toExtend<Answer<'charge'>>()
  expectTypeOf<ResponseOf<'GET /partner/voucher/{code}'>>().toExtend<Answer<'voucher'>>()
  expectTypeOf<ResponseOf<'POST /partner/voucher/{code}/withdraw'>>().toExtend<Answer<'withdraw'>>()
})

describe('docs/partner-guide.md [D3]', () => {
  const guide = readFileSync(join(import.meta.dirname, '../partner-guide.md'), 'utf8')
  const commands = [...guide.matchAll(/^curl (?:-X (\w+) )?"\$FIEL([^"?]+)[^]*?(?=\n```)/gm)].map(
    ([command, method, path]) => `${method ?? (/ -d /.test(command) ? 'POST' : 'GET')} ${path}`,
  )
  const partnerEndpoints = Object.entries(endpoints)
    .filter(([, { caller }]) => caller === 'partner')
    .map(([key]) => key)

  // documents.test.ts sends each call and compares the answer.
  test.each(partnerEndpoints)('shows %s', (key) => {
    const form = new RegExp(
      `^${key.replaceAll('/', String.raw`\/`).replaceAll(/\{\w+\}/g, String.raw`\$[A-Z]+`)}$`,
    )
    expect(commands.filter((command) => form.test(command))).not.toEqual([])
  })

  test('names every type of event', () => {
    expect(webhookTypes.filter((type) => !guide.includes(`\`${type}\``))).toEqual([])
  })
})
