import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'

import { createWorld } from '#api/testing/worlds/world.ts'
import type { Endpoint } from '#contract/endpoints/endpoint.ts'
import { type EndpointKey, endpoints, isAdminKey } from '#contract/endpoints/endpoints.ts'
import { Intention } from '#contract/intention.ts'
import { CustomerData } from '#contract/privacy.ts'
import type { Example } from '#contract/reference/example.ts'
import { examples } from '#contract/reference/examples.ts'
import { portalExamples } from '#contract/reference/portal/examples.ts'
import { webhookTypes } from '#contract/webhook.ts'

import { allExamples } from './examples.ts'

const { app, createCompany } = await createWorld()
const answer = await app.inject({ url: '/api/openapi.json' })
const document = answer.json()

/** The endpoints of the document. It leaves out the console's, which no other program calls. */
const publicKeys = (Object.keys(endpoints) as EndpointKey[]).filter((key) => !isAdminKey(key))

test('/api/openapi.json describes every endpoint with its error codes by status', () => {
  const { paths, components } = document
  const described = Object.entries<Record<string, unknown>>(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace('/api', '')}`),
  )
  expect(described.toSorted()).toEqual(publicKeys.toSorted())
  const { responses, requestBody, security, description } =
    paths['/api/partner/points/generate'].post
  expect(Object.keys(responses).join(' ')).toBe(
    '201 400 401 403 404 408 409 413 415 422 429 500 503',
  )
  expect(responses['422'].description).toContain(
    '`idempotency_mismatch` Esta operação já foi feita',
  )
  expect(responses['422'].content['application/json'].schema).toEqual({
    $ref: '#/components/schemas/Error',
  })
  expect(components.schemas.Error.required).toEqual(['status', 'message', 'data'])
  expect(requestBody.content['application/json'].schema.properties.purchase_value).toMatchObject({
    type: 'integer',
    minimum: 1,
    maximum: 100_000_000,
    description: 'O valor da compra, em centavos.',
  })
  expect(security).toEqual([{ partner_key: [] }])
  expect(description).toContain('escopo `points`')
})

test('/api/openapi.json is valid OpenAPI 3.1', async () => {
  const { valid, errors } = await new Validator().validate(answer.json())
  expect(errors).toBeUndefined()
  expect(valid).toBe(true)
  expect(document.openapi).toBe('3.1.0')
})

test('each operation has a plain and unique name', () => {
  const operations = [
    ...Object.values(document.paths),
    ...Object.values(document.webhooks),
  ].flatMap((methods) => Object.values(methods as Record<string, { operationId: string }>))
  const names = operations.map(({ operationId }) => operationId)
  expect(names.filter((name) => !/^[a-z]+([A-Z][a-z]+)*$/.test(name))).toEqual([])
  expect(new Set(names).size).toBe(publicKeys.length + webhookTypes.length)
  expect(document.paths['/api/partner/points/generate'].post.operationId).toBe('generatePoints')
})

test('/api/openapi.json lists the requested host if a company has it, and always {host}', async () => {
  const anyCompany = expect.objectContaining({ url: 'https://{host}' })
  const serversAt = async (host: string) =>
    (await app.inject({ url: '/api/openapi.json', headers: { host } })).json().servers
  await createCompany('padaria', {})
  expect(await serversAt('padaria.localhost')).toEqual([
    expect.objectContaining({ url: expect.stringMatching(/^http:\/\/padaria\.localhost:\d+$/) }),
    anyCompany,
  ])
  expect(await serversAt('ninguem.example')).toEqual([anyCompany])
})

/** Each endpoint of the document with its example. */
const pairs = Object.entries(allExamples) as [keyof typeof allExamples, Example][]

test('each endpoint has an example of its request and its answer, of the contract’s form', () => {
  expect(Object.keys(allExamples).toSorted()).toEqual(publicKeys.toSorted())
  for (const [key, example] of pairs) {
    const { params, query, headers, body, response }: Endpoint = endpoints[key]
    for (const [schema, value] of [
      [params, example.params],
      [query, example.query],
      [headers, example.headers],
      [body, example.body],
      [response, example.answer ?? example.file],
    ] as const) {
      expect(value !== undefined, key).toBe(Boolean(schema))
      if (schema) expect(schema.safeParse(value).error, key).toBeUndefined()
    }
  }
})

test('the examples of answers that the contract leaves open have the form of their files', () => {
  const { answer } = portalExamples['GET /customer/data']
  expect(z.strictObject(CustomerData.shape).safeParse(answer).error).toBeUndefined()
  const { file } = portalExamples['GET /points/intention/stream']
  const events = [...file['text/event-stream'].matchAll(/^data: (.*)$/gm)]
  expect(events.map(([, data]) => Intention.parse(JSON.parse(data!)).status)).toEqual([
    'PENDING',
    'AUTHORIZED',
  ])
})

test('an example of an answer has the fields that the contract has, and no other', () => {
  for (const [key, { answer }] of pairs) {
    const { response }: Endpoint = endpoints[key]
    // An object drops the fields that its schema lacks.
    if (answer && response) expect(response.parse(answer), key).toEqual(answer)
  }
})

test('the examples tell one story: the balance is the sum of the history', () => {
  const { points, profile } = portalExamples['GET /customer/data'].answer
  const sum = points.reduce((total, { points_amount }) => total + points_amount, 0)
  const { amount_balance } = examples['POST /partner/points/generate'].answer.balance
  expect([sum, profile.balance.amount_balance]).toEqual([amount_balance, amount_balance])
  expect(portalExamples['GET /customer/balance'].answer.amount_balance).toBe(amount_balance)
  const expiring = portalExamples['GET /points/expiring'].answer
  expect(expiring.reduce((total, { points_amount }) => total + points_amount, 0)).toBe(sum)
})

test('the document shows each example at its call', () => {
  for (const [key, example] of pairs) {
    const [method, path] = key.split(' ') as [string, string]
    const operation = document.paths[`/api${path}`][method.toLowerCase()]
    const { response, status = 200 }: Endpoint = endpoints[key]
    const shown = (
      holder?: { content: Record<string, { example?: unknown }> },
      mediaType = 'application/json',
    ) => holder?.content[mediaType]?.example
    expect(shown(operation.requestBody), key).toEqual(example.body)
    const success = operation.responses[response ? status : '204'] ?? undefined
    expect(shown(success), key).toEqual(example.answer)
    for (const [mediaType, text] of Object.entries(example.file ?? {})) {
      expect(shown(success, mediaType), key).toBe(text ?? undefined)
    }
    if (example.file) expect(Object.keys(success.content)).toEqual(Object.keys(example.file))
    const parameters = (operation.parameters ?? []) as { name: string; example?: string }[]
    const values: Record<string, string | number> = {
      ...example.params,
      ...example.query,
      ...example.headers,
    }
    for (const { name, example: value } of parameters) expect(value, key).toBe(values[name])
  }
})

test('each type of webhook has its headers and the form of its body', () => {
  expect(Object.keys(document.webhooks)).toEqual(webhookTypes)
  const { requestBody, parameters } = document.webhooks['voucher.withdrawn'].post
  expect(parameters.map(({ name }: { name: string }) => name)).toEqual([
    'webhook-id',
    'webhook-timestamp',
    'webhook-signature',
  ])
  const { schema } = requestBody.content['application/json']
  expect(schema.properties.type.const).toBe('voucher.withdrawn')
  expect(schema.properties.data.required).toContain('subsidiary_name')
})

test('each field and parameter has a meaning in Portuguese', () => {
  const nameless: string[] = []
  const check = (fields: [string, { description?: string }][], way: string) => {
    const without = fields.filter(([, field]) => !field.description)
    nameless.push(...without.map(([name]) => `${way} ${name}`))
  }
  const look = (part: unknown, way: string) => {
    if (typeof part !== 'object' || part === null) return
    for (const [key, value] of Object.entries(part)) {
      if (key === 'properties') check(Object.entries(value), way)
      if (key === 'parameters') {
        const parameters = value as { name: string; description?: string }[]
        check(
          parameters.map((one) => [one.name, one]),
          way,
        )
      }
      look(value, way)
    }
  }
  look(document.paths, 'paths')
  look(document.components, 'components')
  look(document.webhooks, 'webhooks')
  expect(nameless).toEqual([])
})

test('a field has the meaning of its endpoint, not that of a field with the same name elsewhere', () => {
  const answer = (path: string, status = '200') =>
    document.paths[`/api${path}`].get.responses[status].content['application/json'].schema
  const { properties } = answer('/prize/{id}')
  expect(properties.value.description).toBe('O preço, em pontos; 0: grátis.')
  expect(answer('/customer').properties.balance.description).toBe('O saldo e o que o forma, agora.')
  const kinds = answer('/notification').properties.notifications.items.oneOf
  expect(kinds[0].properties.type.description).toBe(
    'O tipo do aviso, que diz quais campos `data` tem.',
  )
  expect(document.components.schemas.Error.properties.data.description).toBe(
    'O erro, para o seu programa.',
  )
})
