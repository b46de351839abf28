/** D3: events are signed and delivered at least once to the company's own server only, despite failures. */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

import { Webhook } from 'standardwebhooks'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'

import { eventually } from '#api/testing/worlds/eventually.ts'
import { endWaiting } from '#api/testing/worlds/lock.ts'
import { createWebhookWorld, type Message } from '#api/testing/worlds/webhook-world.ts'
import { asPartner, sale } from '#api/testing/worlds/world.ts'
import { WebhookEvent } from '#contract/webhook.ts'
import { row, rows, sql, transaction } from '#database/sql.ts'

import { maxToEndpoint } from './deliver.ts'
import {
  attempts,
  enableEndpoint,
  endpointNamed,
  endpoints,
  replaceSecret,
  replay,
} from './endpoint.ts'

const world = await createWebhookWorld()
const { database, replies, received, log, emit, messagesTo, deliveries, attempted } = world
const loja = await world.listeningCompany('loja')
const rival = await world.listeningCompany('rival')

/** Waits until every due delivery was claimed: one that became due after all others has been delivered. */
async function lookedForAll(): Promise<void> {
  await emit(rival, 'level.changed')
  await attempted(rival, 1)
}

const verified = ({ body, headers }: Message, secret: string) =>
  new Webhook(secret).verify(body, headers as Record<string, string>)

describe('a node', () => {
  test('a sale and a registration are delivered in the contract’s form, by Standard Webhooks [D3]', async () => {
    world.startNode()
    const customer = await world.registered(loja)
    const sold = await world.generate(loja, sale(customer.document, { external_id: 'v-1' }))
    const messages = await messagesTo('loja', 2)
    for (const message of messages) {
      expect(verified(message, loja.secret)).toEqual(message.event)
      expect(WebhookEvent.parse(message.event)).toEqual(message.event)
      expect(message.headers).toMatchObject({ 'content-type': 'application/json' })
    }
    const dataByType = Object.fromEntries(messages.map(({ event }) => [event.type, event.data]))
    expect(dataByType).toEqual({
      'customer.created': { customer_id: customer.id, login_type: 'EMAIL' },
      'points.generated': {
        id: (sold.body as { id: string }).id,
        customer_id: customer.id,
        external_id: 'v-1',
        subsidiary_name: 'Loja 1',
        purchase_value: 10_000,
        points_amount: 100,
        points_value: 100,
        available_at: null,
        expires_at: null,
        balance: { amount_balance: 100, value_balance: 100 },
      },
    })
  })

  test('a node delivers each partial return of a purchase once [D3 D4]', async () => {
    world.startNode()
    const { document, id: customer_id } = await world.registered(loja)
    const { id } = (await world.generate(loja, sale(document))).body as { id: string }
    const partialReturn = { returned_value: 2_500, external_id: 'd-1' }
    for (const body of [partialReturn, partialReturn, { external_id: 'd-2' }]) {
      const answer = await world.call('POST /partner/points/{id}/reverse', {
        params: { id },
        body,
        headers: asPartner(loja),
      })
      expect(answer.status).toBe(201)
    }
    const messages = await messagesTo('loja', 4)
    const reversals = messages
      .filter(({ event }) => event.type === 'points.reversed')
      .map(({ event }) => WebhookEvent.parse(event).data)
    expect(messages).toHaveLength(4)
    const reversal = { id: expect.any(String), reverses_id: id, customer_id }
    expect(new Set(reversals)).toEqual(
      new Set([
        {
          ...reversal,
          external_id: 'd-1',
          points_amount: -25,
          points_value: -25,
          balance: { amount_balance: 75, value_balance: 75 },
        },
        {
          ...reversal,
          external_id: 'd-2',
          points_amount: -75,
          points_value: -75,
          balance: { amount_balance: 0, value_balance: 0 },
        },
      ]),
    )
  })

  test('a node delivers a repeated sale once and a refused one not at all [D3]', async () => {
    world.startNode()
    const { document } = await world.registered(loja)
    const onceOnly = sale(document)
    await Promise.all(Array.from({ length: 10 }, () => world.generate(loja, onceOnly)))
    await world.generate(loja, { ...onceOnly, purchase_value: 1 })
    await messagesTo('loja', 2)
    await attempted(loja, 2)
    expect(received.map(({ event }) => event.type).toSorted()).toEqual([
      'customer.created',
      'points.generated',
    ])
  })

  test('a node delivers an event if and only if its transaction commits [D3]', async () => {
    world.startNode()
    const undone = transaction(database, async (connection) => {
      await row(
        connection,
        sql`select emit_event(${loja.id}, 'level.changed', '{}', ${world.now()})`,
      )
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    await emit(loja, 'voucher.issued')
    await messagesTo('loja', 1)
    expect(received.map(({ event }) => event.type)).toEqual(['voucher.issued'])
  })

  test('a node delivers only the types that an endpoint names; without endpoints none are stored [D3]', async () => {
    const picky = await world.listeningCompany('picky', { types: ['level.changed'] })
    world.startNode()
    await emit(picky, 'points.generated')
    await emit(picky, 'level.changed')
    await emit(world.posto, 'level.changed')
    await attempted(picky, 1)
    expect(received.map(({ path, event }) => [path, event.type])).toEqual([
      ['/picky', 'level.changed'],
    ])
    const events = await rows(database, sql`select company_id, type from webhook_event`)
    expect(events).toEqual([{ company_id: picky.id, type: 'level.changed' }])
  })

  test('a node delivers no event to another company’s server or with its secret [T4]', async () => {
    world.startNode()
    await Promise.all(
      Array.from({ length: 20 }, (_, n) => emit(n % 2 ? loja : rival, 'level.changed', { n })),
    )
    const toLoja = await messagesTo('loja', 10)
    const toRival = await messagesTo('rival', 10)
    const numbers = (messages: Message[]) =>
      messages.map(({ event }) => (event.data as unknown as { n: number }).n % 2)
    expect(new Set(numbers(toLoja))).toEqual(new Set([1]))
    expect(new Set(numbers(toRival))).toEqual(new Set([0]))
    expect(() => verified(toLoja[0]!, rival.secret)).toThrow('No matching signature')
  })
})

describe('a node whose receiver fails', () => {
  test.each([
    ['fails', 500, '500'],
    ['leads elsewhere', { location: world.endpointUrl('rival') }, '307'],
    ['closes the socket', 'hang_up', 'connection'],
    ['says nothing in time', 'stall', 'timeout'],
  ] as const)(
    'a node retries with the same webhook-id at a receiver that %s',
    async (_, reply, noted) => {
      replies.push(reply)
      world.startNode({ timeout_ms: 300 })
      await emit(loja, 'level.changed', { level_name: 'Ouro' })
      await attempted(loja, 1)
      const [waiting] = await deliveries(loja)
      expect(waiting).toMatchObject({ attempts: 1, delivered_at: null, log: [noted] })
      const wait_s = (Date.parse(waiting!.due_at!) - world.now().getTime()) / 1_000
      expect(wait_s).toBeGreaterThan(3)
      expect(wait_s).toBeLessThan(7)

      world.passSeconds(7)
      await attempted(loja, 2)
      expect(await deliveries(loja)).toMatchObject([
        { attempts: 2, due_at: null, delivered_at: world.now().toISOString(), log: [noted, '204'] },
      ])
      const [first, second] = await messagesTo('loja', 2)
      expect(second).toMatchObject({ id: first!.id, body: first!.body })
      expect(Number(second!.headers['webhook-timestamp'])).toBeGreaterThan(
        Number(first!.headers['webhook-timestamp']),
      )
      expect(received.every(({ path }) => path === '/loja')).toBe(true)
    },
  )

  test('a node delivers an event to a receiver that was down for a night', async () => {
    replies.push(503, 503, 503, 503, 503, 503)
    world.startNode()
    await emit(loja, 'level.changed')
    for (let count = 1; count <= 6; count += 1) {
      await attempted(loja, count)
      world.passSeconds(1_800)
    }
    await attempted(loja, 7)
    expect(await deliveries(loja)).toMatchObject([{ attempts: 7, due_at: null, log: nights }])
  })

  test('a node gives up after its last attempt at a receiver that is away a day; no address is logged', async () => {
    replies.push(500, 500, 500, 500, 500, 500)
    world.startNode()
    await emit(loja, 'level.changed')
    for (let count = 1; count <= 5; count += 1) {
      await attempted(loja, count)
      expect(await deliveries(loja)).toMatchObject([{ due_at: expect.any(String) }])
      world.passSeconds(longestWait_s)
    }
    await attempted(loja, 6)
    await eventually(() => expect(log.join('')).toContain('a webhook was given up'))
    expect(await deliveries(loja)).toMatchObject([{ due_at: null, delivered_at: null }])
    expect(log.join('')).not.toContain('127.0.0.1')
  })

  test('a node disables an endpoint that answers 410; once enabled again, waiting events are sent', async () => {
    const goneCompany = await world.listeningCompany('gone')
    replies.push(410)
    world.startNode()
    await emit(goneCompany, 'level.changed', { n: 1 })
    await attempted(goneCompany, 1)
    expect(await endpoints(database, goneCompany.id)).toMatchObject([
      { disabled_at: world.now().toISOString(), waiting: 1, delivered: 0 },
    ])
    await emit(goneCompany, 'level.changed', { n: 2 })
    world.passSeconds(3_600)
    await lookedForAll()
    expect((await deliveries(goneCompany)).map(({ attempts }) => attempts)).toEqual([1])

    await enableEndpoint(
      database,
      goneCompany.id,
      (await endpointNamed(database, goneCompany.id, undefined)).id,
    )
    await messagesTo('gone', 2)
    await attempted(goneCompany, 2)
    const since = new Date(world.now().getTime() - 86_400_000)
    expect(await replay(database, goneCompany.id, { since }, world.now())).toBe(2)
    await attempted(goneCompany, 4)
    const numbers = (await messagesTo('gone', 4)).map(
      ({ event }) => (event.data as unknown as { n: number }).n,
    )
    expect(numbers.toSorted((one, other) => one - other)).toEqual([1, 1, 1, 2])
  })

  test('a node delivers to other companies without delay while a receiver is slow', async () => {
    const queued = 2 * maxToEndpoint
    replies.push(...Array.from({ length: queued }, () => 'stall' as const))
    for (let n = 0; n < queued; n += 1) await emit(loja, 'level.changed')
    world.startNode({ timeout_ms: 3_000 })
    await messagesTo('loja', maxToEndpoint)
    replies.length = 0
    await emit(rival, 'level.changed')
    await messagesTo('rival', 1)
    await attempted(rival, 1)
    expect(await deliveries(rival)).toMatchObject([{ log: ['204'] }])
    expect((await deliveries(loja)).flatMap((one) => one.log)).toEqual([])
    expect(received.filter(({ path }) => path === '/loja')).toHaveLength(maxToEndpoint)
  })
})

describe('nodes', () => {
  test('one node sends 60 events to an endpoint without waiting for the next poll [D3]', async () => {
    for (let n = 0; n < 60; n += 1) await emit(loja, 'level.changed', { n })
    world.startNode({ look_ms: 60_000 })
    await messagesTo('loja', 60)
    await attempted(loja, 60)
  })

  test('two nodes deliver each event once if nothing fails', async () => {
    world.startNode()
    world.startNode()
    await Promise.all(Array.from({ length: 100 }, (_, n) => emit(loja, 'level.changed', { n })))
    await messagesTo('loja', 100)
    await attempted(loja, 100)
    await lookedForAll()
    expect(new Set(received.map(({ id }) => id)).size).toBe(101)
    expect(received).toHaveLength(101)
    expect(
      (await deliveries(loja)).every((one) => one.delivered_at !== null && one.attempts === 1),
    ).toBe(true)
  })

  test('another node repeats a message with its webhook-id after a kill between sending and marking', async () => {
    const program = `
      import { openPool } from ${JSON.stringify(join(import.meta.dirname, '../../database/sql.ts'))}
      import { createLog } from ${JSON.stringify(join(import.meta.dirname, '../log/log.ts'))}
      import { startDeliveries } from ${JSON.stringify(join(import.meta.dirname, 'deliver.ts'))}
      const database = openPool(${JSON.stringify(world.url)}, 4)
      const clock = () => new Date(${world.now().getTime()})
      startDeliveries({ database, clock, log: createLog('silent') }, { allow_private: true })`
    const node = spawn(process.execPath, ['--input-type=module', '-e', program], {
      cwd: join(import.meta.dirname, '../..'),
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    onTestFinished(() => void node.kill('SIGKILL'))

    // This lock blocks the statement that marks a success, but not the claim of due deliveries.
    const lock = await database.connect()
    await lock.query('begin')
    await lock.query('lock table webhook_attempt in share mode')
    await emit(loja, 'level.changed')
    await messagesTo('loja', 1)
    node.kill('SIGKILL')
    await once(node, 'exit')
    await endWaiting(database)
    await lock.query('rollback')
    lock.release()
    expect(await deliveries(loja)).toMatchObject([{ attempts: 1, delivered_at: null, log: [] }])

    world.startNode()
    await lookedForAll()
    expect(await deliveries(loja)).toMatchObject([{ attempts: 1 }])
    world.passSeconds(61)
    await attempted(loja, 1)
    expect(await deliveries(loja)).toMatchObject([{ attempts: 2, log: ['204'] }])
    const [first, second] = await messagesTo('loja', 2)
    expect(second!.id).toBe(first!.id)
  })

  test('a stopping node waits for its deliveries in flight', async () => {
    const node = world.startNode({ timeout_ms: 400 })
    replies.push('stall')
    await emit(loja, 'level.changed')
    await messagesTo('loja', 1)
    await node.stop()
    expect(await deliveries(loja)).toMatchObject([{ attempts: 1, log: ['timeout'] }])
  })
})

describe('a new secret', () => {
  test('a new webhook secret signs together with the old one for a day, then alone [D3]', async () => {
    const old = await replaceSecret(database, loja.id, undefined, world.now())
    const { secret } = await replaceSecret(database, loja.id, undefined, world.now())
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    world.startNode()
    await emit(loja, 'level.changed')
    const [message] = await messagesTo('loja', 1)
    for (const live of [old.secret, secret]) expect(verified(message!, live)).toBeTruthy()

    await attempted(loja, 1)
    world.passSeconds(25 * 3_600)
    await emit(loja, 'level.changed')
    const [, later] = await messagesTo('loja', 2)
    expect(String(later!.headers['webhook-signature']).split(' ')).toHaveLength(1)
  })

  test('a new webhook secret for an unknown or ambiguous endpoint is refused with one sentence', async () => {
    const two = await world.createCompany('duas', {
      webhooks: [{ url: 'https://a.example/x' }, { url: 'https://b.example/x' }],
    })
    const secretOf = (company: { id: string }, url?: string) =>
      replaceSecret(database, company.id, url, world.now())
    await expect(secretOf(world.posto)).rejects.toThrow('The company has no webhooks')
    await expect(secretOf(two)).rejects.toThrow('https://a.example/x https://b.example/x')
    await expect(secretOf(two, world.endpointUrl('loja'))).rejects.toThrow('Name one of its')
    expect(await secretOf(two, 'https://b.example/x')).toMatchObject({ url: 'https://b.example/x' })
  })
})

describe('a replay', () => {
  test('a replay sends one event or all since an instant, and no event of another company', async () => {
    world.startNode()
    await emit(loja, 'level.changed', { n: 1 })
    await attempted(loja, 1)
    world.passSeconds(60)
    const since = world.now()
    await emit(loja, 'level.changed', { n: 2 })
    await attempted(loja, 2)
    const [first] = received
    expect(await replay(database, rival.id, { event_id: first!.id }, world.now())).toBe(0)
    expect(await replay(database, loja.id, { event_id: first!.id }, world.now())).toBe(1)
    await attempted(loja, 3)
    expect(await replay(database, loja.id, { since }, world.now())).toBe(1)
    await attempted(loja, 4)
    const numbers = received.map(({ event }) => (event.data as unknown as { n: number }).n)
    expect(numbers).toEqual([1, 2, 1, 2])
    expect(received[2]!.id).toBe(first!.id)
    const logged = await attempts(database, loja.id, 10)
    expect(logged).toHaveLength(4)
    expect(logged[0]).toMatchObject({ type: 'level.changed', status: 204, failure: null })
    expect(await attempts(database, rival.id, 10)).toEqual([])
  })
})

const longestWait_s = 4 * 3_600 * 1.25
const nights = [...Array.from({ length: 6 }, () => '503'), '204']

afterAll(() => world.stopNodes())
