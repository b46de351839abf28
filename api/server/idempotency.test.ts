import { randomUUID } from 'node:crypto'

import fc from 'fast-check'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'

import { createPartnerKey } from '#api/partner/partner-key.ts'
import { endWaiting, serverTime, somebodyWaits, statementBegan } from '#api/testing/worlds/lock.ts'
import {
  type Answer,
  asPartner,
  createWorld,
  newCpf,
  errorOf,
  sale,
  type TestCompany,
} from '#api/testing/worlds/world.ts'
import type { GeneratedPoints } from '#contract/points.ts'
import { openPool, row, rows, sql } from '#database/sql.ts'

const world = await createWorld()
const { cafe, posto, database, call } = world
const otherNode = await world.anotherNode()
const alone = openPool(world.ownerUrl, 4)
afterAll(() => alone.end())

const today = '2026-11-20T15:00:00Z'
beforeEach(() => world.moveClock(today))

/** Sends a sale with an idempotency key; `key` replaces the company's partner key. */
function generate(
  company: TestCompany,
  body: unknown,
  idempotencyKey: string,
  { key = company.key, node = call } = {},
): Promise<Answer> {
  const headers = { ...asPartner({ key }), 'idempotency-key': idempotencyKey }
  return node('POST /partner/points/generate', { body, headers })
}

async function recordCount(): Promise<number> {
  return (await row<{ count: number }>(database, sql`select count(*) from points_record`))!.count
}

/** The numbers of records and of keys. */
async function counts() {
  const keys = await row<{ count: number }>(database, sql`select count(*) from idempotency`)
  return [await recordCount(), keys!.count] as const
}

const isReplay = ({ headers }: Answer) => headers['idempotent-replayed'] === 'true'
/** A rule that no company has. */
const unknownRule = () => ({ calculation_rule_id: randomUUID() })

describe('the same key with the same call', () => {
  test('the same call with the same key gets the stored answer byte for byte, marked as replayed [D2 I5]', async () => {
    const [sent, key] = [sale(newCpf()), randomUUID()]
    const before = await recordCount()
    const first = await generate(cafe, sent, key)
    expect(first.status).toBe(201)
    expect(isReplay(first)).toBe(false)
    world.moveClock('2026-12-01T10:00:00Z')
    const again = await generate(cafe, sent, key)
    expect(again).toMatchObject({ status: 201, text: first.text })
    expect(again.headers['content-type']).toBe(first.headers['content-type'])
    expect(isReplay(again)).toBe(true)
    expect(await recordCount()).toBe(before + 1)
  })

  test('64 equal calls at once through two nodes have one effect and 63 replays [D2 I5]', async () => {
    const [sent, key] = [sale(newCpf()), randomUUID()]
    const before = await recordCount()
    const answers = await Promise.all(
      Array.from({ length: 64 }, (_, n) =>
        generate(cafe, sent, key, { node: n % 2 ? call : otherNode }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(64).fill(201))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(answers.filter(isReplay)).toHaveLength(63)
    expect(await recordCount()).toBe(before + 1)
  })

  test('the order of fields and a quoted key do not change the request [D2]', async () => {
    const [sent, key] = [sale(newCpf()), randomUUID()]
    await generate(cafe, sent, key)
    const turned = Object.fromEntries(Object.entries(sent).toReversed())
    expect(isReplay(await generate(cafe, turned, `"${key}"`))).toBe(true)
  })

  test('an error code is stored for its key: 32 concurrent duplicates get it, a new key does not [D2 I6]', async () => {
    const rule_id = randomUUID()
    const refused = sale(newCpf(), { calculation_rule_id: rule_id })
    const key = randomUUID()
    const before = await recordCount()
    const answers = await Promise.all(
      Array.from({ length: 33 }, (_, n) =>
        generate(cafe, refused, key, { node: n % 2 ? call : otherNode }),
      ),
    )
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(errorOf(answers[0]!)).toEqual({
      status: 422,
      type: 'unknown_calculation_rule',
      retry: 'new_key',
    })
    expect(answers.filter(isReplay)).toHaveLength(32)
    // The rule now exists: a new key evaluates the request again, the old key replays its error.
    await rows(
      database,
      sql`insert into calculation_rule (company_id, id, key, name, position, type, rate, minimum_purchase_value)
          values (${cafe.id}, ${rule_id}, 'clube', ${key}, ${Date.now() % 1e9}, 'PERCENTAGE', 1, 0)`,
    )
    expect(await generate(cafe, refused, key)).toMatchObject({ text: answers[0]!.text })
    expect(await recordCount()).toBe(before)
    expect((await generate(cafe, refused, randomUUID())).status).toBe(201)
    expect(await recordCount()).toBe(before + 1)
  })

  test('an error code rolls back all writes: no customer is pre-registered [D2 I6]', async () => {
    const document = newCpf()
    await generate(cafe, sale(document, unknownRule()), randomUUID())
    const made = await rows(database, sql`select 1 from customer where document = ${document}`)
    expect(made).toEqual([])
  })
})

describe('the same key with another call', () => {
  test.each([
    ['another value', { purchase_value: 9_999 }],
    ['another shop', { subsidiary_name: 'Loja 2' }],
    ['another customer', { customer: { document: newCpf() } }],
    ['a field more', unknownRule()],
  ])('the same key with %s gets idempotency_mismatch [D2]', async (_, changes) => {
    const [sent, key] = [sale(newCpf()), randomUUID()]
    const first = await generate(cafe, sent, key)
    const before = await recordCount()
    const other = await generate(cafe, { ...sent, external_id: randomUUID(), ...changes }, key)
    expect(errorOf(other)).toEqual({ status: 422, type: 'idempotency_mismatch' })
    expect(isReplay(other)).toBe(false)
    expect(await recordCount()).toBe(before)
    expect(await generate(cafe, sent, key)).toMatchObject({ text: first.text })
  })

  test('invalid input does not use up the key, so a corrected body may use it [D2]', async () => {
    const [sent, key] = [sale(newCpf()), randomUUID()]
    const before = await counts()
    const refused = await generate(cafe, { ...sent, purchase_value: '100' }, key)
    expect(errorOf(refused)).toMatchObject({ status: 422, type: 'validation' })
    expect(await counts()).toEqual(before)
    expect((await generate(cafe, sent, key)).status).toBe(201)
  })

  test('equal keys of two companies or two tills are independent [T2 T4]', async () => {
    const key = randomUUID()
    const secondTill = await createPartnerKey(database, cafe.id, 'Caixa 2', world.now())
    const answers = [
      await generate(cafe, sale(newCpf()), key),
      await generate(cafe, sale(newCpf()), key, { key: secondTill }),
      await generate(posto, sale(newCpf()), key),
    ]
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
    expect(answers.some(isReplay)).toBe(false)
    expect(new Set(answers.map(({ body }) => (body as GeneratedPoints).id)).size).toBe(3)
  })
})

describe('an idempotency key', () => {
  test.each([
    '',
    '""',
    'a'.repeat(15),
    'a'.repeat(129),
    `"${'a'.repeat(16)}`,
    `${'a'.repeat(16)}, ${'b'.repeat(16)}`,
    `${'a'.repeat(16)}é`,
    `${'a'.repeat(16)} b`,
  ])('the malformed key %j gets 400 and changes nothing [D2]', async (key) => {
    const before = await counts()
    const answer = await generate(cafe, sale(newCpf()), key)
    expect(errorOf(answer)).toEqual({ status: 400, type: 'bad_request' })
    expect(await counts()).toEqual(before)
  })

  test('a call with two idempotency keys gets 400 and changes nothing [D2]', async () => {
    const before = await recordCount()
    const { statusCode } = await world.app.inject({
      method: 'POST',
      url: '/api/partner/points/generate',
      payload: sale(newCpf()),
      headers: { ...asPartner(cafe), 'idempotency-key': [randomUUID(), randomUUID()] as never },
    })
    expect(statusCode).toBe(400)
    expect(await recordCount()).toBe(before)
  })

  test.each(['a'.repeat(16), 'A-z_0.9:'.repeat(16)])('the key %s is accepted [D2]', async (key) => {
    const [first, again] = [sale(newCpf()), sale(newCpf())]
    expect((await generate(cafe, first, key)).status).toBe(201)
    const before = await recordCount()
    expect(errorOf(await generate(cafe, again, key)).type).toBe('idempotency_mismatch')
    expect(await recordCount()).toBe(before)
  })

  test('a key expires after exactly 30 days, and then executes its call again [D2]', async () => {
    const [sent, other, key] = [sale(newCpf()), sale(newCpf()), randomUUID()]
    const first = await generate(cafe, sent, key)
    world.moveClock('2026-12-20T14:59:59.999Z')
    expect(isReplay(await generate(cafe, sent, key))).toBe(true)
    world.moveClock('2026-12-20T15:00:00Z')
    const anew = await generate(cafe, other, key)
    expect(anew.status).toBe(201)
    expect(anew.text).not.toBe(first.text)
    // The new answer is stored for another 30 days.
    expect(await generate(cafe, other, key)).toMatchObject({ text: anew.text })
    // The external_id still prevents a second sale, for ever (D3).
    const before = await recordCount()
    expect(await generate(cafe, sent, randomUUID())).toMatchObject({ text: first.text })
    expect(await recordCount()).toBe(before)
  })
})

describe('a caller without access', () => {
  test('a revoked partner key gets invalid_key instead of a replay [T18]', async () => {
    const loja = await world.createCompany('chave-revogada', {})
    const [sent, key] = [sale(newCpf()), randomUUID()]
    await generate(loja, sent, key)
    await rows(
      database,
      sql`update partner_key set revoked_at = ${world.now()} where company_id = ${loja.id}`,
    )
    expect(errorOf(await generate(loja, sent, key)).type).toBe('invalid_key')
  })

  test('a closed company’s partner key gets company_unavailable instead of a replay [R1.3]', async () => {
    const loja = await world.createCompany('chave-fechada', {})
    const [sent, key] = [sale(newCpf()), randomUUID()]
    const first = await generate(loja, sent, key)
    const setMaintenance = (maintenance: boolean) =>
      rows(
        database,
        sql`update company set maintenance = ${maintenance} where company_id = ${loja.id}`,
      )
    await setMaintenance(true)
    expect(errorOf(await generate(loja, sent, key)).type).toBe('company_unavailable')
    await setMaintenance(false)
    expect(await generate(loja, sent, key)).toMatchObject({ text: first.text })
  })
})

describe('a slow or failed first call', async () => {
  const caixa = (await row<{ id: string }>(
    database,
    sql`select id from partner_key where company_id = ${cafe.id} and name = 'Caixa'`,
  ))!

  /** Locks the idempotency key as another process does while it works under the key. */
  async function claimElsewhere(key: string) {
    const connection = await alone.connect()
    await connection.query('begin')
    const commands = [{ verb: 'earn', partner_key_id: caixa.id, key, key_fingerprint: '' }]
    await connection.query(
      sql`select from claim_keys(
            ${cafe.id}, located(programme_of(${cafe.id}), ${JSON.stringify(commands)}, ${today}), ${today})`,
    )
    // `die` ends the connection without a commit, as a killed process does.
    return { die: () => connection.release(true) }
  }

  /** Resolves once the call was sent to the engine again. The first statement may have begun before, so it waits for a second. */
  async function comesAgain(): Promise<void> {
    await statementBegan(alone, 'apply\\(', await serverTime(alone))
    await statementBegan(alone, 'apply\\(', await serverTime(alone))
  }

  test('a key that another process holds for over 3 s gets idempotency_in_progress with Retry-After [D2]', async () => {
    const [sent, key] = [sale(newCpf()), randomUUID()]
    const before = await recordCount()
    const first = await claimElsewhere(key)
    const answer = await generate(cafe, sent, key)
    expect(errorOf(answer)).toEqual({ status: 409, type: 'idempotency_in_progress' })
    expect(answer.headers['retry-after']).toBe('1')
    expect(await recordCount()).toBe(before)
    first.die()
    expect((await generate(cafe, sent, key)).status).toBe(201)
  })

  test('after the first process dies, one of the waiting calls does the work once [D2 I7]', async () => {
    const [sent, key] = [sale(newCpf()), randomUUID()]
    const before = await recordCount()
    const first = await claimElsewhere(key)
    const waiting = [generate(cafe, sent, key), generate(cafe, sent, key, { node: otherNode })]
    await comesAgain()
    first.die()
    const answers = await Promise.all(waiting)
    expect(answers.map(({ status }) => status)).toEqual([201, 201])
    expect(answers.filter(isReplay)).toHaveLength(1)
    expect(await recordCount()).toBe(before + 1)
  })

  test('concurrent duplicates in one process get idempotency_in_progress after 3 s; the first succeeds [D2]', async () => {
    const customer = await world.registered(cafe)
    const [sent, key] = [sale(customer.document), randomUUID()]
    const holder = await alone.connect()
    await holder.query('begin')
    await holder.query(
      sql`select from balance where company_id = ${cafe.id} and customer_id = ${customer.id} for update`,
    )
    const first = generate(cafe, sent, key)
    await comesAgain()
    const duplicates = await Promise.all(
      Array.from({ length: 20 }, () => generate(cafe, sent, key)),
    )
    expect(new Set(duplicates.map((duplicate) => errorOf(duplicate).type))).toEqual(
      new Set(['idempotency_in_progress']),
    )
    await holder.query('rollback')
    holder.release()
    expect((await first).status).toBe(201)
    expect(await generate(cafe, sent, key)).toMatchObject({ text: (await first).text })
  })

  test('if the answer cannot be stored, the call gets 500, changes nothing and frees the key [I5 I7]', async () => {
    const [sent, key] = [sale(newCpf()), randomUUID()]
    const before = await counts()
    await database.query(
      'alter table idempotency add constraint broken check (result is null) not valid',
    )
    const answer = await generate(cafe, sent, key)
    await database.query('alter table idempotency drop constraint broken')
    expect(errorOf(answer)).toEqual({ status: 500, type: 'internal' })
    expect(await counts()).toEqual(before)
    expect((await generate(cafe, sent, key)).status).toBe(201)
    expect(await recordCount()).toBe(before[0] + 1)
  })

  test('a call on a broken connection gets 503 and changes nothing; the same key then succeeds [D2]', async () => {
    const customer = await world.registered(cafe)
    const [sent, key] = [sale(customer.document), randomUUID()]
    const before = await recordCount()
    const holder = await alone.connect()
    await holder.query('begin')
    // The outcome is stored last, so all other writes are done when this lock blocks it.
    await holder.query('lock table idempotency in share mode')
    const cut = generate(cafe, sent, key)
    await somebodyWaits(alone)
    await endWaiting(alone)
    expect(errorOf(await cut)).toEqual({ status: 503, type: 'unavailable' })
    await holder.query('rollback')
    holder.release()
    expect(await recordCount()).toBe(before)
    const again = await generate(cafe, sent, key)
    expect(again.status).toBe(201)
    expect(isReplay(again)).toBe(false)
  })

  test('under REPEATABLE READ 16 equal calls have one effect: serialisation failures are retried [D2]', async () => {
    const name = new URL(world.url).pathname.slice(1)
    await alone.query(
      `alter database ${name} set default_transaction_isolation = 'repeatable read'`,
    )
    const strict = [await world.anotherNode(), await world.anotherNode()]
    // A partner key's first call on a day updates the key's row. Make that call before the test's concurrent calls.
    await generate(cafe, sale(newCpf()), randomUUID())
    const [sent, key] = [sale(newCpf()), randomUUID()]
    const before = await recordCount()
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, n) => generate(cafe, sent, key, { node: strict[n % 2]! })),
    )
    await alone.query(`alter database ${name} reset default_transaction_isolation`)
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(answers.filter(isReplay)).toHaveLength(15)
    expect(await recordCount()).toBe(before + 1)
  })
})

test('random keys, bodies and repeats agree with a 10-line model: one answer for each key and body [D2]', async () => {
  const first = new Map<string, { body: string; text: string }>()
  const sales = Array.from({ length: 6 }, (_, n) => sale(newCpf(), n % 3 ? {} : unknownRule()))
  const keys = Array.from({ length: 8 }, () => randomUUID())
  const companies = [cafe, posto]
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...companies),
      fc.constantFrom(...keys),
      fc.constantFrom(...sales),
      async (company, key, sent) => {
        const answer = await generate(company, sent, key)
        const [id, body] = [`${company.id} ${key}`, JSON.stringify(sent)]
        const earlier = first.get(id)
        expect(isReplay(answer)).toBe(earlier?.body === body)
        if (!earlier) first.set(id, { body, text: answer.text })
        else if (earlier.body === body) expect(answer.text).toBe(earlier.text)
        else expect(errorOf(answer).type).toBe('idempotency_mismatch')
      },
    ),
    { numRuns: 400 },
  )
})
