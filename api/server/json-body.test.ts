import fc from 'fast-check'
import { expect, test } from 'vitest'

import { asPartner, createWorld, errorOf } from '#api/testing/worlds/world.ts'

import { jsonProblem } from './json-body.ts'

const world = await createWorld()
const problemOf = (text: string) => jsonProblem(text, JSON.parse(text))

test('finds no problem in JSON without repeated fields, however it is written [T20]', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(0, 2, '\t'), (value, space) => {
      // A value without the name: the server refuses it before.
      fc.pre(!JSON.stringify(value).includes('__proto__'))
      expect(problemOf(JSON.stringify(value, null, space))).toBeUndefined()
    }),
    { numRuns: 500 },
  )
})

test('finds each field that is repeated, at any depth and with any text around it [T20]', () => {
  const text = fc.string({ unit: 'binary' }).filter((name) => name !== '__proto__')
  const repeated = fc.record({ name: text, one: fc.jsonValue(), two: fc.jsonValue() })
  fc.assert(
    fc.property(repeated, fc.jsonValue(), fc.nat(3), ({ name, one, two }, beside, depth) => {
      fc.pre(!JSON.stringify([name, one, two, beside]).includes('__proto__'))
      const key = JSON.stringify(name)
      let body = `{${key}:${JSON.stringify(one)},${key}:${JSON.stringify(two)}}`
      for (let level = 0; level < depth; level += 1) {
        body = level % 2 ? `[${JSON.stringify(beside)},${body}]` : `{":\\"":${body}}`
      }
      expect(problemOf(body)).toBe('repeated')
    }),
    { numRuns: 500 },
  )
})

test.each([
  ['{"a":1,"a":1}', 'repeated'],
  [String.raw`{"a":1,"\u0061":1}`, 'repeated'],
  [String.raw`{"a\\":1,"a\"":2}`, undefined],
  ['[{"a":1},{"a":1}]', undefined],
  ['1e400', 'tooLarge'],
  ['{"a":[[-1e999]]}', 'tooLarge'],
  ['1.7976931348623157e308', undefined],
  ['null', undefined],
  ['"a:b"', undefined],
])('%s: %j [T20]', (text, problem) => {
  expect(problemOf(text)).toBe(problem)
})

test('50,000 levels are read without an overflow of the stack [T20]', () => {
  const text = `${'['.repeat(50_000)}${']'.repeat(50_000)}`
  expect(problemOf(text)).toBeUndefined()
  expect(problemOf(`${'{"a":'.repeat(16_000)}1${'}'.repeat(16_000)}`)).toBeUndefined()
})

test.each([
  ['{"purchase_value":1,"purchase_value":100}', 'O corpo do pedido repete um campo'],
  ['{"purchase_value":1e400}', 'O corpo do pedido tem um número grande demais'],
  [
    Buffer.from('{"subsidiary_name":"S\xe3o Jos\xe9"}', 'latin1'),
    'O corpo do pedido não está em UTF-8',
  ],
])('a till’s call with %s gets 400 with the reason [D3 T20]', async (body, reason) => {
  const headers = { ...asPartner(world.cafe), 'content-type': 'application/json' }
  const answer = await world.call('POST /partner/points/generate', { headers, body })
  expect(errorOf(answer)).toEqual({ status: 400, type: 'bad_request' })
  expect(answer.body).toMatchObject({ message: expect.stringContaining(reason) })
})

test('an empty body is none where the endpoint has none, whatever type the call names [D2]', async () => {
  const { headers } = await world.registered(world.cafe)
  const json = { ...headers, 'content-type': 'application/json' }
  const resent = await world.call('POST /customer/email-confirmation/resend', {
    headers: json,
    body: '',
  })
  expect(resent.status).toBe(204)
  const ended = await world.call('DELETE /customer/session', { headers: json, body: '' })
  expect(ended.status).toBe(204)
})

test('a body that may be null may be empty, whatever content type the call names [D3]', async () => {
  const { headers } = await world.confirmed(world.cafe)
  const [session] = (await world.call('GET /customer/session', { headers })).body as {
    id: string
  }[]
  const answer = await world.app.inject({
    method: 'DELETE',
    url: `/api/customer/session/${session!.id}`,
    headers: { ...headers, 'content-type': 'application/json' },
  })
  expect(answer.statusCode).toBe(204)
})
