import fc from 'fast-check'
import type { FastifyRequest } from 'fastify'
import { describe, expect, test } from 'vitest'

import { secretHash } from '#api/http/caller.ts'
import { credentialOf } from '#api/server/credential.ts'
import { identify } from '#api/server/identify.ts'
import { newCpf } from '#api/testing/samples/cpf.ts'
import { comesAgain } from '#api/testing/worlds/lock.ts'
import { asPartner, createWorld, errorOf, sale } from '#api/testing/worlds/world.ts'
import { endpoints } from '#contract/endpoints/endpoints.ts'
import { partnerScopes, type PartnerScope } from '#contract/partner.ts'
import { row, rows, sql } from '#database/sql.ts'

import { createPartnerKey, type KeyLimits, partnerKeys, revokePartnerKey } from './partner-key.ts'

const lines: string[] = []
const world = await createWorld({ log: (line) => lines.push(line) })
const { cafe, posto, database } = world

function newKey(
  name: string,
  scopes: readonly PartnerScope[] = partnerScopes,
  company = cafe,
): Promise<string> {
  return createPartnerKey(database, company.id, name, world.now(), { scopes })
}

/** Sends a sale with this key. */
async function sellWith(key: string, address?: string) {
  const { document } = await world.registered(cafe)
  const body = sale(document)
  const answer = await world.call('POST /partner/points/generate', {
    body,
    headers: asPartner({ key }),
    ...(address && { address }),
  })
  const records = await rows(
    database,
    sql`select amount from points_record where company_id = ${cafe.id} and external_id = ${body.external_id}`,
  )
  return { answer, records }
}

async function partnerKeyOf(key: string) {
  const all = await partnerKeys(database, cafe.id)
  return all.find(({ prefix }) => key.startsWith(prefix))!
}

describe('a partner key [D3 T18]', () => {
  test('a key is stored as its hash and its prefix, which do not reveal it', async () => {
    const key = await newKey('Segredo')
    const { prefix } = await partnerKeyOf(key)
    expect(prefix).toMatch(/^fiel_[0-9a-f]{32}_[\w-]{6}$/)
    const { kept } = (await row<{ kept: string }>(
      database,
      sql`select string_agg(partner_key::text, ' ') as kept from partner_key where company_id = ${cafe.id}`,
    ))!
    expect(kept).not.toContain(key.slice(prefix.length))
  })

  test('several keys are valid at once; a revoked one gets 401 at its next request', async () => {
    const [older, newer] = [await newKey('Rotação'), await newKey('Rotação')]
    expect((await sellWith(older)).answer.status).toBe(201)
    expect((await sellWith(newer)).answer.status).toBe(201)

    const revoked = await revokePartnerKey(
      database,
      cafe.id,
      (await partnerKeyOf(older)).prefix,
      world.now(),
    )
    expect(revoked).toHaveLength(1)
    const refused = await sellWith(older)
    expect(errorOf(refused.answer)).toEqual({ status: 401, type: 'invalid_key' })
    expect(refused.records).toEqual([])
    expect((await sellWith(newer)).records).toHaveLength(1)
    expect(await partnerKeyOf(older)).toMatchObject({ revoked_at: world.now().toISOString() })
    expect(await partnerKeyOf(newer)).toMatchObject({ revoked_at: null })
  })

  test('a key is revoked by its text or unique name, and not by an ambiguous or foreign one', async () => {
    const whole = await newKey('Inteira')
    await newKey('Única')
    const namesakes = [await newKey('Gêmea'), await newKey('Gêmea')]
    const foreign = await newKey('Alheia', undefined, posto)
    const revoke = (named: string) => revokePartnerKey(database, cafe.id, named, world.now())

    expect(await revoke(whole)).toHaveLength(1)
    expect(await revoke('Única')).toHaveLength(1)
    expect(await revoke('Única')).toEqual([])
    expect(await revoke('Gêmea')).toHaveLength(2)
    expect(await revoke(foreign)).toEqual([])
    expect((await sellWith(whole)).answer.status).toBe(401)
    for (const key of namesakes) expect((await partnerKeyOf(key)).revoked_at).toBeNull()
    const [postoKey] = await partnerKeys(database, posto.id)
    expect(postoKey).toMatchObject({ name: 'Alheia', revoked_at: null })
  })

  test('a key stores the day of its last use at every endpoint', async () => {
    const [till, club] = [await newKey('Caixa 7'), await newKey('Clube')]
    expect(await partnerKeyOf(till)).toMatchObject({ last_used_on: null })
    await sellWith(till)
    expect(await partnerKeyOf(till)).toMatchObject({ last_used_on: '2026-11-20' })
    expect(await partnerKeyOf(club)).toMatchObject({ last_used_on: null })
    const credential = { company_id: cafe.id, key_hash: secretHash(club), scope: 'customers' }
    await identify.partner(world, credential as never, new Date('2026-11-23T03:00:00Z'))
    expect(await partnerKeyOf(club)).toMatchObject({ last_used_on: '2026-11-23' })
  })

  test('after 21:00 in São Paulo the last use of a key is on that day, not on the UTC day', async () => {
    const [till, club] = [await newKey('Caixa 8'), await newKey('Clube 2')]
    const began = world.now().toISOString()
    world.moveClock('2026-11-21T01:30:00Z')
    await sellWith(till)
    const credential = { company_id: cafe.id, key_hash: secretHash(club), scope: 'customers' }
    await identify.partner(world, credential as never, world.now())
    world.moveClock(began)
    expect(await partnerKeyOf(till)).toMatchObject({ last_used_on: '2026-11-20' })
    expect(await partnerKeyOf(club)).toMatchObject({ last_used_on: '2026-11-20' })
  })
})

describe('a scope [T18]', () => {
  test('a sale requires a scope, which the statement that would give the points checks', async () => {
    const key = await newKey('Balcão', ['vouchers', 'customers'])
    const { answer, records } = await sellWith(key)
    expect(errorOf(answer)).toEqual({ status: 403, type: 'forbidden' })
    expect(records).toEqual([])
    // The message is the same for a check before the handler and for a check in the batch (D13).
    const unbatched = await world.call('GET /partner/points/intention/{id}', {
      params: { id: cafe.id },
      headers: asPartner({ key }),
    })
    for (const { body } of [answer, unbatched]) {
      expect(body).toMatchObject({
        status: 403,
        message: 'Este caixa não tem permissão para isto. Fale com o administrador.',
      })
    }
  })

  test('a batch checks the scope of each key separately', async () => {
    const [may, mayNot] = [await newKey('Pontos', ['points']), await newKey('Balcão', ['vouchers'])]
    const sold = await Promise.all([may, mayNot, may, mayNot, may].map((key) => sellWith(key)))
    expect(sold.map(({ answer }) => answer.status)).toEqual([201, 403, 201, 403, 201])
    expect(sold.map(({ records }) => records.length)).toEqual([1, 0, 1, 0, 1])
  })

  test('simulation and return require the scope of a sale', async () => {
    const [may, mayNot] = [await newKey('Tudo'), await newKey('Balcão', ['customers'])]
    const { answer } = await sellWith(may)
    const { id } = answer.body as { id: string }
    const reverse = (key: string) =>
      world.call('POST /partner/points/{id}/reverse', {
        params: { id },
        body: { external_id: 'devolução' },
        headers: asPartner({ key }),
      })
    const { document } = await world.registered(cafe)
    const simulated = await world.call('POST /partner/points/simulate', {
      body: sale(document),
      headers: asPartner({ key: mayNot }),
    })
    expect(errorOf(simulated)).toEqual({ status: 403, type: 'forbidden' })
    expect(errorOf(await reverse(mayNot))).toEqual({ status: 403, type: 'forbidden' })
    const reversals = () =>
      rows(
        database,
        sql`select amount from points_record where company_id = ${cafe.id} and reverses_id = ${id}`,
      )
    expect(await reversals()).toEqual([])
    expect((await reverse(may)).status).toBe(201)
    expect(await reversals()).toEqual([{ amount: -100 }])
  })

  test.each([
    ['points', ['points'], null],
    ['vouchers', ['points', 'customers'], 'forbidden'],
    ['customers', ['customers'], null],
  ] as const)(
    'a call outside a batch that needs the scope %s, by a key with %j, gets the error %s',
    async (scope, has, error) => {
      const key = await newKey('Fora do lote', [...has])
      const answer = identify.partner(
        world,
        { company_id: cafe.id, key_hash: secretHash(key), scope, address: '127.0.0.1' },
        world.now(),
      )
      if (error) await expect(answer).rejects.toMatchObject({ code: error })
      else
        expect(await answer).toMatchObject({
          company_id: cafe.id,
          partner_key_id: expect.any(String),
        })
    },
  )

  test('every partner endpoint declares a scope, and no other does', () => {
    for (const [key, endpoint] of Object.entries(endpoints)) {
      expect('scope' in endpoint, key).toBe(endpoint.caller === 'partner')
    }
  })

  test('a key cannot have an unknown scope or none', async () => {
    for (const scopes of [['everything'], []]) {
      await expect(newKey('Errada', scopes as never)).rejects.toThrow('check constraint')
    }
  })
})

describe('a limit [T18]', () => {
  const limited = (limits: Partial<KeyLimits>) =>
    createPartnerKey(database, cafe.id, 'Com limite', world.now(), limits)

  async function pointsGivenBy(key: string): Promise<number> {
    const sum = await row<{ points: number }>(
      database,
      sql`select coalesce(sum(amount), 0)::int as points
            from points_record
            join partner_key on partner_key.company_id = points_record.company_id
                            and partner_key.id = points_record.partner_key_id
           where points_record.company_id = ${cafe.id}
             and key_hash = ${secretHash(key)}`,
    )
    return sum!.points
  }

  test('concurrent sales never exceed the day’s limit; repeats get their answer', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 300 }),
        fc.array(fc.integer({ min: 1, max: 120 }), { minLength: 1, maxLength: 12 }),
        async (most_points_per_day, wanted) => {
          const key = await limited({ most_points_per_day })
          const sales = wanted.map((points) => sale(newCpf(), { purchase_value: points * 100 }))
          const sell = (body: (typeof sales)[number]) =>
            world.call('POST /partner/points/generate', { body, headers: asPartner({ key }) })
          const answers = await Promise.all(sales.map(sell))

          const total = await pointsGivenBy(key)
          expect(total).toBeLessThanOrEqual(most_points_per_day)
          // Each refused sale would have exceeded the limit.
          for (const [at, answer] of answers.entries()) {
            if (answer.status === 201) continue
            expect(errorOf(answer)).toEqual({ status: 422, type: 'daily_limit_reached' })
            expect(total + wanted[at]!).toBeGreaterThan(most_points_per_day)
          }
          const first = answers.findIndex(({ status }) => status === 201)
          if (first >= 0) expect((await sell(sales[first]!)).body).toEqual(answers[first]!.body)
          expect(await pointsGivenBy(key)).toBe(total)
        },
      ),
      { numRuns: 25 },
    )
  })

  test('a sale sent twice at once gets one answer, even if it uses up the points of the day [D3] [T18]', async () => {
    const key = await limited({ most_points_per_day: 100 })
    const body = sale(newCpf())
    const send = () =>
      world.call('POST /partner/points/generate', { body, headers: asPartner({ key }) })
    const [one, two] = await Promise.all([send(), send()])
    expect(one).toMatchObject({ status: 201, body: { points_amount: 100 } })
    expect(two).toMatchObject({ status: 201, text: one.text })
  })

  test('the day’s limit holds across nodes: a sale waits for one in progress', async () => {
    const key = await limited({ most_points_per_day: 150 })
    const other = await database.connect()
    await other.query('begin')
    await other.query(
      `update partner_key
          set given_amount = 100, given_on = ($2::timestamptz at time zone 'America/Sao_Paulo')::date
        where key_hash = $1`,
      [secretHash(key), world.now()],
    )
    const sold = sellWith(key)
    await comesAgain(database)
    await other.query('commit')
    other.release()
    const { answer, records } = await sold
    expect(errorOf(answer)).toEqual({ status: 422, type: 'daily_limit_reached' })
    expect(records).toEqual([])
  })

  test('the day’s limit starts again at the company’s midnight', async () => {
    const key = await limited({ most_points_per_day: 150 })
    const before = world.now()
    expect((await sellWith(key)).answer.status).toBe(201)
    expect(errorOf((await sellWith(key)).answer).type).toBe('daily_limit_reached')
    // The warning shows the operator a key that may be stolen.
    expect(lines.map((line) => JSON.parse(line))).toContainEqual(
      expect.objectContaining({
        msg: 'rate limit exceeded',
        route: 'POST /partner/points/generate',
        code: 'daily_limit_reached',
      }),
    )
    world.moveClock('2026-11-21T02:59:59Z')
    expect(errorOf((await sellWith(key)).answer).type).toBe('daily_limit_reached')
    world.moveClock('2026-11-21T03:00:00Z')
    expect((await sellWith(key)).answer.status).toBe(201)
    world.moveClock(before.toISOString())
  })

  test('every call from outside the key’s networks gets 403 and changes nothing', async () => {
    const here = await limited({ addresses: ['127.0.0.0/8', '2001:db8::/32'] })
    expect((await sellWith(here, '127.1.2.3')).answer.status).toBe(201)
    const elsewhere = await limited({ addresses: ['203.0.113.7'] })
    const sold = await sellWith(elsewhere)
    expect(errorOf(sold.answer)).toEqual({ status: 403, type: 'forbidden' })
    expect(sold.records).toEqual([])
    const read = await world.call('GET /partner/customer', {
      headers: asPartner({ key: elsewhere }),
      query: { document: newCpf() },
    })
    expect(errorOf(read)).toEqual({ status: 403, type: 'forbidden' })
  })

  test.each([
    ['127.1.2.3', true],
    ['::ffff:127.1.2.3', true],
    ['2001:db8::1', true],
    ['128.0.0.1', false],
    ['2001:db9::1', false],
    ['unknown', false],
  ])('whether a key limited to networks is accepted from %s: %s', async (ip, may) => {
    const key = await limited({ addresses: ['127.0.0.0/8', '2001:db8::/32'] })
    const request = { ip, headers: { authorization: `Bearer ${key}` } } as unknown as FastifyRequest
    const credential = credentialOf.partner(request, 'GET /partner/customer')
    const answer = identify.partner(world, credential, world.now())
    if (may) expect(await answer).toMatchObject({ partner_key_id: expect.any(String) })
    else await expect(answer).rejects.toMatchObject({ code: 'forbidden' })
  })

  test('limits are listed with the key, and an empty limit is refused', async () => {
    const key = await limited({ addresses: ['203.0.113.9/24'], most_points_per_day: 500 })
    expect(await partnerKeyOf(key)).toMatchObject({
      addresses: ['203.0.113.0/24'],
      most_points_per_day: 500,
    })
    await expect(limited({ most_points_per_day: 0 })).rejects.toThrow('check constraint')
  })
})
