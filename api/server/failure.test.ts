/** The answers of each endpoint when the server or the network fails. */

import { connect } from 'node:net'
import { text } from 'node:stream/consumers'

import { describe, expect, test } from 'vitest'

import { recordPair } from '#api/testing/refusal/record-pairs.ts'
import { withDatabaseName } from '#api/testing/worlds/database-url.ts'
import { asStaff } from '#api/testing/worlds/staff.ts'
import { validRequest } from '#api/testing/worlds/valid-request.ts'
import { asCustomer, asPartner, createWorld, errorOf } from '#api/testing/worlds/world.ts'
import { type EndpointKey, endpoints, isAdminKey } from '#contract/endpoints/endpoints.ts'
import { type ErrorBody, errorCodes } from '#contract/error.ts'
import { openPool } from '#database/sql.ts'

const lines: string[] = []
const world = await createWorld({
  log: (line) => lines.push(line),
  options: { limits: { headers_ms: 300, request_ms: 600 } },
})
const { cafe } = world
const ana = await world.registered(cafe)
const keys = Object.keys(endpoints) as EndpointKey[]

/** A well-formed request, whose credential is unknown to the database. */
function request(key: EndpointKey) {
  const { caller } = endpoints[key]
  const id_token = `${'A'.repeat(20)}.${'A'.repeat(20)}.${'A'.repeat(20)}`
  const token = caller === 'account' ? id_token : ana.token
  const credential = caller === 'partner' ? asPartner(cafe) : asCustomer(cafe, token)
  const headers = isAdminKey(key) ? asStaff(cafe, 'A'.repeat(43)) : credential
  return { ...validRequest(key, ana), headers }
}

describe('a database that is away', async () => {
  // Nothing listens on port 1.
  const { call } = await world.nodeWith(openPool('postgres://nobody@127.0.0.1:1/none', 2))

  test.each(keys)(
    '%s answers unavailable with Retry-After while the database is away [D2]',
    async (key) => {
      const answer = await call(key, request(key))
      expect(errorOf(answer)).toEqual({ status: 503, type: 'unavailable' })
      expect(answer.headers['retry-after']).toBe('2')
    },
  )
})

describe('a database that does not exist', async () => {
  const { call } = await world.nodeWith(
    openPool(withDatabaseName(world.url, 'no_such_database'), 2),
  )

  test.each(keys)(
    '%s answers internal for a database that does not exist; only the log has the reason [D2]',
    async (key) => {
      lines.length = 0
      const answer = await call(key, request(key))
      const { status, message } = errorCodes.internal
      expect(answer.body).toEqual({ status, message, data: { type: 'internal' } })
      const request_id = answer.headers['x-request-id']
      expect(lines.map((line) => JSON.parse(line) as object)).toContainEqual(
        expect.objectContaining({ level: 50, request_id, code: '3D000' }),
      )
    },
  )
})

test('each endpoint answers timeout to a client that does not finish its headers [D2 T20]', async () => {
  const address = await world.app.listen({ port: 0, host: '127.0.0.1' })
  await Promise.all(
    keys.map(async (key) => {
      const [method, path] = key.split(' ')
      const socket = connect(Number(new URL(address).port), '127.0.0.1')
      socket.write(`${method} /api${path} HTTP/1.1\r\nHost: cafe.localhost\r\n`)
      const answer = await text(socket)
      expect(answer).toMatch(/^HTTP\/1.1 408 /)
      const { data } = JSON.parse(answer.split('\r\n\r\n')[1]!) as ErrorBody
      expect(data).toEqual({ type: 'timeout' })
      recordPair(key, data.type)
    }),
  )
})
