import { describe, expect, test } from 'vitest'

import { timeOutNotices, timeOutWrites } from '#api/testing/worlds/time-out.ts'
import { createWorld, sale, type TestCompany } from '#api/testing/worlds/world.ts'
import { rows, sql } from '#database/sql.ts'

import { writeNotices } from './notices.ts'

const world = await createWorld()
const { database } = world

/** A company whose points are valid for `days` days after the sale. */
function companyOf(slug: string, days: number, changes: object = {}) {
  const calculation_rules = [
    { name: 'Compra', type: 'POINTS_PER_REAL', rate: 1, expires_in: { days } },
  ]
  return world.createCompany(slug, { calculation_rules, ...changes })
}

async function buyer(company: TestCompany, purchases: number[] = [10_000]) {
  const customer = await world.registered(company)
  for (const purchase_value of purchases) {
    await world.generate(company, sale(customer.document, { purchase_value }))
  }
  return customer
}

function at(instant: string): Date {
  world.moveClock(instant)
  return world.now()
}

/** All notices, oldest first. Read from the table, because sessions end while the test's clock advances by weeks. */
async function notices({ id }: { id: string }): Promise<object[]> {
  const found = await rows<{ data: object }>(
    database,
    sql`select data from notification where customer_id = ${id} and type = 'points_expiring' order by id`,
  )
  return found.map(({ data }) => data)
}

describe('points about to expire', () => {
  test('a notice tells of expiring points 30, 7 and 1 days before, at local 00:00, each once [D11]', async () => {
    at('2027-01-01T15:00:00Z')
    const company = await companyOf('calendario', 60)
    const customer = await buyer(company, [10_000, 5_000])
    // Valid until the end of 02/03/2027 in São Paulo (UTC−3).
    const expected: object[] = []
    for (const [eve, day, days] of [
      ['2027-01-31T02:59:59Z', '2027-01-31T03:00:00Z', 30],
      ['2027-02-23T02:59:59Z', '2027-02-23T03:00:00Z', 7],
      ['2027-03-01T02:59:59Z', '2027-03-01T03:00:00Z', 1],
    ] as const) {
      await writeNotices(database, at(eve))
      expect(await notices(customer)).toEqual(expected)
      expected.push({ points_amount: 150, points_value: 150, expires_at: '2027-03-02', days })
      await writeNotices(database, at(day))
      await writeNotices(database, at(day))
      expect(await notices(customer)).toEqual(expected)
    }
    await writeNotices(database, at('2027-03-03T15:00:00Z'))
    expect(await notices(customer)).toHaveLength(3)
  })

  test('after missed days the next run writes the notice of expiring points, with the days left [D11]', async () => {
    at('2027-01-01T15:00:00Z')
    const customer = await buyer(await companyOf('feriado', 60))
    await writeNotices(database, at('2027-02-10T15:00:00Z'))
    await writeNotices(database, at('2027-02-11T15:00:00Z'))
    await writeNotices(database, at('2027-03-02T15:00:00Z'))
    expect(await notices(customer)).toMatchObject([{ days: 20 }, { days: 0 }])
  })

  test('points valid for few days get only the notices for which time is left [D11]', async () => {
    at('2027-01-01T15:00:00Z')
    const customer = await buyer(await companyOf('breve', 3))
    for (const day of ['01', '02', '03', '04', '05']) {
      await writeNotices(database, at(`2027-01-${day}T16:00:00Z`))
    }
    expect(await notices(customer)).toMatchObject([{ days: 3 }, { days: 1 }])
  })

  test('a customer gets one notice per day of expiry, and none for points that never expire [D11]', async () => {
    at('2027-01-01T15:00:00Z')
    const company = await companyOf('dias', 30)
    const customer = await buyer(company)
    at('2027-01-02T15:00:00Z')
    await world.generate(company, sale(customer.document, { purchase_value: 700 }))
    const empty = await world.registered(company)
    const eternal = await buyer(await world.createCompany('eterna', {}))
    await writeNotices(database, at('2027-01-25T15:00:00Z'))
    expect(await notices(customer)).toEqual([
      { points_amount: 7, points_value: 7, expires_at: '2027-02-01', days: 7 },
      { points_amount: 100, points_value: 100, expires_at: '2027-01-31', days: 6 },
    ])
    expect(await notices(empty)).toEqual([])
    expect(await notices(eternal)).toEqual([])
  })

  test('the days before points expire are those of the company’s time zone [D1]', async () => {
    at('2027-01-01T02:00:00Z')
    const acre = await buyer(await companyOf('acre', 30, { time_zone: 'America/Rio_Branco' }))
    const noronha = await buyer(await companyOf('noronha', 30, { time_zone: 'America/Noronha' }))
    // Noronha is UTC−2 and Acre UTC−5, so the sale has different local days.
    await writeNotices(database, at('2027-01-24T02:00:00Z'))
    expect(await notices(noronha)).toMatchObject([{ expires_at: '2027-01-31', days: 7 }])
    expect(await notices(acre)).toMatchObject([{ expires_at: '2027-01-30', days: 7 }])
    await writeNotices(database, at('2027-01-30T02:00:00Z'))
    expect(await notices(noronha)).toMatchObject([{ days: 7 }, { days: 1 }])
    expect(await notices(acre)).toMatchObject([{ days: 7 }, { days: 1 }])
  })
})

describe('a run of the notices job', () => {
  test('an interrupted run is continued later and notifies each customer once', async () => {
    at('2027-01-01T15:00:00Z')
    const company = await companyOf('cortada', 30)
    const customers = await Promise.all(Array.from({ length: 7 }, () => buyer(company)))
    const now = at('2027-01-24T15:00:00Z')
    await rows(database, sql`select write_notices(${company.id}, '{30,7,1}', 3, ${now})`)
    const added = await Promise.all(customers.map(notices))
    expect(added.filter((one) => one.length > 0)).toHaveLength(3)

    await writeNotices(database, now, AbortSignal.abort()).catch(() => undefined)
    await writeNotices(database, now, undefined, 2)
    const all = await Promise.all(customers.map(notices))
    expect(all.map((one) => one.length)).toEqual([1, 1, 1, 1, 1, 1, 1])
    expect(
      await rows(
        database,
        sql`select day, finished_at from notice_run where company_id = ${company.id}`,
      ),
    ).toEqual([{ day: '2027-01-24', finished_at: now.toISOString() }])
  })

  test('concurrent runs on several nodes notify each customer once', async () => {
    at('2027-01-01T15:00:00Z')
    const company = await companyOf('paralela', 30)
    const customers = await Promise.all(Array.from({ length: 12 }, () => buyer(company)))
    const now = at('2027-01-24T15:00:00Z')
    await Promise.all(Array.from({ length: 4 }, () => writeNotices(database, now, undefined, 2)))
    const all = await Promise.all(customers.map(notices))
    expect(all.map((one) => one.length)).toEqual(Array(12).fill(1))
  })

  test('a failing company does not stop the others, is reported, and is retried by the next run', async () => {
    at('2027-01-01T15:00:00Z')
    const [broken, sound] = [await companyOf('aquebrada', 30), await companyOf('boa', 30)]
    const waiting = await buyer(broken)
    const customer = await buyer(sound)
    const now = at('2027-01-24T15:00:00Z')
    await database.query(
      `alter table notification add constraint broken check (company_id <> '${broken.id}') not valid`,
    )
    await expect(writeNotices(database, now)).rejects.toThrow('1 companies have no notices')
    expect(await notices(customer)).toHaveLength(1)
    expect(await notices(waiting)).toEqual([])
    await database.query('alter table notification drop constraint broken')
    await writeNotices(database, now)
    expect(await notices(waiting)).toHaveLength(1)
    expect(await notices(customer)).toHaveLength(1)
  })

  test('notices that take too long are written in smaller pages, one to each customer [D11]', async () => {
    at('2027-01-01T15:00:00Z')
    const company = await companyOf('muita-gente', 30)
    const customers = [await buyer(company), await buyer(company), await buyer(company)]
    const now = at('2027-01-24T15:00:00Z')
    await timeOutNotices(database, company.id, 1)
    await writeNotices(database, now)
    const all = await Promise.all(customers.map(notices))
    expect(all.map((one) => one.length)).toEqual([1, 1, 1])
  })

  test('a company whose notices take too long does not stop the others [D11]', async () => {
    at('2027-01-01T15:00:00Z')
    const companies = [await companyOf('demorada', 30), await companyOf('pontual', 30)]
    const [first, second] = companies.toSorted((one, other) => (one.id < other.id ? -1 : 1))
    await buyer(first!)
    const customer = await buyer(second!)
    const now = at('2027-01-24T15:00:00Z')
    await timeOutWrites(database, 'notification', first!.id)
    await expect(writeNotices(database, now)).rejects.toThrow('1 companies have no notices')
    expect(await notices(customer)).toHaveLength(1)
  })
})
