/**
 * Functions that only nodes of earlier commits of 0.2.0 call. These nodes go on serving after `fiel migrate`,
 * until each is replaced. CHANGELOG.md supports upgrades from 07ef6c0 on. The comment of each function names
 * the commit that ended its use. Drop the function and its test once no upgrade from before that commit is
 * supported.
 */

import { expect, test } from 'vitest'

import { createWorld } from '#api/testing/worlds/world.ts'
import { row, sql } from '#database/sql.ts'

const world = await createWorld()
const { database, cafe } = world
const document = '52998224725'
const company_id = cafe.id

async function sell(external_id: string): Promise<string> {
  const { body } = await world.generate(cafe, {
    customer: { document },
    purchase_value: 30_000,
    external_id,
    subsidiary_name: 'Aurora Pinheiros',
  })
  return (body as { id: string }).id
}

test('look_up_customer, for nodes before commit 9704c86e, finds a customer by document [D20]', async () => {
  await sell('looked-up')
  const found = await row<{ customer_id: string | null; wait_s: number; is_customer: boolean }>(
    database,
    sql`select found.*, found.customer_id = customer.id as is_customer
          from partner_key
          join customer on customer.company_id = partner_key.company_id and customer.document = ${document}
         cross join lateral look_up_customer(
                 partner_key.company_id, partner_key.id, ${document}, null, null, 'look_up', ${world.now()}) found
         where partner_key.company_id = ${company_id}
         limit 1`,
  )
  expect(found).toMatchObject({ wait_s: 0, is_customer: true })
})

test('history_record, for nodes before commit dea0520a, reads a record for their dashboard [D20]', async () => {
  const id = await sell('read')
  const found = await row<{ line: Record<string, unknown> }>(
    database,
    sql`select to_jsonb(history_record(${company_id}, row(entry.*)::ledger_entry)) as line
          from points_record entry
         where entry.company_id = ${company_id} and entry.id = ${id}`,
  )
  expect(found!.line).toMatchObject({
    id,
    type_id: 'GNR',
    external_id: 'read',
    is_cancelled: false,
  })
})

test('settle_delivery, for nodes before commit 3b464100, settles the delivery of a webhook [D20]', async () => {
  const id = '01990000-0000-7000-8000-000000000000'
  await database.query({
    text: `insert into webhook_delivery (company_id, event_id, endpoint_id, due_at, give_up_at)
           values ($1, $2, $2, $3, $3)`,
    values: [company_id, id, world.now()],
  })
  const settled = await row<{ outcome: string }>(
    database,
    sql`select settle_delivery(${company_id}, ${id}, ${id}, ${world.now()}, 200, null, 10, 5, ${world.now()}) as outcome`,
  )
  expect(settled).toEqual({ outcome: 'delivered' })
})
