/** Spans as a collector receives them: OTLP over HTTP, in JSON. */

import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

import { afterAll, describe, expect, test } from 'vitest'

import { asPartner, createWorld, newCpf, sale } from '#api/testing/worlds/world.ts'

import { openTraces } from './trace.ts'

type Value = { stringValue?: string; intValue?: number; arrayValue?: object }
type OtlpSpan = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  attributes: { key: string; value: Value }[]
  links?: { traceId: string; spanId: string }[]
  status: { code?: number; message?: string }
}
type Otlp = { resourceSpans: { resource: object; scopeSpans: { spans: OtlpSpan[] }[] }[] }

const received: { path: string; body: Otlp }[] = []
async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  received.push({ path: request.url!, body: (await json(request)) as Otlp })
  response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
}
const collector = createServer((request, response) => void receive(request, response))
collector.listen(0, '127.0.0.1')
await once(collector, 'listening')
afterAll(() => void collector.close())

const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`
const proxy = '192.0.2.1'
const open = (share = 1) => openTraces({ endpoint, share, trustedProxies: [proxy] })

/** Runs calls on a node of `world` that is traced. Returns the spans that the collector received. */
async function traced(
  calls: (node: Node) => Promise<unknown>,
  share?: number,
): Promise<OtlpSpan[]> {
  received.length = 0
  const traces = open(share)
  const node = await world.nodeWith(undefined, undefined, { traces })
  await calls(node)
  await traces.close()
  return received
    .flatMap(({ body }) => body.resourceSpans)
    .flatMap(({ scopeSpans }) => scopeSpans)
    .flatMap(({ spans }) => spans)
}
type Node = Awaited<ReturnType<typeof world.nodeWith>>

const world = await createWorld()
const { cafe } = world
const headers = asPartner(cafe)
const customer = await world.confirmed(cafe, 100)
const saleRoute = '/api/partner/points/generate'

const attributesOf = ({ attributes }: OtlpSpan) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))

describe('a sale', async () => {
  const body = sale(customer.document)
  const spans = await traced(({ call }) => call('POST /partner/points/generate', { headers, body }))
  const request = spans.find(({ name }) => name === `POST ${saleRoute}`)!
  const batch = spans.find(({ name }) => name === 'batch')!

  test('a sale is a span with route, status and the request id of the log [D20]', () => {
    expect(received.map(({ path }) => path)).toEqual(['/v1/traces'])
    expect(JSON.stringify(received[0]!.body.resourceSpans[0]!.resource)).toContain('"fiel"')
    expect(attributesOf(request)).toEqual({
      'http.request.method': 'POST',
      'http.route': saleRoute,
      'http.response.status_code': 201,
      'fiel.request_id': expect.stringMatching(/^[\da-f-]{36}$/),
    })
  })

  test('a sale’s span has the spans of its batch and its statement below it [D20]', () => {
    const statement = spans.find(({ parentSpanId }) => parentSpanId === batch.spanId)!
    expect(batch).toMatchObject({ traceId: request.traceId, parentSpanId: request.spanId })
    expect(attributesOf(batch)).toEqual({ 'fiel.batch.size': 1 })
    expect(statement).toMatchObject({ traceId: request.traceId, name: 'select apply' })
    expect(attributesOf(statement)).toMatchObject({
      'db.system.name': 'postgresql',
      'db.query.text': expect.stringMatching(/ apply\((call|\$1)/),
    })
  })

  test('a sale leaves no personal data, key or value in any span [D20 T19]', () => {
    const text = JSON.stringify(received)
    const { external_id, subsidiary_name } = body
    const { document, email, id, token } = customer
    const values = [document, email, id, token, cafe.key, cafe.id, external_id, subsidiary_name]
    for (const value of values) expect(text).not.toContain(value)
    const attributes = JSON.stringify(spans.map(attributesOf))
    expect(attributes).not.toMatch(/\d{11}|@|Bearer|\d+\.\d+\.\d+\.\d+/)
  })
})

test('a customer’s calls, also refused ones, leave no personal data in any span [T19]', async () => {
  const secret = 'SEGREDO-123'
  const spans = await traced(async ({ call }) => {
    await call('GET /customer', { headers: customer.headers })
    await call('GET /voucher', { headers: customer.headers })
    await call('POST /customer/login', {
      headers: { 'company-id': cafe.id },
      body: { identifier: customer.email, password: secret },
    })
    await call('GET /partner/voucher/{code}', { headers, params: { code: secret } })
    await call('GET /partner/customer', { headers, query: { document: customer.document } })
  })
  const text = JSON.stringify(spans)
  for (const value of [secret, customer.document, customer.email, customer.token, customer.id]) {
    expect(text).not.toContain(value)
  }
  const refused = spans.find(({ name }) => name.endsWith('/api/partner/voucher/:code'))!
  expect(attributesOf(refused)).toMatchObject({
    'http.response.status_code': 404,
    'error.type': 'voucher_not_found',
  })
  expect(spans.some(({ name }) => name === 'select customer')).toBe(true)
})

test('the span of a batch is below the first sale’s span and linked with the others’ [D20]', async () => {
  const spans = await traced(async ({ call }) => {
    const sales = Array.from({ length: 3 }, () => ({ headers, body: sale(newCpf()) }))
    await Promise.all(sales.map((one) => call('POST /partner/points/generate', one)))
  })
  const requests = spans.filter(({ name }) => name === `POST ${saleRoute}`)
  expect(requests).toHaveLength(3)
  const batches = spans.filter(({ name }) => name === 'batch')
  const reached = batches.flatMap(({ parentSpanId, links = [] }) => [
    parentSpanId,
    ...links.map(({ spanId }) => spanId),
  ])
  for (const { spanId } of requests) expect(reached).toContain(spanId)
  for (const { spanId, links = [] } of batches) {
    for (const link of links) {
      const other = requests.find((one) => one.spanId === link.spanId)!
      expect(other.links?.map((one) => one.spanId)).toContain(spanId)
    }
  }
})

test('only a trusted proxy may name the trace of a request [D20]', async () => {
  const traceId = 'a'.repeat(32)
  const traceparent = `00-${traceId}-${'b'.repeat(16)}-01`
  const spans = await traced(async ({ app }) => {
    for (const remoteAddress of [proxy, '198.51.100.7']) {
      await app.inject({ url: '/api/prize', remoteAddress, headers: { traceparent } })
    }
    await app.inject({ url: '/api/prize', remoteAddress: proxy, headers: { traceparent: 'x' } })
  })
  const requests = spans.filter(({ name }) => name === 'GET /api/prize')
  expect(requests.map((span) => span.traceId === traceId)).toEqual([true, false, false])
})

test('probes are not traced, and a share of 0 traces nothing [D20]', async () => {
  const probe = (node: Node) => Promise.all([node.app.inject('/live'), node.app.inject('/ready')])
  expect(await traced(probe)).toEqual([])
  expect(await traced(({ call }) => call('GET /health'), 0)).toEqual([])
})
