/** A page of movements reads few records, however many a company has. */

import { beforeAll, expect, test } from 'vitest'

import { staffOf } from '#api/testing/worlds/staff.ts'
import { createWorld } from '#api/testing/worlds/world.ts'
import { maxMovementsRead, MovementPage, type Movements } from '#contract/console/movement.ts'
import { row, rows, sql } from '#database/sql.ts'

import { movementFile } from './file.ts'
import { movementChoices, movementPage } from './movements.ts'

const world = await createWorld()
const { cafe, posto, database } = world
const records = 60_000
const shops = 30
const customer_id = '018f0000-0000-7000-8000-0000000000aa'
const rareKey = '018f0000-0000-7000-8000-0000000000bb'
const mover = await staffOf(world, cafe, 'attendant')

/**
 * A sale every 10 minutes in one of 30 shops, and every thousandth record an adjustment, which the audit log names. The oldest
 * record is of a key of its own. Without ANALYZE: a connection may plan before PostgreSQL has statistics.
 */
beforeAll(async () => {
  for (const { id } of [cafe, posto]) {
    await rows(
      database,
      sql`with buyer as (
            insert into customer (company_id, id, name, login_type, created_at)
            select ${id}, case when n = 0 then ${customer_id}::uuid else uuidv7() end, 'Rosa Prado', 'PRE', ${world.now()}
              from generate_series(0, 99) n
            returning company_id, id),
          placed as (
            select company_id, id, (row_number() over (order by id) - 1)::integer as place from buyer)
          insert into points_record (company_id, id, customer_id, sequence, type_id, origin, subsidiary_name, purchase_value,
                                     partner_key_id, amount, value, calculation, balance_amount, balance_value, created_at, hash)
          select placed.company_id, uuidv7(moment.at - now()), placed.id, 1 + n / 100, 'GNR',
                 case when n % 1000 = 7 then 'adjustment' else 'api:/points/generate' end,
                 case when n % 1000 <> 7 then 'Loja ' || n % ${shops} end, case when n % 1000 <> 7 then 100 end,
                 case when n = 0 then ${rareKey}::uuid end, 1, 1, '{}', 0, 0, moment.at, sha256('')
            from generate_series(0, ${records - 1}) n
            join placed on placed.place = n % 100
           cross join lateral (
                 select ${world.now()}::timestamptz - (${records} - n) * interval '10 minutes' as at) moment`,
    )
  }
  await rows(
    database,
    sql`insert into audit_entry (company_id, sequence, at, actor_kind, staff_id, action, subject, detail, personal_hash,
                                 previous_hash, hash)
        select company_id, row_number() over (order by id), created_at, 'staff', ${mover.id}, 'customer.adjusted', customer_id,
               jsonb_build_object('after', jsonb_build_object('record_id', id)), hash, hash, hash
          from points_record
         where company_id = ${cafe.id}
           and origin = 'adjustment'`,
  )
}, 300_000)

/** Rows that the statements of `work` read from the ledger and the audit log, by a sequential scan and by an index. */
async function rowsRead(work: () => Promise<unknown>) {
  const counted = async () => {
    await rows(database, sql`select pg_stat_force_next_flush()`)
    return (await row<{ scanned: number; fetched: number }>(
      database,
      sql`select sum(seq_tup_read)::bigint as scanned, sum(idx_tup_fetch)::bigint as fetched
            from pg_stat_user_tables
           where relname in ('points_record', 'audit_entry')`,
    ))!
  }
  const before = await counted()
  await work()
  const after = await counted()
  return { scanned: after.scanned - before.scanned, fetched: after.fetched - before.fetched }
}

const page = (query: object): Promise<Movements> =>
  movementPage(database, cafe.id, MovementPage.parse(query))

const perPage = 50
/**
 * Each record of a page is read to choose it and to show it; its reversals and its entry of the audit log are looked for. The ends
 * of a period cost about 40 records each.
 */
const perPageRead = perPage * 5 + 200

test.each([
  [{}],
  [{ kind: 'sale' }],
  [{ kind: 'adjustment' }],
  [{ shop: 'Loja 3' }],
  [{ shop: 'Loja 3', kind: 'sale' }],
  [{ customer_id }],
  [{ staff_id: '' }],
  [{ from: '2026-06-01', to: '2026-06-30' }],
  [{ to: '2026-03-01' }],
  [{ shop: 'Loja 3', to: '2026-03-01' }],
  [{ kind: 'adjustment', to: '2026-10-01' }],
])(
  'a page for %j reads a page of records, in its first plans and its later ones [D15]',
  async (query) => {
    const filters = 'staff_id' in query ? { staff_id: mover.id } : query
    const first = await page(filters)
    expect(first.movements).toHaveLength(perPage)
    for (let time = 0; time < 7; time += 1) {
      const { scanned, fetched } = await rowsRead(() => page({ ...filters, before: first.next! }))
      expect(scanned).toBe(0)
      expect(fetched).toBeLessThan(perPageRead)
    }
  },
)

test('a filter that finds nothing reads 20,000 records a call, says how far it looked, and ends [D15]', async () => {
  const pages: Movements[] = []
  for (let before: string | undefined; ;) {
    const { scanned, fetched } = await rowsRead(async () => {
      pages.push(await page({ key_id: rareKey, ...(before && { before }) }))
    })
    expect(scanned).toBe(0)
    expect(fetched).toBeLessThan(maxMovementsRead + 500)
    const { next, read_to } = pages.at(-1)!
    if (next === null) break
    expect(Date.parse(read_to!)).toBeLessThan(world.now().getTime())
    before = next
  }
  expect(pages.map(({ movements }) => movements.length)).toEqual(
    [0, 0, 1, 0].slice(0, pages.length),
  )
})

test('the choices of the filters skip from shop to shop [D15]', async () => {
  const { scanned, fetched } = await rowsRead(async () => {
    expect((await movementChoices(database, cafe.id)).shops).toHaveLength(shops)
  })
  expect(scanned).toBe(0)
  expect(fetched).toBeLessThan(200)
})

test('a file whose reader stops after two parts has read two parts [D15]', async () => {
  const { fetched } = await rowsRead(async () => {
    const filters = { from: '2026-01-01', to: '2026-11-30' }
    const reader = (await movementFile(database, cafe.id, filters)).getReader()
    await reader.read()
    await reader.read()
    await reader.cancel()
  })
  expect(fetched).toBeLessThan(2 * 500 * 5)
})
