/** Pushes go to a local push service, which decrypts them as a browser does (RFC 8291). */

import { createDecipheriv, createECDH, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'

import { jwtVerify, importJWK } from 'jose'
import { afterAll, afterEach, describe, expect, test } from 'vitest'

import { deadLetters, replayDeadLetters } from '#api/job/dead-letter.ts'
import { openJobs } from '#api/jobs.ts'
import { createLog } from '#api/log/log.ts'
import { purgeSubscriptions } from '#api/notification/subscription/subscription.ts'
import { eventually } from '#api/testing/worlds/eventually.ts'
import { testVapid } from '#api/testing/worlds/nodes.ts'
import { asCustomer, createWorld } from '#api/testing/worlds/world.ts'
import type { NoticePreferences, PushPayload } from '#contract/notification.ts'
import { row, rows, sql } from '#database/sql.ts'

import { queueMessages } from '../message/queue-messages.ts'
import { openPushQueue } from './push-queue.ts'

const world = await createWorld()
const { cafe, posto, call, database } = world

type Received = { path: string; headers: http.IncomingHttpHeaders; body: Buffer }
/** The received pushes, and the statuses of the next answers. If the list is empty, the service accepts the push. */
const received: Received[] = []
const answers: number[] = []
const service = http.createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    received.push({
      path: request.url!,
      headers: request.headers,
      body: Buffer.concat(chunks),
    })
    response.writeHead(answers.shift() ?? 201).end()
  })
})
service.listen(0, '127.0.0.1')
await once(service, 'listening')
const origin = `http://127.0.0.1:${(service.address() as AddressInfo).port}`

const lines: string[] = []
const log = createLog('debug', { write: (line) => void lines.push(line) })
const boss = await openJobs(world.url, log)
const queue = await openPushQueue({
  boss,
  database,
  clock: world.now,
  log,
  vapid: testVapid,
  allow_private: true,
})
await queue.startSending()
afterEach(() => {
  for (const list of [received, answers, lines]) list.length = 0
})
afterAll(async () => {
  await boss.stop({ timeout: 10_000 })
  queue.stop()
  service.close()
})

/** A browser's subscription, with its private key. */
function newDevice(name: string) {
  const curve = createECDH('prime256v1')
  const key = curve.generateKeys()
  const auth = randomBytes(16)
  return {
    curve,
    auth,
    body: {
      endpoint: `${origin}/${name}`,
      keys: { p256dh: key.toString('base64url'), auth: auth.toString('base64url') },
    },
  }
}
type Device = ReturnType<typeof newDevice>

/** RFC 8291: the payload of an aes128gcm push. */
function decrypted({ curve, auth }: Device, body: Buffer): PushPayload {
  const salt = body.subarray(0, 16)
  const keyLength = body.readUInt8(20)
  const serverKey = body.subarray(21, 21 + keyLength)
  const sealed = body.subarray(21 + keyLength)
  const keyInfo = Buffer.concat([Buffer.from('WebPush: info\0'), curve.getPublicKey(), serverKey])
  const secret = createHmac('sha256', auth).update(curve.computeSecret(serverKey)).digest()
  const input = createHmac('sha256', secret)
    .update(Buffer.concat([keyInfo, Buffer.from([1])]))
    .digest()
  const derive = (info: string, length: number) =>
    Buffer.from(hkdfSync('sha256', input, salt, `Content-Encoding: ${info}\0`, length))
  const cipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
  cipher.setAuthTag(sealed.subarray(-16))
  const padded = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()])
  return JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString()) as PushPayload
}

/** An address on this machine at which nobody listens. */
async function refusingAddress(): Promise<string> {
  const closed = http.createServer().listen(0, '127.0.0.1')
  await once(closed, 'listening')
  const { port } = closed.address() as AddressInfo
  closed.close()
  await once(closed, 'close')
  return `http://127.0.0.1:${port}/dead`
}

type Person = { id: string; headers: Record<string, string> }

function subscribe({ headers }: Person, { body }: Pick<Device, 'body'>) {
  return call('POST /notification/subscription', { headers, body })
}

const level = { level_name: 'Ouro', previous_level_name: 'Prata', is_rise: true }

/** Writes a notice, and resolves once its jobs have ended. */
async function tell(person: Person): Promise<void> {
  await queueNotice(person)
  await jobsEnded()
}

async function queueNotice({ id }: Person, attempts: number = 0): Promise<void> {
  await row(
    database,
    sql`select add_notices(${cafe.id}, array[row(${id}, 'level_changed', ${level}, ${world.now()})::notice])`,
  )
  const needs = { database, clock: world.now, log, queueMail: async () => undefined }
  await queueMessages(
    {
      ...needs,
      queuePush: (connection, job, wait_s) =>
        queue.queuePush(connection, { ...job, attempts }, wait_s),
    },
    { before: 'ffffffff-ffff-ffff-ffff-ffffffffffff' },
  )
}

/** Makes waiting jobs due until no job is left. A failed job waits again. */
async function jobsEnded(): Promise<void> {
  await eventually(async () => {
    await makeDue()
    expect(
      await rows(
        database,
        sql`select 1 from pgboss.job where name = 'push' and state in ('created', 'retry', 'active')`,
      ),
    ).toEqual([])
  })
}

/** Makes waiting jobs due repeatedly, until `attempts` attempts have failed. */
async function failTimes(attempts: number): Promise<void> {
  await eventually(async () => {
    await makeDue()
    expect(
      lines.filter((line) => line.includes('a push was not sent')).length,
    ).toBeGreaterThanOrEqual(attempts)
  })
}

async function makeDue(): Promise<void> {
  await rows(
    database,
    sql`update pgboss.job set start_after = now()
         where name = 'push' and state in ('created', 'retry') returning 1`,
  )
}

function devices({ id }: Person): Promise<{ endpoint: string }[]> {
  return rows(
    database,
    sql`select endpoint from push_subscription where customer_id = ${id} order by created_at, id`,
  )
}

async function isSubscribed({ headers }: Person): Promise<boolean | undefined> {
  const { body } = await call('GET /notification/preferences', { headers })
  return (body as NoticePreferences).push?.is_subscribed
}

describe('a push', () => {
  test('a push reaches each device of the customer, encrypted and signed by the server’s key [D21]', async () => {
    const customer = await world.registered(cafe)
    const [phone, tablet] = [newDevice('phone'), newDevice('tablet')]
    await subscribe(customer, phone)
    await subscribe(customer, tablet)
    await tell(customer)
    expect(received.map(({ path }) => path).toSorted()).toEqual(['/phone', '/tablet'])
    const { headers, body } = received.find(({ path }) => path === '/phone')!
    expect(decrypted(phone, body)).toEqual({
      title: 'Programa de Fidelidade',
      body: 'Você subiu para o nível Ouro',
      path: '/niveis',
      tag: headers['topic'],
    })
    expect(() => decrypted(tablet, body)).toThrow()
    const [message] = await rows<{ id: string }>(
      database,
      sql`select id from notice_message where customer_id = ${customer.id}`,
    )
    expect(headers).toMatchObject({
      topic: message!.id.replaceAll('-', ''),
      ttl: '86400',
      'content-encoding': 'aes128gcm',
    })
    const [, jwt, publicKey] = /^vapid t=([^,]+), k=(.+)$/.exec(headers.authorization!)!
    expect(publicKey).toBe(testVapid.publicKey)
    const point = Buffer.from(publicKey!, 'base64url')
    const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) =>
      half.toString('base64url'),
    )
    const key = await importJWK({ kty: 'EC', crv: 'P-256', x: x!, y: y! }, 'ES256')
    const { payload } = await jwtVerify(jwt!, key)
    expect(payload).toMatchObject({ aud: origin, sub: 'https://cafe.localhost' })
  })

  test('a push is repeated under one topic while the push service is busy; the log has no address [D21]', async () => {
    const customer = await world.registered(cafe)
    await subscribe(customer, newDevice('busy'))
    answers.push(503)
    await tell(customer)
    expect(received).toHaveLength(2)
    const [first, second] = received.map(({ headers }) => headers['topic'])
    expect(first).toBe(second)
    expect(lines.join('')).toContain('a push was not sent')
    expect(lines.join('')).not.toContain(origin)
  })

  test('a push reaches one device once, however often another device’s service refuses it [D21]', async () => {
    const customer = await world.registered(cafe)
    await subscribe(customer, newDevice('good'))
    const dead = newDevice('dead')
    dead.body.endpoint = await refusingAddress()
    await subscribe(customer, dead)
    await queueNotice(customer)
    await failTimes(4)
    expect(received.map(({ path }) => path)).toEqual(['/good'])
    const [job] = await rows<{ retry_limit: number; attempts: number; count: number }>(
      database,
      sql`select retry_limit, (data ->> 'attempts')::integer as attempts,
                 jsonb_array_length(data -> 'subscription_ids') as count
            from pgboss.job where name = 'push' and state in ('created', 'retry', 'active')`,
    )
    expect(job).toEqual({ retry_limit: 15, attempts: 1, count: 1 })
    await rows(
      database,
      sql`update push_subscription set endpoint = ${`${origin}/back`}
           where company_id = ${cafe.id} and endpoint = ${dead.body.endpoint} returning 1`,
    )
    await jobsEnded()
    expect(received.map(({ path }) => path)).toEqual(['/good', '/back'])
    const [first, second] = received.map(({ headers }) => headers['topic'])
    expect(first).toBe(second)
  })

  test('a push from a dead letter keeps its topic and goes only to the device that missed it [D20 D21]', async () => {
    const customer = await world.registered(cafe)
    await subscribe(customer, newDevice('good'))
    const dead = newDevice('dead')
    dead.body.endpoint = await refusingAddress()
    await subscribe(customer, dead)
    // With 16 attempts before it, this attempt is the last one.
    await queueNotice(customer, 16)
    await jobsEnded()
    expect(received.map(({ path }) => path)).toEqual(['/good'])
    expect(lines.join('')).toContain('a push was given up')

    const letters = await deadLetters(database)
    expect(letters).toMatchObject([
      { queue: 'push', kind: 'level_changed', error: 'NotTaken connection' },
    ])
    await rows(
      database,
      sql`update push_subscription set endpoint = ${`${origin}/mended`}
           where company_id = ${cafe.id} and endpoint = ${dead.body.endpoint} returning 1`,
    )
    expect(await replayDeadLetters(database, [letters[0]!.id])).toBe(1)
    await jobsEnded()
    expect(received.map(({ path }) => path)).toEqual(['/good', '/mended'])
    const [first, second] = received.map(({ headers }) => headers['topic'])
    expect(first).toBe(second)
  })

  test.each([404, 410])('a push answered with %i ends its subscription [D21]', async (status) => {
    const customer = await world.registered(cafe)
    await subscribe(customer, newDevice('gone'))
    answers.push(status)
    await tell(customer)
    expect(await devices(customer)).toEqual([])
    await tell(customer)
    expect(received).toHaveLength(1)
  })

  test('a push is not sent if the customer has switched its kind off [D21]', async () => {
    const customer = await world.registered(cafe)
    await subscribe(customer, newDevice('off'))
    await call('PUT /notification/preferences', {
      headers: customer.headers,
      body: { kind: 'level_changed', channel: 'push', is_on: false },
    })
    await tell(customer)
    expect(received).toEqual([])
  })

  test('a push waits until the quiet hours end [D21]', async () => {
    const customer = await world.registered(cafe)
    await subscribe(customer, newDevice('quiet'))
    world.moveClock('2026-11-21T00:30:00Z')
    const queued: (number | undefined)[] = []
    await row(
      database,
      sql`select add_notices(${cafe.id}, array[row(${customer.id}, 'level_changed', ${level}, ${world.now()})::notice])`,
    )
    await queueMessages(
      {
        database,
        clock: world.now,
        log,
        queueMail: async () => undefined,
        queuePush: async (_, __, wait_s) => void queued.push(wait_s),
      },
      { before: 'ffffffff-ffff-ffff-ffff-ffffffffffff' },
    )
    expect(queued).toEqual([10.5 * 3600])
    world.moveClock('2026-11-20T15:00:00Z')
  })
})

describe('a push subscription', () => {
  test('a push subscription ends with its session, while the subscription of another session stays [D21]', async () => {
    const customer = await world.registered(cafe)
    const other = await call('POST /customer/login', {
      headers: { 'company-id': cafe.id },
      body: { identifier: customer.email, password: customer.password },
    })
    const { token } = other.body as { token: string }
    const second = { id: customer.id, headers: asCustomer(cafe, token) }
    await subscribe(customer, newDevice('first'))
    await subscribe(second, newDevice('second'))
    expect(await isSubscribed(customer)).toBe(true)
    await call('DELETE /customer/session', { headers: customer.headers })
    await tell(customer)
    expect(received.map(({ path }) => path)).toEqual(['/second'])
    await purgeSubscriptions(database, world.now())
    expect(await devices(customer)).toEqual([{ endpoint: `${origin}/second` }])
  })

  test('a push subscription can be ended by its customer; other customers’ devices stay subscribed [D21]', async () => {
    const [customer, other] = [await world.registered(cafe), await world.registered(cafe)]
    await subscribe(customer, newDevice('mine'))
    await subscribe(other, newDevice('yours'))
    const { headers } = customer
    expect((await call('DELETE /notification/subscription', { headers })).status).toBe(204)
    expect((await call('DELETE /notification/subscription', { headers })).status).toBe(204)
    expect(await isSubscribed(customer)).toBe(false)
    expect(await isSubscribed(other)).toBe(true)
  })

  test('a browser’s push subscription moves to the customer who subscribes on it next [D21]', async () => {
    const [before, after] = [await world.registered(cafe), await world.registered(cafe)]
    const browser = newDevice('shared')
    await subscribe(before, browser)
    await subscribe(after, browser)
    expect(await devices(before)).toEqual([])
    expect(await isSubscribed(before)).toBe(false)
    expect(await devices(after)).toHaveLength(1)
  })

  test('a customer’s eleventh push subscription replaces the oldest [D21]', async () => {
    const customer = await world.registered(cafe)
    for (let n = 1; n <= 12; n += 1) {
      expect((await subscribe(customer, newDevice(`limit-${n}`))).status).toBe(204)
    }
    expect((await devices(customer)).map(({ endpoint }) => endpoint)).toEqual(
      Array.from({ length: 10 }, (_, n) => `${origin}/limit-${n + 3}`),
    )
  })

  test('a push subscription whose key is not a point of the curve ends at the first push [D21]', async () => {
    const customer = await world.registered(cafe)
    const { body } = newDevice('bad-key')
    const bad = { ...body, keys: { ...body.keys, p256dh: `B${'A'.repeat(86)}` } }
    expect((await subscribe(customer, { body: bad })).status).toBe(204)
    await tell(customer)
    expect(await devices(customer)).toEqual([])
    expect(received).toEqual([])
  })

  test('a push subscription is refused with a token of another company [D2]', async () => {
    const { id, token } = await world.registered(cafe)
    const stranger = { id, headers: asCustomer(posto, token) }
    expect((await subscribe(stranger, newDevice('stranger'))).status).toBe(401)
    expect(await devices(stranger)).toEqual([])
  })
})
