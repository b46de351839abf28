import fc from 'fast-check'
import { expect, test } from 'vitest'

import { passTo, setStage } from '#api/testing/models/engine-stage.ts'
import { done, stepsFor } from '#api/testing/models/engine-steps.ts'
import { giveBackPurchase } from '#api/testing/worlds/level-world.ts'
import { somebodyWaits } from '#api/testing/worlds/lock.ts'
import { consume } from '#api/testing/worlds/movement.ts'
import { staffOf } from '#api/testing/worlds/staff.ts'
import {
  type Answer,
  createWorld,
  errorOf,
  sale,
  type TestCompany,
} from '#api/testing/worlds/world.ts'
import type { ClosingAnswer, Liability } from '#contract/console/closing.ts'
import { type GeneratedPoints, reversalPolicies } from '#contract/points.ts'
import { openPool, row, rows, sql, statementChannel, transaction } from '#database/sql.ts'
import { audit } from '#engine/audit/audit.ts'

import { closingFigures } from './close-month.ts'
import { foldReports } from './fold.ts'

const world = await createWorld()
const { database, appDatabase, call } = world
const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

const fold = (company_id: string) =>
  foldReports(database, world.now(), undefined, { only: company_id, before: lastId })

/** The calls of a manager. Each call is in a new session, because the tests move the clock further than a session lives. */
function closerOf(company: TestCompany) {
  const headers = async () => (await staffOf(world, company, 'manager')).headers
  return {
    headers,
    close: async (month: string) =>
      call('POST /admin/report/closing', { headers: await headers(), body: { month } }),
    read: async () =>
      (await call('GET /admin/report/liability', { headers: await headers() })).body as Liability,
  }
}

/** What a closing would store, added up over pages of so many customers. */
async function figuresOf(company_id: string, month: string, pageSize: number) {
  const { lines, ledger } = (await closingFigures(appDatabase, company_id, month, { pageSize }))!
  const inOrder = (JSON.parse(lines) as { expires_month: string | null }[]).toSorted((one, other) =>
    String(one.expires_month).localeCompare(String(other.expires_month)),
  )
  return { lines: inOrder, ledger: JSON.parse(ledger) as object }
}

/** What the customers have now by their balances, which the audit proves: good, pending and held. */
function balances(company_id: string) {
  return row(
    database,
    sql`select coalesce(sum(b.amount + b.pending_amount + b.held_amount), 0)::bigint as amount,
               coalesce(sum(b.value + b.pending_value + b.held_value), 0)::bigint as value
          from balance
         cross join lateral balance_at(saved_balance(${company_id}, balance.customer_id), ${world.now()}) b
         where balance.company_id = ${company_id}`,
  )
}

/** What has expired, and the centavos by which lots and records differ, by the state that the audit compares with its replay. */
function expired(company_id: string) {
  return row(
    database,
    sql`select coalesce(sum(gone.amount), 0)::bigint as amount, coalesce(sum(gone.value), 0)::bigint as value,
               coalesce(sum(balance.difference_value + ended.difference_value), 0)::bigint as difference_value
          from balance
         cross join lateral (
               select sum((lot ->> 'expired_amount')::bigint + case when is_past then (lot ->> 'amount')::bigint else 0 end) as amount,
                      sum((lot ->> 'expired_value')::bigint + case when is_past then (lot ->> 'value')::bigint else 0 end) as value
                 from jsonb_array_elements(audited_lots(${company_id}, balance.customer_id, ${world.now()})) lot
                cross join lateral (
                      select (lot ->> 'expires_on')::date
                             < (${world.now()}::timestamptz at time zone 'America/Sao_Paulo')::date as is_past) date) gone
         cross join lateral (
               select coalesce(sum(part.difference_value), 0) as difference_value
                 from ended_hold_parts(${company_id}, balance.customer_id, ${world.now()}) part) ended
         where balance.company_id = ${company_id}`,
  )
}

test(
  'after any history a closed month equals the audited balances at its end to the centavo [D18]',
  { timeout: 300_000 },
  async () => {
    const property = fc.asyncProperty(
      fc.array(stepsFor(3), { minLength: 10, maxLength: 30, size: 'max' }),
      fc.array(stepsFor(3), { maxLength: 10, size: 'max' }),
      fc.constantFrom(...reversalPolicies),
      async (before, after, reversal) => {
        const programme = {
          levels_system: 'LOOKBACK' as const,
          update_lookback: 7,
          time_zone: 'America/Sao_Paulo',
        }
        const stage = await setStage(world, programme, reversal, 3)
        for (const step of before) {
          await passTo(stage, new Date(world.now().getTime() + 7 * 60_000))
          await done(stage, step)
        }
        const [year, month] = [world.now().getUTCFullYear(), world.now().getUTCMonth()]
        await passTo(stage, new Date(Date.UTC(year, month + 1, 1, 3)))
        const audited = await balances(stage.shop.id)
        const gone = await expired(stage.shop.id)
        expect((await audit(database, world.now())).differences).toEqual([])
        // Movements of the next month change nothing about the month that has ended.
        await passTo(stage, new Date(world.now().getTime() + 15 * 60_000))
        for (const step of after) await done(stage, step)
        await fold(stage.shop.id)
        const day = new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10)
        const figures = (pageSize: number) => figuresOf(stage.shop.id, day, pageSize)
        expect(await figures(1)).toEqual(await figures(1_000))
        const closer = closerOf(stage.shop)
        const answer = await closer.close(
          new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 7),
        )
        expect(answer.status, answer.text).toBe(202)
        const closing = (answer.body as ClosingAnswer).closing!
        expect(closing.liability).toEqual(audited)
        const { difference_value } = closing
        expect({ ...closing.expired, difference_value }).toEqual(gone)
        await rows(database, sql`delete from balance where company_id = ${stage.shop.id}`)
      },
    )
    await fc.assert(property, { numRuns: 8, endOnFailure: true })
  },
)

test('a month closes once, with its sentence in the audit log, and lists what expires when [D18]', async () => {
  const company = await world.createCompany('fecha', {
    calculation_rules: [
      { name: 'Compra', type: 'POINTS_PER_REAL', rate: 1, expires_in: { months: 2 } },
    ],
  })
  const { close, read } = closerOf(company)
  world.moveClock('2027-10-10T15:00:00Z')
  const { document } = await world.registered(company)
  await world.generate(company, sale(document))
  expect(errorOf(await close('2027-10'))).toMatchObject({ status: 409, type: 'month_open' })
  world.moveClock('2027-11-01T03:09:00Z')
  expect(errorOf(await close('2027-10'))).toMatchObject({ status: 409, type: 'month_open' })
  world.moveClock('2027-11-01T03:10:00Z')
  const before = await rows(
    database,
    sql`select count(*) from audit_entry where company_id = ${company.id}`,
  )
  const [first, second] = await Promise.all([close('2027-10'), close('2027-10')])
  expect(new Set([first.status, second.status])).toEqual(new Set([202, 409]))
  expect(errorOf(await close('2027-10'))).toMatchObject({ status: 409, type: 'month_closed' })
  await world.generate(company, sale(document))
  await fold(company.id)
  const { closings, months, total } = await read()
  expect(closings).toMatchObject([
    {
      month: '2027-10',
      liability: { amount: 100, value: 100 },
      records: { amount: 100, value: 100 },
      lines: [{ month: '2027-12', amount: 100, value: 100 }],
    },
  ])
  expect({ months, total }).toEqual({
    months: [{ month: '2027-12', amount: 100, value: 100 }],
    total: { amount: 100, value: 100 },
  })
  expect(before).toEqual([{ count: 0 }])
  const acts = await rows(
    database,
    sql`select action, detail, content ->> 'sentence' as sentence
          from audit_entry join audit_personal using (company_id, sequence)
         where company_id = ${company.id}`,
  )
  expect(acts).toMatchObject([
    {
      action: 'report.month_closed',
      sentence: 'Ana Prado fechou o mês 10/2027 com R$\u00a01,00 em pontos a honrar',
      detail: {
        before: { month: '2027-10', is_closed: false },
        after: { month: '2027-10', is_closed: true },
      },
    },
  ])
})

test('a month before the first points cannot be closed, and nothing changes [D18]', async () => {
  const company = await world.createCompany('novata', {})
  const { close, read } = closerOf(company)
  world.moveClock('2028-03-10T15:00:00Z')
  await world.generate(company, sale((await world.registered(company)).document))
  world.moveClock('2028-05-02T15:00:00Z')
  await fold(company.id)
  for (const month of ['2028-02', '2026-01']) {
    expect(errorOf(await close(month))).toMatchObject({
      status: 422,
      type: 'validation',
      fields: { month: ['O programa ainda não tinha pontos neste mês'] },
    })
  }
  expect((await read()).open_months).toEqual(['2028-04', '2028-03'])
  expect((await close('2028-03')).status).toBe(202)
  expect((await read()).closings).toHaveLength(1)
})

test('the estimate of what expires unused has a CSV with its curve [D18]', async () => {
  const company = await world.createCompany('curva', {})
  await rows(
    database,
    sql`insert into report_progress (company_id, after_record_id, states_day) values (${company.id}, ${lastId}, '2027-01-01')`,
  )
  await rows(
    database,
    sql`insert into report_liability (company_id, earned_month, expires_month, amount, value)
        values (${company.id}, '2026-12-01', '2027-06-01', 1000, 1000)`,
  )
  await rows(
    database,
    sql`insert into report_curve (company_id, earned_month, age, amount, expired_amount)
        select ${company.id}, month::date, part.age, part.amount, 0
          from generate_series('2026-06-01'::timestamp, '2026-12-01', '1 month') month
         cross join (values (-1, 1000), (0, 250)) part (age, amount)`,
  )
  const { headers } = await staffOf(world, company, 'analyst')
  const query = { from: '2027-01-01', to: '2027-01-01', table: 'breakage' }
  const { text } = await call('GET /admin/report/file', { headers, query })
  const lines = text.slice(1).trimEnd().split('\r\n')
  expect(lines[0]).toBe('Linha;Em reais;Usado em %')
  expect(lines[1]).toMatch(/^Deve vencer sem uso;\d+,\d\d;$/)
  expect(lines[4]).toBe('Pelo uso de 7 meses de pontos;;')
  expect(lines[5]).toBe('Usado até 0 meses depois do mês em que foi ganho;;25,0')
})

test('calls at once close a month once: a call that waited adds nothing up [D18]', async () => {
  const company = await world.createCompany('juntas', {})
  world.moveClock('2028-11-10T15:00:00Z')
  await world.generate(company, sale((await world.registered(company)).document))
  world.moveClock('2028-12-02T15:00:00Z')
  const sent = { ...(await staffOf(world, company, 'manager')), body: { month: '2028-11' } }
  // The smallest pools in which a closing has its two connections.
  const nodes = await Promise.all([1, 2].map(() => world.nodeWith(openPool(world.url, 2))))
  const close = () => nodes.map(({ call }) => call('POST /admin/report/closing', sent))
  let pages = 0
  const count = (message: unknown) => {
    if (JSON.stringify(message).includes('ledger_after')) pages += 1
  }
  statementChannel.start.subscribe(count)
  let calls: Promise<Answer>[] = []
  await transaction(database, async (connection) => {
    await rows(connection, sql`lock table report_closing in share mode`)
    // The second call of a node waits for the first one's place.
    calls = [...close(), ...close()]
    await somebodyWaits(database, 2)
  })
  const answers = await Promise.all(calls)
  statementChannel.start.unsubscribe(count)
  const refused = answers.filter(({ status }) => status !== 202).map(errorOf)
  expect(refused.map(({ type }) => type)).toEqual(Array.from({ length: 3 }, () => 'month_closed'))
  // The page of the customers, and the page behind the last customer.
  expect(pages).toBe(2)
})

test('neither the service’s role nor a rebuild can change a closed month [D18]', async () => {
  const company = await world.createCompany('imutavel', {})
  world.moveClock('2028-02-01T15:00:00Z')
  const { close, read } = closerOf(company)
  expect((await close('2028-01')).status).toBe(202)
  for (const statement of [
    'update fiel.report_closing set liability_value = 1',
    'delete from fiel.report_closing',
    'update fiel.report_closing_line set value = 1',
    'delete from fiel.report_closing_line',
  ]) {
    await expect(appDatabase.query(statement)).rejects.toThrow(/permission denied/)
  }
  await rows(database, sql`select forget_reports(${company.id})`)
  expect((await read()).closings).toHaveLength(1)
})

test('a month that nobody closed in time can be closed later, and closed months stay listed for good [D18]', async () => {
  const company = await world.createCompany('atrasou', {})
  world.moveClock('2024-01-31T15:00:00Z')
  const { close, read, headers } = closerOf(company)
  const { document } = await world.registered(company)
  await world.generate(company, sale(document))
  world.moveClock('2024-04-01T03:09:00Z')
  await fold(company.id)
  expect((await read()).open_months).toEqual(['2024-02', '2024-01'])
  world.moveClock('2024-04-01T03:10:00Z')
  expect((await read()).open_months).toEqual(['2024-03', '2024-02', '2024-01'])
  expect((await close('2024-02')).status).toBe(202)
  expect((await close('2024-01')).body).toMatchObject({
    closing: { liability: { amount: 100, value: 100 } },
  })
  world.moveClock('2028-04-10T15:00:00Z')
  const { closings, open_months } = await read()
  expect(closings.map(({ month }) => month)).toEqual(['2024-02', '2024-01'])
  expect(open_months).not.toContain('2024-02')
  const file = await call('GET /admin/report/file', {
    headers: await headers(),
    query: { from: '2028-04-10', to: '2028-04-10', table: 'closings' },
  })
  expect(file.text).toContain('\r\n2024-01;Ana Prado;Total a honrar;100;1,00\r\n')
})

test('a month that the ledger does not explain is not closed [D18]', async () => {
  const company = await world.createCompany('inexplicada', {})
  world.moveClock('2028-03-10T15:00:00Z')
  const { close, read } = closerOf(company)
  await world.generate(company, sale((await world.registered(company)).document))
  await rows(
    database,
    sql`update lot set remaining_value = remaining_value - 1 where company_id = ${company.id}`,
  )
  world.moveClock('2028-04-02T15:00:00Z')
  expect(errorOf(await close('2028-03'))).toMatchObject({
    status: 409,
    type: 'closing_unexplained',
  })
  expect((await read()).closings).toEqual([])
})

test('centavos that returns left over close apart from expired points, also after a later sale [D18]', async () => {
  const company = await world.createCompany('centavos', {
    points_per_real: 10,
    reversal: 'deficit',
    calculation_rules: [{ name: 'Compra', type: 'PERCENTAGE', rate: 100 }],
  })
  world.moveClock('2028-09-10T15:00:00Z')
  const { close } = closerOf(company)
  const customer = await world.registered(company)
  const buy = (purchase_value: number) =>
    world.generate(company, sale(customer.document, { purchase_value }))
  const { id } = (await buy(1_005)).body as GeneratedPoints
  await consume(world, company, customer, 100)
  await giveBackPurchase(world, company, id, null)
  // 100 points worth 1000 centavos pay 100 points worth 1005.
  await buy(1_000)
  world.moveClock('2028-10-02T15:00:00Z')
  await buy(500)
  expect((await close('2028-09')).body).toMatchObject({
    closing: {
      liability: { amount: 0, value: 0 },
      deficit: { amount: 0, value: 0 },
      records: { amount: 0, value: -5 },
      expired: { amount: 0, value: 0 },
      difference_value: -5,
    },
  })
})

test('a month is not closed if the records of a customer who moved since leave a centavo open [D18]', async () => {
  const company = await world.createCompany('movida', {})
  world.moveClock('2028-07-10T15:00:00Z')
  const { close, read } = closerOf(company)
  const { document } = await world.registered(company)
  await world.generate(company, sale(document))
  await rows(
    database,
    sql`insert into allocation (company_id, record_id, lot_id, absorbs_deficit, amount, value)
        select company_id, id, id, false, 0, -1 from points_record where company_id = ${company.id}`,
  )
  world.moveClock('2028-08-02T15:00:00Z')
  await world.generate(company, sale(document))
  expect(errorOf(await close('2028-07'))).toMatchObject({
    status: 409,
    type: 'closing_unexplained',
  })
  expect((await read()).closings).toEqual([])
})

test('what is owed and what is closed comes as CSV [D18]', async () => {
  const company = await world.createCompany('arquivo', {})
  world.moveClock('2028-05-10T15:00:00Z')
  const { close, headers } = closerOf(company)
  await world.generate(company, sale((await world.registered(company)).document))
  world.moveClock('2028-06-02T15:00:00Z')
  await close('2028-05')
  await fold(company.id)
  const query = { from: '2028-01-01', to: '2028-06-30' }
  const file = async (table: string) =>
    (
      await call('GET /admin/report/file', {
        headers: await headers(),
        query: { ...query, table },
      })
    ).text
  expect(await file('liability')).toContain('\r\nSem vencimento;100;1,00\r\n')
  expect(await file('closings')).toContain('\r\n2028-05;Ana Prado;Total a honrar;100;1,00\r\n')
})
