/** The personal data of merged accounts: the person's export and erasure (D16). */

import { expect, test } from 'vitest'

import { createMergeWorld } from '#api/testing/worlds/merge-world.ts'
import type { CustomerData, Forfeit } from '#contract/privacy.ts'
import { rows, sql } from '#database/sql.ts'

const { auditIsClean, call, database, merged, shop, world } = await createMergeWorld()

test('the export of the staying account has the profile and records of the absorbed one [D16]', async () => {
  const [staying, absorbed] = [await world.confirmed(shop, 30), await world.confirmed(shop, 50)]
  await merged(staying, absorbed)
  const file = await call('GET /customer/data', { headers: staying.headers })
  const { merged_accounts } = JSON.parse(file.text) as CustomerData
  expect(merged_accounts).toMatchObject([{ document: absorbed.document, email: absorbed.email }])
  expect(merged_accounts[0]!.points.map(({ points_amount }) => points_amount)).toEqual([50, -50])
})

test('an erasure of the staying account erases the absorbed one, and the ledger still adds up [D16]', async () => {
  const [staying, absorbed] = [await world.confirmed(shop, 30), await world.confirmed(shop, 50)]
  await merged(staying, absorbed)
  const preview = await call('GET /customer/erasure', { headers: staying.headers })
  const { forfeits } = preview.body as { forfeits: Forfeit }
  expect(forfeits.points_amount).toBe(80)
  const gone = await call('DELETE /customer', {
    headers: staying.headers,
    body: { forfeits, current_password: staying.password },
  })
  expect(gone.status, gone.text).toBe(204)
  const persons = await rows(
    database,
    sql`select name, document, email, phone, erased_at is not null as is_erased
          from customer
         where company_id = ${shop.id} and id = any (${[staying.id, absorbed.id]})`,
  )
  const erased = { name: null, document: null, email: null, phone: null, is_erased: true }
  expect(persons).toEqual([erased, erased])
  await auditIsClean()
})
