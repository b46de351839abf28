import { expect, test } from 'vitest'

import { createSandbox, programme, webhook } from '#api/testing/worlds/sandbox.ts'
import { createWorld, errorOf, sale } from '#api/testing/worlds/world.ts'
import { isSandbox } from '#contract/sandbox/id.ts'
import { rows, sql } from '#database/sql.ts'

import { applySandbox, resetSandbox } from './sandbox.ts'

const world = await createWorld()
const { call, database, secret } = world
const { shop, sandbox, till, sandboxOf, answerOf, newCustomer, moveTo, pass, expectAudited } =
  await createSandbox(world)

/** Each table → how many rows it has of the company. */
async function countsOf(company_id: string): Promise<Record<string, number>> {
  const tables = await database.query<{ name: string }>(
    'select name from tables_of_companies() order by name',
  )
  const counts: Record<string, number> = {}
  for (const { name } of tables.rows) {
    const { rowCount } = await database.query(`select from ${name} where company_id = $1`, [
      company_id,
    ])
    counts[name] = rowCount!
  }
  return counts
}

test('a second application takes the company’s changes over and keeps customers, stock and webhook [D11]', async () => {
  const customer = await newCustomer()
  const state = () =>
    rows(
      database,
      sql`select company.company_id, prize.name, prize.issued, url,
                 (select count(*) from prize_code where prize_code.company_id = prize.company_id) as codes
            from company
            join prize on prize.company_id = company.company_id
            join webhook_endpoint on webhook_endpoint.company_id = prize.company_id and removed_at is null
           where company.slug = 'clube/sandbox'
           order by prize.key`,
    )
  const before = await state()
  expect(before).toMatchObject([
    { name: 'Café', url: webhook },
    { name: 'Pão', url: webhook, codes: 100 },
  ])
  await applySandbox({ database, secret }, { slug: 'clube' }, world.now())
  expect(await state()).toEqual(before)
  const prizes = [{ ...programme.prizes[0], name: 'Café coado' }, programme.prizes[1]]
  await world.createCompany('clube', { ...programme, prizes }, { 'paes.txt': ['REAL-1'] })
  await applySandbox({ database, secret }, { slug: 'clube' }, world.now())
  expect(await state()).toMatchObject([{ name: 'Café coado' }, { name: 'Pão' }])
  expect(await answerOf('GET /customer', { headers: customer.headers })).toMatchObject({
    id: customer.id,
  })
})

test('a reset empties the sandbox and keeps its keys and webhook; no row of a real company changes [D20]', async () => {
  const customer = await newCustomer()
  await answerOf('POST /partner/points/generate', { body: sale(customer.document) })
  await pass(3)
  await answerOf('POST /partner/points/intention', {
    body: sale(customer.document, { points_amount: 10 }),
  })
  const real = () => countsOf(shop.id)
  const before = await real()
  await world.createCompany('novo', programme, { 'paes.txt': ['REAL-3'] })
  const fresh = await sandboxOf('novo', webhook)

  // As the role of the commands, which may delete no records itself.
  await resetSandbox({ database: world.appDatabase, secret }, { slug: 'clube' }, world.now())
  expect(await countsOf(sandbox.id)).toEqual(await countsOf(fresh.id))
  expect(await real()).toEqual(before)
  expect(await moveTo('2026-01-01T00:00:00Z')).toEqual({ now: world.now().toISOString() })
  const gone = await call('GET /partner/customer', {
    headers: till,
    query: { document: customer.document },
  })
  expect(errorOf(gone).type).toBe('customer_not_found')
  await answerOf('POST /partner/points/generate', { body: sale(customer.document) })
  await expectAudited()
})

test('the database refuses to empty a real company [I8]', async () => {
  const before = await countsOf(shop.id)
  for (const pool of [database, world.appDatabase]) {
    await expect(pool.query('select empty_sandbox($1, 1, null)', [shop.id])).rejects.toThrow(
      'is no sandbox',
    )
  }
  expect(await countsOf(shop.id)).toEqual(before)
  await expect(resetSandbox({ database, secret }, { slug: 'cafe' }, world.now())).rejects.toThrow(
    'cafe não tem sandbox: npm run company -- sandbox cafe',
  )
})

test('an id and a slug of a sandbox occur only together, and no host name leads to a sandbox [R1.1]', async () => {
  expect([isSandbox(sandbox.id), isSandbox(shop.id)]).toEqual([true, false])
  const hosts = await rows(
    database,
    sql`select hostname from company_domain where company_id = ${sandbox.id}`,
  )
  expect(hosts).toEqual([])
  for (const [slug, id] of [
    ['falsa/sandbox', 'uuidv7()'],
    ['falsa', 'sandbox_id()'],
  ]) {
    const insert = database.query(
      `insert into company (company_id, slug, file, images, maintenance, time_zone, points_per_real, created_at, applied_at)
       select ${id}, $1, file, images, maintenance, time_zone, points_per_real, created_at, applied_at
         from company where slug = 'clube'`,
      [slug],
    )
    await expect(insert).rejects.toThrow(/company_sandbox/)
  }
  await expect(
    database.query('insert into sandbox_clock values ($1, 1)', [shop.id]),
  ).rejects.toThrow(/sandbox_clock_check/)
})

test.each([
  ['ninguem', undefined, 'Não há empresa ninguem: aplique a pasta dela antes.'],
  ['clube/sandbox', undefined, 'clube/sandbox já é um sandbox.'],
  ['clube', 'ftp://x', '--webhook é ftp://x: use um endereço https.'],
])('a sandbox of %s with the webhook %s is refused', async (slug, webhook, sentence) => {
  await expect(applySandbox({ database, secret }, { slug, webhook }, world.now())).rejects.toThrow(
    sentence,
  )
})
