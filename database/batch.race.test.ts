/** Concurrent calls of a batch neither delay nor fail each other, tested for each movement through HTTP and PostgreSQL. */

import pg from 'pg'
import { beforeAll, expect, test } from 'vitest'

import { serverTime, statementBegan } from '#api/testing/worlds/lock.ts'
import {
  type Answer,
  asPartner,
  createWorld,
  errorOf,
  sale,
  type World,
} from '#api/testing/worlds/world.ts'
import type { Intention, TillIntention } from '#contract/intention.ts'
import type { GeneratedPoints } from '#contract/points.ts'
import { inSchema, row, rows, sql } from '#database/sql.ts'
import { audit } from '#engine/audit/audit.ts'

const world = await createWorld()
const { call, database } = world
const shop = await world.createCompany('lote', {
  prizes: [
    { key: 'free', name: 'Sem fim', value: 10 },
    { key: 'counted', name: 'Contado', value: 10, stock: 100 },
  ],
})
const prizes: Record<string, string> = {}
const till = { headers: asPartner(shop) }
const crowd = 8
/** The statements that batches send. */
const batch = String.raw`apply\(`

beforeAll(async () => {
  const storedPrizes = await rows<{ key: string; id: string }>(
    database,
    sql`select key, id from prize where company_id = ${shop.id}`,
  )
  for (const { key, id } of storedPrizes) prizes[key] = id
})

type Customer = Awaited<ReturnType<World['confirmed']>>

function open({ document }: Customer): Promise<Answer> {
  const body = sale(document, { points_amount: 10 })
  return call('POST /partner/points/intention', { ...till, body })
}

function redeem({ document, headers }: Customer, key: string): Promise<Answer> {
  const products = [{ prize_id: prizes[key], quantity: 1 }]
  return call('POST /voucher/generate', {
    headers,
    body: { customer_document: document, products },
  })
}

/** Each movement of a customer. Its `prepare` step creates what the call needs. */
const movements: Record<string, (customer: Customer) => Promise<() => Promise<Answer>>> = {
  'POST /partner/points/generate': async ({ document }) => {
    return () => world.generate(shop, sale(document))
  },
  'POST /partner/points/{id}/reverse': async ({ document }) => {
    const { body } = await world.generate(shop, sale(document))
    const { id } = body as GeneratedPoints
    return () =>
      call('POST /partner/points/{id}/reverse', {
        ...till,
        params: { id },
        body: { external_id: id },
      })
  },
  'POST /partner/points/intention': async (customer) => () => open(customer),
  'POST /partner/points/intention/{id}/capture': async (customer) => {
    const { id } = (await open(customer)).body as TillIntention
    const { headers } = customer
    const { code } = (await call('GET /points/intention', { headers })).body as Intention
    return () =>
      call('POST /partner/points/intention/{id}/capture', {
        ...till,
        params: { id },
        body: { code },
      })
  },
  'POST /voucher/generate': async (customer) => () => redeem(customer, 'free'),
}

/** Runs `work` while another transaction locks the rows of `statement`. */
async function whileTaken(
  statement: string,
  ids: string[],
  work: () => Promise<void>,
): Promise<void> {
  const other = new pg.Client({ connectionString: world.ownerUrl, ...inSchema })
  await other.connect()
  try {
    await other.query('begin')
    await other.query(statement, [shop.id, ids])
    await work()
  } finally {
    await other.end()
  }
}

const takeCustomer =
  'select 1 from balance where company_id = $1 and customer_id = any($2) for no key update'
const takePrize = 'select 1 from prize where company_id = $1 and id = any($2) for no key update'

async function crowdWith(points: number): Promise<Customer[]> {
  return Promise.all(Array.from({ length: crowd }, () => world.confirmed(shop, points)))
}

/** Expects every answer to be a success. */
function expectDone(answers: Answer[]): void {
  expect(answers.map(({ status, text }) => (status < 300 ? 'done' : text))).toEqual(
    answers.map(() => 'done'),
  )
}

async function expectAudited(): Promise<void> {
  expect((await audit(database, world.now())).differences).toEqual([])
}

test.each(Object.keys(movements))(
  '%s: a call that waits for a locked customer delays no call for another customer',
  async (name) => {
    const customers = await crowdWith(100)
    const runs = await Promise.all(customers.map(movements[name]!))
    // As many calls as batches can be in flight. If these batches waited for the locked customers, no other batch could be sent.
    const customerCount = 2
    let ended = 0
    const waiting: Promise<Answer>[] = []
    const ids = customers.slice(0, customerCount).map(({ id }) => id)
    await whileTaken(takeCustomer, ids, async () => {
      for (const run of runs.slice(0, customerCount)) {
        const since = await serverTime(database)
        waiting.push(run().finally(() => (ended += 1)))
        // Wait for the statement, so that the next call is in another batch.
        await statementBegan(database, batch, since)
      }
      expectDone(await Promise.all(runs.slice(customerCount).map((run) => run())))
      expect(ended).toBe(0)
    })
    expectDone(await Promise.all(waiting))
    await expectAudited()
  },
)

test('POST /voucher/generate does not wait for a prize whose stock another transaction counts [T1]', async () => {
  const customers = await crowdWith(100)
  const waiting: Promise<Answer>[] = []
  await whileTaken(takePrize, [prizes['counted']!], async () => {
    waiting.push(redeem(customers[0]!, 'counted'), redeem(customers[1]!, 'counted'))
    expectDone(await Promise.all(customers.slice(2).map((customer) => redeem(customer, 'free'))))
    const counter = await row(
      database,
      sql`select issued from prize where company_id = ${shop.id} and id = ${prizes['counted']}`,
    )
    expect(counter).toEqual({ issued: 0 })
  })
  expectDone(await Promise.all(waiting))
  await expectAudited()
})

test('a movement that PostgreSQL refuses fails alone and changes nothing', async () => {
  const customers = await crowdWith(0)
  const [full] = customers
  // One point below the CHECK balance_bounds: no rule refuses it first, so PostgreSQL reports a defect.
  await rows(
    database,
    sql`update balance set received_amount = 9007199254740990
         where company_id = ${shop.id} and customer_id = ${full!.id}`,
  )
  const answers = await Promise.all(
    customers.map(({ document }) => world.generate(shop, sale(document))),
  )
  expect(answers.map(({ status }) => status)).toEqual([500, ...Array(crowd - 1).fill(201)])
  expect(errorOf(answers[0]!).type).toBe('internal')
  const balances = await rows<{ amount: string; records: number }>(
    database,
    sql`select balance.amount, count(points_record.id) as records
          from unnest(${customers.map(({ id }) => id)}::uuid[]) with ordinality one (id, n)
          join balance on balance.company_id = ${shop.id} and balance.customer_id = one.id
          left join points_record
                 on points_record.company_id = balance.company_id
                and points_record.customer_id = balance.customer_id
         group by one.n, balance.amount
         order by one.n`,
  )
  expect(balances).toEqual([
    { amount: 0, records: 0 },
    ...Array.from({ length: crowd - 1 }, () => ({ amount: 100, records: 1 })),
  ])
})
