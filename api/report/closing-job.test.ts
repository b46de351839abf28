/** A closing that takes longer than a call goes on as a job (D18). */

import { expect, onTestFinished, test } from 'vitest'

import type { StaffCall } from '#api/audit/note.ts'
import { staffOf } from '#api/testing/worlds/staff.ts'
import { delayPoints, timeOutPoints, timeOutWrites } from '#api/testing/worlds/time-out.ts'
import { createWorld, errorOf, sale, type TestCompany } from '#api/testing/worlds/world.ts'
import { closerLeft, type Liability } from '#contract/console/closing.ts'
import { messageOf } from '#contract/console/error-message.ts'
import { row, rows, sql } from '#database/sql.ts'

import { closeMonth, closeWaiting } from './close-month.ts'

const world = await createWorld()
const { call, database, appDatabase } = world

/** A company with 100 points of October, and Ana, a manager. The clock is in November. */
async function shopInNovember(slug: string) {
  const shop = await world.createCompany(slug, {})
  world.moveClock('2027-10-10T15:00:00Z')
  const { document } = await world.registered(shop)
  await world.generate(shop, sale(document))
  world.moveClock('2027-11-02T15:00:00Z')
  return { shop, ana: await staffOf(world, shop, 'manager') }
}

/** A call of Ana's that adds up for `limit_ms`, by default not at all. */
async function beginClosing(shop: TestCompany, month: string, limit_ms = 0) {
  const person = await row<{ id: string; name: string; token_hash: Buffer }>(
    database,
    sql`select staff.id, staff.name, session.token_hash
          from staff
          join staff_session session on session.company_id = staff.company_id and session.staff_id = staff.id
         where staff.company_id = ${shop.id} and staff.role = 'manager'
         limit 1`,
  )
  const caller = {
    company_id: shop.id,
    token_hash: person!.token_hash,
    staff: { id: person!.id, name: person!.name, role: 'manager', shops: [] },
    action: 'report.close',
    address: '127.0.0.1',
    now: world.now(),
  } as unknown as StaffCall
  return closeMonth(appDatabase, caller, month, limit_ms)
}

async function liabilityOf(headers: Record<string, string>): Promise<Liability> {
  return (await call('GET /admin/report/liability', { headers })).body as Liability
}

const closeNow = (headers: Record<string, string>, month: string) =>
  call('POST /admin/report/closing', { headers, body: { month } })

test('a closing that outlasts its call is a run until the job has closed the month [D18]', async () => {
  const { shop, ana } = await shopInNovember('demora')
  expect(await beginClosing(shop, '2027-10')).toEqual({ closing: null })
  const begun = await liabilityOf(ana.headers)
  expect(begun).toMatchObject({
    closings: [],
    open_months: ['2027-10'],
    runs: [
      {
        month: '2027-10',
        begun_by: 'Ana Prado',
        begun_at: '2027-11-02T15:00:00.000Z',
        customers: 0,
        error: null,
      },
    ],
  })
  // A repeat, and a call for another month of the company, add to its runs.
  expect(await closeNow(ana.headers, '2027-10')).toMatchObject({
    status: 202,
    body: { closing: null },
  })
  expect((await liabilityOf(ana.headers)).runs).toEqual(begun.runs)

  world.moveClock('2027-11-02T15:01:00Z')
  await closeWaiting(appDatabase, world.now)
  expect(await liabilityOf(ana.headers)).toMatchObject({
    runs: [],
    open_months: [],
    closings: [
      {
        month: '2027-10',
        closed_by: 'Ana Prado',
        closed_at: '2027-11-02T15:01:00.000Z',
        liability: { amount: 100, value: 100 },
      },
    ],
  })
  const acts = await rows(
    database,
    sql`select action, content ->> 'sentence' as sentence
          from audit_entry join audit_personal using (company_id, sequence)
         where company_id = ${shop.id}`,
  )
  expect(acts).toEqual([
    {
      action: 'report.month_closed',
      sentence: 'Ana Prado fechou o mês 10/2027 com R$\u00a01,00 em pontos a honrar',
    },
  ])
  expect(errorOf(await closeNow(ana.headers, '2027-10')).type).toBe('month_closed')
})

test('the job tells why a month was not closed, and a later call begins again [D18]', async () => {
  const { shop, ana } = await shopInNovember('falha')
  const spoil = (by: number) =>
    rows(
      database,
      sql`update lot set remaining_value = remaining_value + ${by} where company_id = ${shop.id}`,
    )
  await beginClosing(shop, '2027-10')
  await spoil(-1)
  await closeWaiting(appDatabase, world.now)
  const failed = await liabilityOf(ana.headers)
  expect(failed.runs).toMatchObject([
    { month: '2027-10', customers: 2_000, error: messageOf('closing_unexplained') },
  ])
  expect(failed.closings).toEqual([])
  await spoil(1)
  // The job leaves a failed run alone.
  await closeWaiting(appDatabase, world.now)
  expect((await liabilityOf(ana.headers)).closings).toEqual([])
  expect((await closeNow(ana.headers, '2027-10')).body).toMatchObject({
    closing: { liability: { amount: 100 } },
  })
  expect((await liabilityOf(ana.headers)).runs).toEqual([])
})

test('the job closes no month for a person who may not close it any more [D18 D15]', async () => {
  const { shop } = await shopInNovember('saiu')
  const owner = await staffOf(world, shop, 'owner')
  await beginClosing(shop, '2027-10')
  await rows(
    database,
    sql`update staff set role = 'analyst' where company_id = ${shop.id} and role = 'manager'`,
  )
  await closeWaiting(appDatabase, world.now)
  expect(await liabilityOf(owner.headers)).toMatchObject({
    closings: [],
    runs: [{ month: '2027-10', error: closerLeft }],
  })
})

test('a run of a month that a call has closed meanwhile goes without an error [D18]', async () => {
  const { shop, ana } = await shopInNovember('junto')
  await beginClosing(shop, '2027-10')
  const [run] = await rows<{ staff_id: string }>(
    database,
    sql`delete from report_closing_run where company_id = ${shop.id} returning staff_id`,
  )
  expect((await closeNow(ana.headers, '2027-10')).body).toMatchObject({
    closing: { month: '2027-10' },
  })
  await rows(
    database,
    sql`insert into report_closing_run (company_id, month, staff_id, begun_at)
        values (${shop.id}, '2027-10-01', ${run!.staff_id}, ${world.now()})`,
  )
  await closeWaiting(appDatabase, world.now)
  expect((await liabilityOf(ana.headers)).runs).toEqual([])
})

test('a run that a defect ends three times is given up, so that other months can be closed [D18]', async () => {
  const { shop, ana } = await shopInNovember('defeito')
  await beginClosing(shop, '2027-10')
  await database.query(
    `alter table report_closing add constraint defect check (company_id <> '${shop.id}') not valid`,
  )
  onTestFinished(async () => {
    await database.query('alter table report_closing drop constraint defect')
  })
  for (let runs = 1; runs <= 3; runs += 1) {
    expect((await liabilityOf(ana.headers)).runs).toMatchObject([{ error: null }])
    await expect(closeWaiting(appDatabase, world.now)).rejects.toThrow(
      'months of 1 companies were not closed',
    )
  }
  expect((await liabilityOf(ana.headers)).runs).toMatchObject([{ error: messageOf('internal') }])
  await closeWaiting(appDatabase, world.now)
})

test('a run whose process stopped is closed by the next run of the job [D18]', async () => {
  const { shop, ana } = await shopInNovember('parou')
  await beginClosing(shop, '2027-10')
  const stopped = AbortSignal.abort()
  await expect(closeWaiting(appDatabase, world.now, stopped)).rejects.toThrow()
  expect((await liabilityOf(ana.headers)).runs).toMatchObject([{ error: null }])
  await closeWaiting(appDatabase, world.now)
  expect((await liabilityOf(ana.headers)).closings).toMatchObject([{ month: '2027-10' }])
})

test('a month that takes too long fails after three runs, and no run keeps it from the next company [D18]', async () => {
  const shops = [await shopInNovember('lenta'), await shopInNovember('seguinte')]
  const [first, second] = shops.toSorted((one, other) => (one.shop.id < other.shop.id ? -1 : 1))
  for (const { shop } of [first!, second!]) await beginClosing(shop, '2027-10')
  await timeOutWrites(database, 'report_closing', first!.shop.id)
  for (let runs = 1; runs <= 3; runs += 1) {
    await expect(closeWaiting(appDatabase, world.now)).rejects.toThrow(
      'months of 1 companies were not closed',
    )
    expect((await liabilityOf(second!.ana.headers)).closings).toMatchObject([{ month: '2027-10' }])
  }
  const failed = { month: '2027-10', error: messageOf('internal') }
  expect((await liabilityOf(first!.ana.headers)).runs).toMatchObject([failed])
  await closeWaiting(appDatabase, world.now)
})

test('a page of customers that takes too long is read in smaller pages [D18]', async () => {
  const { shop, ana } = await shopInNovember('cheia')
  world.moveClock('2027-10-11T15:00:00Z')
  for (let n = 0; n < 4; n += 1) {
    await world.generate(shop, sale((await world.registered(shop)).document))
  }
  world.moveClock('2027-11-02T15:00:00Z')
  await beginClosing(shop, '2027-10')
  await timeOutPoints(database, shop.id, 2)
  await closeWaiting(appDatabase, world.now)
  expect((await liabilityOf(ana.headers)).closings).toMatchObject([
    { month: '2027-10', liability: { amount: 500, value: 500 } },
  ])
})

test('a call whose statement takes too long leaves the month to the job [D18]', async () => {
  const { shop, ana } = await shopInNovember('longa')
  await timeOutPoints(database, shop.id, 0)
  const answer = await closeNow(ana.headers, '2027-10')
  expect(answer).toMatchObject({ status: 202, body: { closing: null } })
  const waiting = { month: '2027-10', begun_by: 'Ana Prado', error: null }
  expect((await liabilityOf(ana.headers)).runs).toMatchObject([waiting])
})

test('a call ends a statement after 4 s and leaves the month to the job [D18]', async () => {
  const { shop } = await shopInNovember('quatro')
  await delayPoints(database, shop.id)
  const began_ms = performance.now()
  expect(await beginClosing(shop, '2027-10', 1_000)).toEqual({ closing: null })
  // The server would end the statement after 15 s.
  expect(performance.now() - began_ms).toBeLessThan(10_000)
})
