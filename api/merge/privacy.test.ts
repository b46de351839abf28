/** The personal data of merged accounts: the person's export and erasure (D16). */

import { expect, test } from 'vitest'

import { createMergeWorld, type Person } from '#api/testing/worlds/merge-world.ts'
import type { CustomerData, Forfeit } from '#contract/privacy.ts'
import { rows, sql } from '#database/sql.ts'

const { auditIsClean, bruno, call, database, merged, redeemed, shop, undone, world } =
  await createMergeWorld()

async function dataOf({ headers }: Person): Promise<CustomerData> {
  return JSON.parse((await call('GET /customer/data', { headers })).text) as CustomerData
}

test('the export of the staying account has the profile and records of the absorbed one [D16]', async () => {
  const [staying, absorbed] = [await world.confirmed(shop, 30), await world.confirmed(shop, 50)]
  const change = { headers: absorbed.headers, body: { sex: 'O' } }
  expect(await call('PUT /customer', change)).toMatchObject({ status: 200 })
  await merged(staying, absorbed)
  const { merged_accounts } = await dataOf(staying)
  expect(merged_accounts).toMatchObject([
    {
      merged_at: world.now().toISOString(),
      id: absorbed.id,
      document: absorbed.document,
      email: absorbed.email,
      sex: 'O',
      email_verified_at: world.now().toISOString(),
      created_at: world.now().toISOString(),
    },
  ])
  expect(merged_accounts[0]!.points.map(({ points_amount }) => points_amount)).toEqual([50, -50])
})

test('the export has what the staff and the person did with the absorbed account [D16]', async () => {
  const [staying, absorbed] = [await world.confirmed(shop, 30), await world.confirmed(shop, 50)]
  const { headers, id } = absorbed
  const { headers: by } = bruno
  const voucher = await redeemed(absorbed)
  const answers = [
    await call('POST /customer/{user_id}/cookies-agreement', { headers, params: { user_id: id } }),
    await call('POST /promotion/{code}/activate', { headers, params: { code: 'UMAVEZ' } }),
    await call('POST /admin/customer/{id}/block', {
      headers: by,
      params: { id },
      body: { reason: 'fraud' },
    }),
    await call('DELETE /admin/customer/{id}/block', { headers: by, params: { id } }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 204, 204])
  await merged(staying, absorbed)
  const { merged_accounts, vouchers, staff_acts } = await dataOf(staying)
  const [account] = merged_accounts
  expect(account!.consents.map(({ kind }) => kind)).toEqual(['COOKIES', 'OPT_IN'])
  expect(account!.promotions).toMatchObject([{ code: 'UMAVEZ' }])
  expect(account!.staff_acts).toMatchObject([
    { act: 'bloqueou um cliente', reason: 'suspeita de fraude' },
    { act: 'desbloqueou um cliente' },
  ])
  expect(staff_acts.map(({ reason }) => reason)).not.toContain('suspeita de fraude')
  expect(vouchers).toMatchObject([{ id: voucher.id }])
  expect(account).not.toHaveProperty('vouchers')
  expect(account).not.toHaveProperty('sessions')
})

test('the export has the account of each merge, and none whose merge was undone [D16]', async () => {
  const staying = await world.confirmed(shop, 30)
  const [first, second] = [await world.confirmed(shop, 50), await world.confirmed(shop)]
  const { id } = await merged(staying, first)
  await merged(staying, second)
  const ids = async () => (await dataOf(staying)).merged_accounts.map((account) => account.id)
  expect(await ids()).toEqual([first.id, second.id])
  await undone(id)
  expect(await ids()).toEqual([second.id])
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
