import { beforeEach, expect, test } from 'vitest'

import { somebodyWaits } from '#api/testing/worlds/lock.ts'
import { makeUnerasable } from '#api/testing/worlds/unerasable.ts'
import { createWorld, newCpf, sale, type TestCompany } from '#api/testing/worlds/world.ts'
import { row, rows, sql, transaction } from '#database/sql.ts'
import { audit } from '#engine/audit/audit.ts'

import { erasePreRegistered } from './retention.ts'

const world = await createWorld()
const { database, secret } = world
/** The points expire 30 days after the purchase. */
const rules = [{ name: 'Compra', type: 'POINTS_PER_REAL', rate: 1, expires_in: { days: 30 } }]
const shop = await world.createCompany('padaria', { calculation_rules: rules })
const keeping = await world.createCompany('guarda', {
  calculation_rules: rules,
  retention: { pre_registered_months: null },
})
const lasting = await world.createCompany('eterna', {})

beforeEach(() => world.moveClock('2026-11-20T15:00:00Z'))

/** Makes a till sell to a document that nobody has registered. */
async function preRegistered(company: TestCompany): Promise<string> {
  const document = newCpf()
  expect((await world.generate(company, sale(document))).status).toBe(201)
  return document
}

async function isKnown(company: TestCompany, document: string): Promise<boolean> {
  const found = await row(
    database,
    sql`select from customer where company_id = ${company.id} and document = ${document}`,
  )
  return found !== undefined
}

function run(): Promise<number> {
  return erasePreRegistered({ database, secret, now: world.now() })
}

test('a pre-registered document without points is erased 24 months after its last purchase [D16]', async () => {
  const [once, again] = [await preRegistered(shop), await preRegistered(shop)]
  const registered = await world.registered(shop)
  const [kept, withPoints] = [await preRegistered(keeping), await preRegistered(lasting)]
  world.moveClock('2027-06-20T15:00:00Z')
  await world.generate(shop, sale(again))
  world.moveClock('2028-11-19T15:00:00Z')
  expect(await run()).toBe(0)
  world.moveClock('2028-11-21T15:00:00Z')
  expect(await run()).toBe(1)
  expect(await isKnown(shop, once)).toBe(false)
  expect(
    await rows(
      database,
      sql`select action, actor_kind, detail #>> '{after,by}' as by from audit_entry where company_id = ${shop.id}`,
    ),
  ).toEqual([{ action: 'customer.erased', actor_kind: 'system', by: 'retention' }])
  expect(await isKnown(shop, again)).toBe(true)
  expect(await isKnown(shop, registered.document)).toBe(true)
  // The company keeps pre-registrations, or the points are still valid.
  expect(await isKnown(keeping, kept)).toBe(true)
  expect(await isKnown(lasting, withPoints)).toBe(true)
  expect(await run()).toBe(0)
  expect((await audit(database, world.now())).differences).toEqual([])
})

test('more pre-registrations than one batch are erased; their people are newcomers later [D16]', async () => {
  const document = newCpf()
  await database.query(
    `with added as (
       insert into customer (company_id, document, login_type, is_pre_registered, created_at)
       select $1::uuid, lpad(n::text, 11, '0'), 'PRE', true, '2020-01-01'::timestamptz from generate_series(1, 24) n
        union all
       select $1::uuid, $2::text, 'PRE', true, '2020-01-01'::timestamptz
       returning id)
     insert into balance (company_id, customer_id) select $1::uuid, id from added`,
    [shop.id, document],
  )
  const now = world.now()
  expect(await erasePreRegistered({ database, secret, now, batchSize: 10 })).toBe(25)
  const person = await world.registered(shop, { document })
  const stored = await row(
    database,
    sql`select is_returning from customer where company_id = ${shop.id} and id = ${person.id}`,
  )
  expect(stored).toEqual({ is_returning: false })
})

test.each(['registers', 'buys'])(
  'a document is kept if its person %s after the job has read its page [D16]',
  async (then) => {
    const document = await preRegistered(shop)
    world.moveClock('2028-11-21T15:00:00Z')
    let erased: Promise<number>
    await transaction(database, async (connection) => {
      await rows(
        connection,
        sql`select from balance
             where company_id = ${shop.id}
               and customer_id = (select id from customer where company_id = ${shop.id} and document = ${document})
               for update`,
      )
      erased = run()
      // The job has read its page, and waits for this balance.
      await somebodyWaits(database)
      if (then === 'registers') {
        await world.registered(shop, { document })
      } else {
        // The test writes the activity itself: a sale would wait for the balance too.
        await rows(
          connection,
          sql`update balance set moved_at = ${world.now()}
               where company_id = ${shop.id}
                 and customer_id = (select id from customer where company_id = ${shop.id} and document = ${document})`,
        )
      }
    })
    expect(await erased!).toBe(0)
    expect(await isKnown(shop, document)).toBe(true)
    const closed = await row(
      database,
      sql`select from balance where company_id = ${shop.id} and is_erased
             and customer_id = (select id from customer where company_id = ${shop.id} and document = ${document})`,
    )
    expect(closed).toBeUndefined()
  },
)

test('a document that cannot be erased keeps no other one, in its company and elsewhere [D16]', async () => {
  const shops = [
    await world.createCompany('um', { calculation_rules: rules }),
    await world.createCompany('dois', { calculation_rules: rules }),
  ]
  const documents = []
  for (const company of shops) {
    for (let n = 0; n < 3; n += 1) {
      documents.push({ company, document: await preRegistered(company) })
    }
  }
  const [broken, ...others] = documents.toSorted((one, other) =>
    one.company.id < other.company.id ? -1 : 1,
  )
  const { id } = (await row<{ id: string }>(
    database,
    sql`select id from customer where company_id = ${broken!.company.id} and document = ${broken!.document}`,
  ))!
  await makeUnerasable(database, id)
  world.moveClock('2028-11-21T15:00:00Z')
  await expect(run()).rejects.toThrow('pre-registered documents of 1 companies remain')
  expect(await isKnown(broken!.company, broken!.document)).toBe(true)
  for (const { company, document } of others) expect(await isKnown(company, document)).toBe(false)
})
