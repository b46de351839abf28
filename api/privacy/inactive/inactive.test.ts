import { beforeEach, describe, expect, test } from 'vitest'

import { noteAnnouncementSent } from '#api/privacy/announcement/announcement.ts'
import { createInactiveWorld, day } from '#api/testing/worlds/inactive-world.ts'
import { makeUnerasable } from '#api/testing/worlds/unerasable.ts'
import { asPartner, sale } from '#api/testing/worlds/world.ts'
import { row, rows, sql } from '#database/sql.ts'
import { audit } from '#engine/audit/audit.ts'

const world = await createInactiveWorld()
const { call, database, createShop, run, announce, isErased, announcements, signIn } = world

beforeEach(() => world.moveClock(day.first))

async function auditIsClean(): Promise<void> {
  expect((await audit(database, world.now())).differences).toEqual([])
}

describe('the erasure of an inactive customer', () => {
  test('an inactive customer is erased after the day that the mail names; the log has the figures [D16]', async () => {
    const [company, other] = [await createShop(), await createShop()]
    const customer = await world.confirmed(company, 100)
    const elsewhere = await world.confirmed(other, 100)
    world.moveClock('2027-06-20T15:00:00Z')
    await signIn(other, elsewhere)
    await announce(company)
    world.moveClock(day.last)
    await run(company)
    expect(await isErased(company, customer)).toBe(false)
    world.moveClock(day.erased)
    await run(company)
    expect(await isErased(company, customer)).toBe(true)
    expect(await isErased(other, elsewhere)).toBe(false)
    const left = await rows(
      database,
      sql`select 1 from erasure_announcement where company_id = ${company.id}
           union all
          select 1 from customer_activity where company_id = ${company.id}
           union all
          select 1 from customer where company_id = ${company.id} and email is not null`,
    )
    expect(left).toEqual([])
    const logged = await rows(
      database,
      sql`select action, actor_kind, subject, detail -> 'after' as detail from audit_entry where company_id = ${company.id}`,
    )
    expect(logged).toEqual([
      {
        action: 'customer.erased',
        actor_kind: 'system',
        subject: customer.id,
        detail: expect.objectContaining({ by: 'inactivity', points_amount: 100, vouchers: 0 }),
      },
    ])
    expect((await signIn(company, customer)).status).toBe(422)
    const again = await world.registered(company, { document: customer.document })
    const stored = await row(
      database,
      sql`select is_returning from customer where company_id = ${company.id} and id = ${again.id}`,
    )
    expect(stored).toEqual({ is_returning: true })
    await auditIsClean()
  })

  test.each(['signs in', 'buys', 'is asked by a till'])(
    'an inactive customer’s erasure does not come if the customer %s after the announcement [D16]',
    async (then) => {
      const company = await createShop()
      const customer = await world.confirmed(company, 100)
      await announce(company)
      world.moveClock('2027-12-20T15:00:00Z')
      const headers = asPartner(company)
      const asked = { ...sale(customer.document), points_amount: 10 }
      const acts = {
        'signs in': () => signIn(company, customer),
        buys: () => world.generate(company, sale(customer.document)),
        'is asked by a till': () =>
          call('POST /partner/points/intention', { headers, body: asked }),
      }
      const answer = await acts[then as keyof typeof acts]()
      expect(answer.status, answer.text).toBeLessThan(300)
      world.moveClock(day.erased)
      expect((await run(company)).jobs).toEqual([])
      expect(await announcements(company)).toEqual([])
      expect(await isErased(company, customer)).toBe(false)
      world.moveClock('2028-12-22T15:00:00Z')
      expect((await run(company)).jobs).toHaveLength(1)
    },
  )

  test('an inactive customer’s erasure comes 30 days after the mail server accepted the announcement [D16]', async () => {
    const company = await createShop()
    const customer = await world.confirmed(company)
    world.moveClock(day.announced)
    const { jobs } = await run(company)
    world.moveClock('2027-11-25T15:00:00Z')
    await noteAnnouncementSent(database, jobs[0]!, world.now())
    world.moveClock('2027-12-24T15:00:00Z')
    await run(company)
    expect(await isErased(company, customer)).toBe(false)
    // A repeated mail does not lengthen the time.
    await noteAnnouncementSent(database, jobs[0]!, world.now())
    world.moveClock('2027-12-26T15:00:00Z')
    await run(company)
    expect(await isErased(company, customer)).toBe(true)
  })

  test('an inactive customer whose mail was not sent is not erased, but told again after 30 days [D16]', async () => {
    const company = await createShop()
    const customer = await world.confirmed(company)
    world.moveClock(day.announced)
    const { jobs } = await run(company)
    world.moveClock('2027-12-20T15:00:00Z')
    expect((await run(company)).jobs).toEqual([])
    world.moveClock(day.erased)
    const again = await run(company)
    expect(again.jobs).toHaveLength(1)
    expect(again.jobs[0]!.announcement_id).not.toBe(jobs[0]!.announcement_id)
    expect(await isErased(company, customer)).toBe(false)
  })

  test('an inactive customer who cannot be erased keeps no other one, and no announcement [D16]', async () => {
    const company = await createShop()
    const customers = []
    for (let n = 0; n < 3; n += 1) customers.push(await world.confirmed(company, 10))
    const [broken, ...others] = customers.toSorted((one, other) => (one.id < other.id ? -1 : 1))
    expect(await announce(company)).toHaveLength(3)
    world.moveClock('2026-12-20T15:00:00Z')
    const later = await world.confirmed(company, 10)
    await makeUnerasable(database, broken!.id)
    world.moveClock(day.erased)
    await expect(run(company)).rejects.toThrow('inactive customers of 1 companies remain')
    expect(await isErased(company, broken!)).toBe(false)
    for (const other of others) expect(await isErased(company, other)).toBe(true)
    expect(await announcements(company)).toMatchObject(
      expect.arrayContaining([expect.objectContaining({ customer_id: later.id })]),
    )
  })

  test('two nodes that work in batches erase each inactive customer once [D16]', async () => {
    const company = await createShop()
    const customers = []
    for (let n = 0; n < 5; n += 1) customers.push(await world.confirmed(company, 10))
    world.moveClock(day.announced)
    const runs = await Promise.all([run(company, 2), run(company, 2)])
    const jobs = runs.flatMap((one) => one.jobs)
    expect(jobs.map(({ customer_id }) => customer_id).toSorted()).toEqual(
      customers.map(({ id }) => id).toSorted(),
    )
    for (const job of jobs) await noteAnnouncementSent(database, job, world.now())
    world.moveClock(day.erased)
    const erasures = await Promise.all([run(company, 2), run(company, 2)])
    expect(erasures.reduce((sum, { erased }) => sum + erased, 0)).toBeGreaterThanOrEqual(5)
    const logged = await rows(
      database,
      sql`select 1 from audit_entry where company_id = ${company.id}`,
    )
    expect(logged).toHaveLength(5)
    expect(await Promise.all(customers.map((one) => isErased(company, one)))).not.toContain(false)
    await auditIsClean()
  })
})
