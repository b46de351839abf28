/**
 * The frequent requests of customers and tills read the rows of one customer only. PostgreSQL's own counters prove it, for
 * statements inside functions too.
 */

import { createHash, randomUUID } from 'node:crypto'

import pg from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'

import { customer } from '#api/customer/customer.ts'
import { secretHash } from '#api/http/caller.ts'
import { confirm, customerReads, decline, intentionReader } from '#api/intention/customer.ts'
import { cancel, captureIntention, openIntention, tillReads } from '#api/intention/till.ts'
import { sessionMemberCodeKey } from '#api/member-code/session-key.ts'
import { notifications, readNotifications } from '#api/notification/notification.ts'
import { partnerCustomer } from '#api/partner/customer.ts'
import { balanceReader } from '#api/points/balance.ts'
import { expiringPoints } from '#api/points/expiring.ts'
import { generatePoints, simulatePoints } from '#api/points/generate.ts'
import { history } from '#api/points/history.ts'
import { reversePoints } from '#api/points/reverse.ts'
import { statement } from '#api/points/statement.ts'
import { addFavorite, removeFavorite } from '#api/prize/favorite.ts'
import { prize, prizeCategories, prizeCount, prizes } from '#api/prize/prizes.ts'
import { activatePromotion, promotion } from '#api/promotion/promotion.ts'
import { identify } from '#api/server/identify.ts'
import { sessions } from '#api/session/session.ts'
import { createWorld, newCpf, sale } from '#api/testing/worlds/world.ts'
import { voucherCodes } from '#api/voucher/code/sealed-code.ts'
import { redeem } from '#api/voucher/redeem.ts'
import { cancelVoucher, voucherByCode, withdrawVoucher } from '#api/voucher/till.ts'
import { voucher, vouchers } from '#api/voucher/vouchers.ts'
import { IntentionCapture, IntentionOpening } from '#contract/intention.ts'
import { memberCode, memberCodeStep } from '#contract/member-code.ts'
import { PointsGeneration, PointsReversal } from '#contract/points.ts'
import { PrizePage } from '#contract/prize.ts'
import { systemIo } from '#database/io.ts'
import { inSchema, openPool, row, rows, sql } from '#database/sql.ts'
import { createEngine } from '#engine/apply.ts'
import { bytes, type Command, type Idempotency } from '#engine/command.ts'

const world = await createWorld()
const { database } = world
const now = world.now()
const anHourAgo = new Date(now.getTime() - 3_600_000)
const others = 2_000
/** Maximum rows that seven calls for one customer may read. A scan of all customers would read thousands. */
const fewRows = 1_000
const turns = 7
const { secret } = world
const sealing = voucherCodes(secret)
const codes = (name: string, length: number) => Array.from({ length }, (_, at) => `${name}-${at}`)
const shop = await world.createCompany(
  'muitos',
  {
    levels: [{ name: 'Bronze', trigger_amount: 0 }],
    settings: { levels_system: 'LOOKBACK' },
    prizes: [
      { key: 'cafe', name: 'Café', value: 1, category: 'Bebidas' },
      { key: 'contado', name: 'Contado', value: 1, stock: 9_000 },
      { key: 'pool', name: 'Pool', value: 1, codes: { pool: 'codes.txt' } },
      // A second pool fills the table of codes: a plan must not read its rows when the first pool's prize is redeemed.
      { key: 'large', name: 'Large', value: 1, codes: { pool: 'many.txt' }, show_in_store: false },
    ],
    promotions: [
      {
        code: 'NATAL',
        name: 'Natal',
        type: 'CODE',
        starts_at: '2026-01-01',
        ends_at: '2026-12-31',
        filters: { ACTIVATIONS_LIMIT: { per_customer: 50 } },
        action: { GENERATE_POINTS: { amount: 5 } },
      },
    ],
  },
  { 'codes.txt': codes('POUCO', 50), 'many.txt': codes('MUITO', 3_000) },
)
const company_id = shop.id
const ana = await world.confirmed(shop, 100)
const asker = { company_id, customer_id: ana.id, now }
const token = { company_id, token_hash: secretHash(ana.token), id_token: null }
const till = {
  company_id,
  key_hash: createHash('sha256').update(shop.key).digest(),
  scope: 'points' as const,
  address: '127.0.0.1',
}
const ids = {
  cafe: '',
  contado: '',
  pool: '',
  large: '',
  partner_key: '',
  record: '',
  voucher: '',
  code: '',
}
const page = { page: 1, per_page: 20 }

/** Without ANALYZE: a connection may plan before PostgreSQL has statistics. */
beforeAll(async () => {
  const prizes = await rows<{ key: 'cafe' | 'contado' | 'pool' | 'large'; id: string }>(
    database,
    sql`select key, id from prize where company_id = ${company_id}`,
  )
  for (const { key, id } of prizes) ids[key] = id
  ids.partner_key = (await row<{ id: string }>(
    database,
    sql`select id from partner_key where company_id = ${company_id}`,
  ))!.id
  await rows(
    database,
    sql`with made as (
          insert into customer (company_id, document, login_type, email_verified_at, created_at)
          select ${company_id}, lpad(n::text, 11, '0'), 'PRE', ${now}, ${now} from generate_series(1, ${others}) n
          returning company_id, id)
        insert into balance (company_id, customer_id) select company_id, id from made`,
  )
  await rows(
    database,
    sql`insert into session (company_id, token_hash, customer_id, created_at, last_used_on, expires_at)
        select company_id, sha256(id::text::bytea), id, ${now}, ${now}::timestamptz::date, '2027-01-01'
          from customer
         where company_id = ${company_id}`,
  )
  await moveEverybody()
  ids.record = (await row<{ id: string }>(
    database,
    sql`select id from points_record where company_id = ${company_id} and customer_id = ${ana.id} and type_id = 'GNR' limit 1`,
  ))!.id
  ids.code = 'DA-ANA'
  const { code_key, sealed_code } = sealing.pairOf(company_id, ids.code)
  const voucher = (await row<{ id: string }>(
    database,
    sql`update voucher
           set code_key = ${code_key}, sealed_code = ${sealed_code}
         where company_id = ${company_id}
           and customer_id = ${ana.id}
        returning id`,
  ))!
  ids.voucher = voucher.id
}, 120_000)

/** Gives each customer of the company a history. */
async function moveEverybody(): Promise<void> {
  const { partner_key: partner_key_id } = ids
  const fromTill = () => ({
    partner_key_id,
    external_id: randomUUID(),
    subsidiary_name: 'Loja 1',
    subsidiary_key: 'loja 1',
    fingerprint: bytes(Buffer.alloc(1)),
  })
  const everybody = await rows<Somebody>(
    database,
    sql`select id, document from customer where company_id = ${company_id}`,
  )
  for (let time = 0; time < 2; time += 1) {
    await applyToAll(everybody, ({ document }) => ({
      verb: 'earn',
      ...fromTill(),
      document,
      purchase_value: 10_000,
      points_value: 0,
    }))
  }
  await applyToAll(everybody, ({ id, document }) => ({
    verb: 'redeem',
    caller_id: id,
    document,
    products: [{ prize_id: ids.cafe, quantity: 1 }],
    codes: [{ code_key: bytes(Buffer.from(id)), sealed_code: bytes(Buffer.alloc(1)) }],
  }))
  await applyToAll(everybody, ({ id }) => ({ verb: 'activate', caller_id: id, code: 'NATAL' }))
  await fillStatement(sql`
    insert into prize_favorite (company_id, customer_id, prize_id, created_at)
    select company_id, id, ${ids.cafe}, ${now}
      from customer
     where company_id = ${company_id}`)
  // An expired hold and an open one; the customer of the test has no hold.
  for (const at of [anHourAgo, now]) {
    await applyToAll(
      everybody.filter(({ id }) => id !== ana.id),
      ({ document }) => ({
        verb: 'open',
        ...fromTill(),
        document,
        purchase_value: 1_000,
        points_amount: 1,
      }),
      at,
    )
  }
}

type Somebody = { id: string; document: string }

/** One command for each customer, many in a call. */
async function applyToAll(
  customers: Somebody[],
  command: (customer: Somebody) => Command,
  at: Date = anHourAgo,
): Promise<void> {
  for (let first = 0; first < customers.length; first += 200) {
    const commands = customers.slice(first, first + 200).map(command)
    const failed = await fillStatement(
      sql`select error from apply(${company_id}, ${JSON.stringify(commands)}, ${at}) where error is not null`,
    )
    expect(failed).toEqual([])
  }
}

/** On a connection without time limits, because the statement writes tens of thousands of rows. */
async function fillStatement(statement: ReturnType<typeof sql>): Promise<object[]> {
  const connection = new pg.Client({ connectionString: world.ownerUrl, ...inSchema })
  await connection.connect()
  const { rows: found } = await connection.query<object>(statement)
  await connection.end()
  return found
}

// A connection has the methods of a pool that the server uses.
const nodeOf = (on: pg.PoolClient) => ({
  database: on as unknown as pg.Pool,
  identityProvider: world.identityProvider,
})
const wish = (document: string) => IntentionOpening.parse(sale(document, { points_amount: 5 }))
const sold = (document: string) => PointsGeneration.parse(sale(document))
const back = () => PointsReversal.parse({ external_id: randomUUID(), returned_value: 100 })
const node = (on: pg.PoolClient) => ({
  database: on as unknown as pg.Pool,
  engine: createEngine(systemIo(on)),
  secret,
})
const answer = { header: () => {}, idempotency: undefined }
async function codeOf(on: pg.PoolClient): Promise<string> {
  const { key, session_ref } = await sessionMemberCodeKey(on, secret, { ...token, now })
  return memberCode(key, { company_id, session_ref, step: memberCodeStep(now.getTime()) })
}
const open = (on: pg.PoolClient) =>
  openIntention(node(on), { credential: till, opening: wish(ana.document), now, ...answer })
const buy = (on: pg.PoolClient, prize_id: string, idempotency?: Idempotency) => {
  const products = [{ prize_id, quantity: 1 }]
  const purchase = { customer_document: ana.document, products }
  const header = () => {}
  return redeem(node(on), sealing, { credential: token, purchase, now, idempotency, header })
}
const taker = () => ({
  company_id,
  partner_key_id: ids.partner_key,
  address: '192.0.2.7',
  code: ids.code,
  now,
})
const tills = () => ({ company_id, partner_key_id: ids.partner_key, now })

const statements: Record<string, (on: pg.PoolClient) => Promise<unknown>> = {
  'who a customer is': (on) => identify.customer(nodeOf(on), token, now),
  'who a till is': (on) => identify.partner(nodeOf(on), till, now),
  'GET /customer': (on) => customer(on, company_id, ana.id, now),
  'GET /customer/balance': (on) => balanceReader(on)({ ...token, now }),
  'GET /customer/session': (on) => sessions(on, { ...asker, token_hash: token.token_hash }),
  'GET /partner/customer': (on) =>
    partnerCustomer(node(on), tills(), { document: ana.document }, now),
  'GET /partner/customer of nobody': (on) =>
    partnerCustomer(node(on), tills(), { phone: '+5511900000000' }, now).catch(() => undefined),
  'GET /partner/customer of a member code': async (on) =>
    partnerCustomer(node(on), tills(), { code: await codeOf(on) }, now),
  'GET /customer/member-code': (on) => sessionMemberCodeKey(on, secret, { ...token, now }),

  'POST /partner/points/generate': (on) =>
    generatePoints(node(on), { credential: till, sale: sold(ana.document), now, ...answer }),
  'POST /partner/points/generate for nobody yet': (on) =>
    generatePoints(node(on), { credential: till, sale: sold(newCpf()), now, ...answer }),
  'POST /partner/points/simulate': (on) =>
    simulatePoints(node(on), { credential: till, sale: sold(ana.document), now }),
  'POST /partner/points/{id}/reverse': (on) =>
    reversePoints(node(on), {
      credential: till,
      record_id: ids.record,
      reversal: back(),
      now,
      ...answer,
    }),
  'GET /points': (on) => history(on, company_id, ana.id, { per_page: 20 }, now),
  'GET /points of 15 days, the next page': (on) =>
    history(on, company_id, ana.id, { per_page: 20, days: 15, before: 3 }, now),
  'GET /points/expiring': (on) => expiringPoints(on, company_id, ana.id, now),
  'GET /points/statement': (on) => statement(on, company_id, ana.id, '2026-11-20', now),

  'POST /partner/points/intention': open,
  'POST /partner/points/intention/{id}/capture': async (on) => {
    const { id } = await open(on)
    await confirm(node(on), { ...asker, ...answer }, id)
    const capture = IntentionCapture.parse({})
    await captureIntention(node(on), { credential: till, id, capture, now, ...answer })
  },
  'GET /points/intention': async (on) => {
    await open(on)
    await intentionReader(on, secret)({ ...token, now })
  },
  'GET /points/intention/{id}': async (on) => customerReads(on, secret, asker, (await open(on)).id),
  'DELETE /points/intention/{id}': async (on) =>
    decline(node(on), { ...asker, ...answer }, (await open(on)).id),
  'GET /partner/points/intention/{id}': async (on) => tillReads(on, tills(), (await open(on)).id),
  'DELETE /partner/points/intention/{id}': async (on) =>
    cancel(node(on), { ...tills(), ...answer }, (await open(on)).id),

  'GET /prize': (on) => prizes(on, asker, PrizePage.parse({ order: 'price' })),
  'GET /prize of the favorites': (on) =>
    prizes(on, asker, PrizePage.parse({ tab: 'favorite', order: 'name' })),
  'GET /prize/count': (on) => prizeCount(on, asker, { tab: 'favorite' }),
  'GET /prize/category': (on) => prizeCategories(on, company_id),
  'GET /prize/{id}': (on) => prize(on, asker, ids.cafe),
  'PUT /prize/{id}/favorite': (on) => addFavorite(on, { ...asker, prize_id: ids.contado }),
  'DELETE /prize/{id}/favorite': (on) => removeFavorite(on, { ...asker, prize_id: ids.cafe }),

  'POST /voucher/generate': (on) => buy(on, ids.cafe),
  'POST /voucher/generate with a key': (on) =>
    buy(on, ids.cafe, { key: randomUUID(), key_fingerprint: bytes(Buffer.alloc(1)) }),
  'POST /voucher/generate of a stock': (on) => buy(on, ids.contado),
  'POST /voucher/generate of a pool': (on) => buy(on, ids.pool),
  'GET /voucher': (on) => vouchers(on, sealing, asker, page),
  'GET /voucher of a state': (on) => vouchers(on, sealing, asker, { ...page, state: 'WITHDRAWN' }),
  'GET /voucher/{id}': (on) => voucher(on, sealing, asker, ids.voucher),
  'GET /partner/voucher/{code}': (on) => voucherByCode(on, sealing, taker()),
  'POST /partner/voucher/{code}/withdraw': (on) =>
    withdrawVoucher(node(on), sealing, { ...taker(), ...answer }, 'Loja 1'),
  'POST /partner/voucher/{code}/cancel': (on) =>
    cancelVoucher(node(on), sealing, { ...taker(), ...answer }),

  'GET /promotion/{code}': (on) => promotion(on, { ...asker, code: 'NATAL' }),
  'POST /promotion/{code}/activate': (on) =>
    activatePromotion(node(on), { ...asker, code: 'NATAL', ...answer }),
  'GET /notification': (on) => notifications(on, asker, { per_page: 20 }),
  'POST /notification/read': async (on) => {
    const { notifications: known } = await notifications(on, asker, { per_page: 1 })
    await readNotifications(on, asker, known[0]!.id)
  },
}

/** Runs `work` seven times and rolls it back. Returns the tables of which more than `fewRows` rows were read, with the number. */
async function readBy(
  on: pg.PoolClient,
  work: (on: pg.PoolClient) => Promise<unknown>,
): Promise<object[]> {
  await on.query('begin')
  // From the sixth execution on PostgreSQL may switch to a generic plan.
  for (let turn = 0; turn < turns; turn += 1) {
    await on.query('savepoint turn')
    await work(on)
    await on.query('rollback to savepoint turn')
  }
  const { rows: tables } = await on.query<object>(
    `select relname as name, seq_scan, seq_tup_read + coalesce(idx_tup_fetch, 0) as rows_read
       from pg_stat_xact_user_tables
      where schemaname = 'fiel'
        and seq_tup_read + coalesce(idx_tup_fetch, 0) > ${fewRows}`,
  )
  await on.query('rollback')
  return tables
}

/** Expects the statement to read few rows. Uses a new connection, which makes its own first plans. */
async function expectFewRows(name: string): Promise<void> {
  const pool = openPool(world.url, 1)
  const fresh = await pool.connect()
  try {
    expect(await readBy(fresh, statements[name]!)).toEqual([])
  } finally {
    fresh.release()
    await pool.end()
  }
}

test.each(Object.keys(statements))('%s finds its rows by keys', expectFewRows)

describe('after ANALYZE', () => {
  // Once for all tests, because it takes longer than any of them.
  beforeAll(() => rows(database, sql`analyze`))

  test.each(Object.keys(statements))('%s finds its rows by keys', expectFewRows)
})

test('a search without an index is seen by the counters of this test', async () => {
  const pool = openPool(world.url, 1)
  const fresh = await pool.connect()
  const search = (on: pg.PoolClient) =>
    rows(on, sql`select 1 from lot where company_id = ${company_id} and value = 77`)
  expect(await readBy(fresh, search)).toMatchObject([{ name: 'lot' }])
  fresh.release()
  await pool.end()
})
