/** Two accounts of one person become one, and two again (D15, docs/decisions/054-customer-merge.md). */

import { describe, expect, test } from 'vitest'

import { createMergeWorld, type Person } from '#api/testing/worlds/merge-world.ts'
import { consume, grant } from '#api/testing/worlds/movement.ts'
import { asPartner, errorOf, sale } from '#api/testing/worlds/world.ts'
import type { CustomerMerges, MergePreview } from '#contract/console/merge.ts'
import type { PointsEntry } from '#contract/points.ts'
import type { Voucher } from '#contract/voucher.ts'
import { row, rows, sql } from '#database/sql.ts'

import { collectDebts } from './collect.ts'

const {
  waitingRuleId,
  world,
  call,
  database,
  shop,
  ana,
  bruno,
  merged,
  undo,
  undone,
  recordOf,
  pointsOf,
  sold,
  returned,
  redeemed,
  companyTotal,
  auditIsClean,
} = await createMergeWorld()

describe('a merge', () => {
  test('moves every lot with its points, centavos and dates, and the company owes the same [D15]', async () => {
    const [staying, absorbed] = [await world.confirmed(shop, 30), await world.confirmed(shop, 50)]
    await grant(world, shop, absorbed, 20, '2026-12-05')
    await consume(world, shop, absorbed, 5)
    const before = await companyTotal(shop)
    const preview = (
      await call('GET /admin/customer/{id}/merge', {
        headers: bruno.headers,
        params: { id: staying.id },
        query: { absorbed_id: absorbed.id },
      })
    ).body as MergePreview
    expect(preview).toMatchObject({ problem: null, points_amount: 65, lot_count: 2 })
    expect(preview.lots[0]).toMatchObject({ points_amount: 15, expires_on: '2026-12-05' })

    const done = await merged(staying, absorbed)
    expect(done).toMatchObject({
      points_amount: 65,
      points_value: preview.points_value,
      is_repeat: false,
    })
    expect(await pointsOf(staying)).toEqual([95, 0, 0])
    expect(await pointsOf(absorbed)).toEqual([0, 0, 0])
    expect(await companyTotal(shop)).toEqual(before)
    const lots = await rows(
      database,
      sql`select remaining_amount, (expires_at at time zone 'UTC')::text as expires_at
            from lot where company_id = ${shop.id} and customer_id = ${staying.id} and is_open and expires_at < 'infinity'
           order by expires_at`,
    )
    expect(lots).toContainEqual(
      expect.objectContaining({ remaining_amount: 15, expires_at: '2026-12-06 03:00:00' }),
    )
    await auditIsClean()
  })

  test('moves points that cannot be spent yet, and gives them back so [D15 D4]', async () => {
    const [staying, absorbed] = [await world.confirmed(shop, 10), await world.confirmed(shop, 10)]
    await world.generate(
      shop,
      sale(absorbed.document, { purchase_value: 5_000, calculation_rule_id: waitingRuleId }),
    )
    const { id } = await merged(staying, absorbed)
    expect(await pointsOf(staying)).toEqual([20, 50, 0])
    await undone(id)
    expect(await pointsOf(staying)).toEqual([10, 0, 0])
    expect(await pointsOf(absorbed)).toEqual([10, 50, 0])
    await auditIsClean()
  })

  test('leads tills that name the absorbed CPF, email or phone to the staying account [D15]', async () => {
    const [staying, absorbed] = [await world.confirmed(shop, 10), await world.confirmed(shop, 10)]
    await merged(staying, absorbed)
    const sale1 = await sold(absorbed.document)
    expect(sale1.customer_id).toBe(staying.id)
    expect(await pointsOf(staying)).toEqual([120, 0, 0])
    await auditIsClean()
  })

  test('ends the sessions of the absorbed account, which signs in no more [D15]', async () => {
    const [staying, absorbed] = [await world.confirmed(shop, 10), await world.confirmed(shop, 10)]
    await merged(staying, absorbed)
    const seen = await call('GET /customer/balance', { headers: absorbed.headers })
    expect(errorOf(seen).type).toBe('unauthenticated')
    const signIn = await call('POST /customer/login', {
      headers: { 'company-id': shop.id },
      body: { identifier: absorbed.document, password: absorbed.password },
    })
    expect(errorOf(signIn).type).toBe('account_merged')
    const own = await call('GET /customer/balance', { headers: staying.headers })
    expect(own.body).toMatchObject({ amount_balance: 20 })
  })

  test('shows both accounts’ vouchers in the staying one, which gets the points of a cancelled one [D15]', async () => {
    const [staying, absorbed] = [await world.confirmed(shop, 10), await world.confirmed(shop, 90)]
    const [first, second] = [await redeemed(absorbed), await redeemed(absorbed)]
    await merged(staying, absorbed)
    const list = await call('GET /voucher', { headers: staying.headers })
    expect((list.body as Voucher[]).map(({ id }) => id).toSorted()).toEqual(
      [first.id, second.id].toSorted(),
    )
    expect((await recordOf(staying.id)).voucher_count).toBe(2)
    const cancelled = await call('POST /partner/voucher/{code}/cancel', {
      headers: asPartner(shop),
      params: { code: first.code },
    })
    expect(cancelled.status).toBe(200)
    const withdrawn = await call('POST /partner/voucher/{code}/withdraw', {
      headers: asPartner(shop),
      params: { code: second.code },
      body: { subsidiary_name: 'Loja 1' },
    })
    expect(withdrawn.status).toBe(200)
    expect(await pointsOf(staying)).toEqual([60, 0, 0])
    expect(await pointsOf(absorbed)).toEqual([0, 0, 0])
    await auditIsClean()
  })

  test('counts the points of both accounts for the level [D15 D6]', async () => {
    const [staying, absorbed] = [await world.confirmed(shop, 200), await world.confirmed(shop, 150)]
    expect((await recordOf(staying.id)).level).toBe('Início')
    const { id } = await merged(staying, absorbed)
    expect((await recordOf(staying.id)).level).toBe('Ouro')
    await undone(id)
    expect((await recordOf(staying.id)).level).toBe('Início')
    await auditIsClean()
  })

  test('counts activations of both accounts, so that nothing is given twice [D15 T17]', async () => {
    const [staying, absorbed] = [await world.confirmed(shop, 10), await world.confirmed(shop, 10)]
    const activate = ({ headers }: Person) =>
      call('POST /promotion/{code}/activate', { headers, params: { code: 'UMAVEZ' } })
    expect((await activate(absorbed)).status).toBe(201)
    await merged(staying, absorbed)
    expect(errorOf(await activate(staying)).type).toBe('promotion_used')
  })

  test('fills empty fields of the staying profile, and empties them again [D15]', async () => {
    const [staying, absorbed] = [await world.confirmed(shop, 10), await world.confirmed(shop, 10)]
    await rows(
      database,
      sql`update customer set sex = null where company_id = ${shop.id} and id = ${staying.id}`,
    )
    await rows(
      database,
      sql`update customer set sex = 'F' where company_id = ${shop.id} and id = ${absorbed.id}`,
    )
    const sexOf = () =>
      row<{ sex: string | null }>(
        database,
        sql`select sex from customer where company_id = ${shop.id} and id = ${staying.id}`,
      )
    const { id } = await merged(staying, absorbed)
    expect(await sexOf()).toEqual({ sex: 'F' })
    await undone(id)
    expect(await sexOf()).toEqual({ sex: null })
  })

  test('takes the return of a purchase of the absorbed account from the staying one [D15 D4]', async () => {
    const [staying, absorbed] = [await world.confirmed(shop, 30), await world.confirmed(shop, 1)]
    const purchase = await sold(absorbed.document)
    await merged(staying, absorbed)
    expect(await pointsOf(staying)).toEqual([131, 0, 0])
    expect((await returned(purchase.id, { returned_value: 5_000 })).status).toBe(201)
    expect(await pointsOf(staying)).toEqual([81, 0, 0])
    // The lot of the purchase gave the points, and not the older lot of the staying account.
    const lots = await rows(
      database,
      sql`select remaining_amount from lot
           where company_id = ${shop.id} and customer_id = ${staying.id} and is_open
           order by remaining_amount`,
    )
    expect(lots).toEqual([1, 30, 50].map((remaining_amount) => ({ remaining_amount })))
    expect((await returned(purchase.id)).status).toBe(201)
    expect(await pointsOf(staying)).toEqual([31, 0, 0])
    expect(errorOf(await returned(purchase.id)).type).toBe('already_reversed')
    await auditIsClean()
  })

  test('pays what a return leaves owing from the staying account [D15 D4]', async () => {
    const [staying, absorbed] = [await world.confirmed(shop, 70), await world.confirmed(shop, 1)]
    const purchase = await sold(absorbed.document)
    await merged(staying, absorbed)
    await consume(world, shop, staying, 120)
    await sold(staying.document)
    expect(await pointsOf(staying)).toEqual([151, 0, 0])
    expect((await returned(purchase.id)).status).toBe(201)
    expect(await pointsOf(staying)).toEqual([51, 0, 0])
    expect(await pointsOf(absorbed)).toEqual([0, 0, 0])
    await auditIsClean()
  })

  test('keeps what the staying account cannot pay, and collects it from later points [D15 D4]', async () => {
    const [staying, absorbed] = [await world.confirmed(shop, 70), await world.confirmed(shop, 1)]
    const purchase = await sold(absorbed.document)
    await merged(staying, absorbed)
    await consume(world, shop, staying, 171)
    expect((await returned(purchase.id)).status).toBe(201)
    expect(await pointsOf(absorbed)).toEqual([0, 0, 100])
    await sold(staying.document, 6_000)
    await collectDebts(database, world.now())
    expect(await pointsOf(staying)).toEqual([0, 0, 0])
    expect(await pointsOf(absorbed)).toEqual([0, 0, 40])
    await sold(staying.document, 6_000)
    await collectDebts(database, world.now())
    expect(await pointsOf(staying)).toEqual([20, 0, 0])
    expect(await pointsOf(absorbed)).toEqual([0, 0, 0])
    await auditIsClean()
  })

  test('collects the debts of others although one cannot be collected [D15 D4]', async () => {
    const owed: [Person, Person][] = []
    for (let n = 0; n < 2; n += 1) {
      const [staying, absorbed] = [await world.confirmed(shop, 70), await world.confirmed(shop, 1)]
      const purchase = await sold(absorbed.document)
      await merged(staying, absorbed)
      await consume(world, shop, staying, 171)
      expect((await returned(purchase.id)).status).toBe(201)
      await sold(staying.document, 6_000)
      owed.push([staying, absorbed])
    }
    const [first, second] = owed.toSorted(([, one], [, next]) => (one.id < next.id ? -1 : 1))
    const [[broken], [, other]] = [first!, second!]
    await database.query(
      `alter table balance add constraint defect check (customer_id <> '${broken.id}') not valid`,
    )
    try {
      const collecting = collectDebts(database, world.now())
      await expect(collecting).rejects.toThrow('debts of 1 companies were not collected')
    } finally {
      await database.query('alter table balance drop constraint defect')
    }
    expect(await pointsOf(other)).toEqual([0, 0, 40])
    await collectDebts(database, world.now())
    expect(await pointsOf(broken)).toEqual([0, 0, 0])
    await auditIsClean()
  })
})

describe('undoing a merge', () => {
  test('gives each account its points back, and both can be used again [D15]', async () => {
    const [staying, absorbed] = [await world.confirmed(shop, 30), await world.confirmed(shop, 50)]
    const { id } = await merged(staying, absorbed)
    const before = await companyTotal(shop)
    expect(await undone(id)).toMatchObject({ points_amount: 50, kept_amount: 0 })
    expect(await pointsOf(staying)).toEqual([30, 0, 0])
    expect(await pointsOf(absorbed)).toEqual([50, 0, 0])
    expect(await companyTotal(shop)).toEqual(before)
    const signIn = await call('POST /customer/login', {
      headers: { 'company-id': shop.id },
      body: { identifier: absorbed.document, password: absorbed.password },
    })
    expect(signIn.status).toBe(200)
    expect((await sold(absorbed.document)).customer_id).toBe(absorbed.id)
    expect(errorOf(await undo(id)).type).toBe('merge_over')
    await auditIsClean()
  })

  test('gives back what is left of the moved points, and no more [D15]', async () => {
    const [staying, absorbed] = [await world.confirmed(shop, 1), await world.confirmed(shop, 50)]
    const { id } = await merged(staying, absorbed)
    await consume(world, shop, staying, 21)
    const { points_amount, kept_amount } = await undone(id)
    expect(points_amount + kept_amount).toBe(50)
    expect(kept_amount).toBeGreaterThan(0)
    const [[own], [other]] = [await pointsOf(staying), await pointsOf(absorbed)]
    expect(own! + other!).toBe(30)
    expect(other).toBe(points_amount)
    // The line of the merge moved 50 points into the account, and the undoing a part of them out of it.
    const history = (await call('GET /points', { headers: staying.headers })).body as PointsEntry[]
    expect(history).toContainEqual(
      expect.objectContaining({
        type_id: 'GNR',
        origin: 'merge',
        points_amount: 50,
        reversed_amount: points_amount,
        is_cancelled: false,
      }),
    )
    await auditIsClean()
  })

  test('is possible for 30 days and not after [D15]', async () => {
    const [one, two] = [await world.confirmed(shop, 5), await world.confirmed(shop, 5)]
    const [three, four] = [await world.confirmed(shop, 5), await world.confirmed(shop, 5)]
    const [first, second] = [await merged(one, two), await merged(three, four)]
    const ago = (id: string, hours: number) =>
      rows(
        database,
        sql`update customer_merge
               set merged_at = ${new Date(world.now().getTime() - hours * 3_600_000)}
             where company_id = ${shop.id} and id = ${id}`,
      )
    await ago(first.id, 30 * 24)
    await ago(second.id, 30 * 24 + 1)
    expect((await undo(first.id)).status).toBe(201)
    expect(errorOf(await undo(second.id)).type).toBe('merge_over')
    const { absorbed } = (
      await call('GET /admin/customer/{id}/merges', {
        headers: ana.headers,
        params: { id: three.id },
      })
    ).body as CustomerMerges
    expect(absorbed).toMatchObject([{ id: second.id, customer_id: four.id, undo_until: null }])
  })
})

test('each merge has its sentence in the audit log, and its line in the history [D15]', async () => {
  const [staying, absorbed] = [await world.confirmed(shop, 30), await world.confirmed(shop, 50)]
  const { id } = await merged(staying, absorbed)
  await undone(id)
  const acts = await rows<{ action: string; sentence: string }>(
    database,
    sql`select action, content ->> 'sentence' as sentence
          from audit_entry join audit_personal using (company_id, sequence)
         where company_id = ${shop.id} and subject = ${staying.id} and action like 'customer.merge%'
         order by sequence`,
  )
  expect(acts.map(({ action }) => action)).toEqual(['customer.merged', 'customer.merge_undone'])
  expect(acts[0]!.sentence).toMatch(
    /^Bruno Reis juntou outra conta à de .* \(50 pontos\) — motivo: viu o documento da pessoa$/,
  )
  expect(acts[1]!.sentence).toMatch(/\(voltaram 50 pontos\)$/)
  const history = (await call('GET /points', { headers: staying.headers })).body as PointsEntry[]
  expect(history.filter(({ origin }) => origin === 'merge').length).toBeGreaterThan(2)
})
