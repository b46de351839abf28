/** The backtest of a draft (D18): what it answers, that it writes nothing, and whom it refuses. */

import { describe, expect, test } from 'vitest'

import { ruleVersions } from '#api/company-file/version.ts'
import { fingerprint } from '#api/testing/refusal/fingerprint.ts'
import { somebodyWaits } from '#api/testing/worlds/lock.ts'
import { consume } from '#api/testing/worlds/movement.ts'
import { type Editor, editorOf, replace } from '#api/testing/worlds/programme-world.ts'
import {
  asPartner,
  createWorld,
  errorOf,
  newCpf,
  sale,
  type TestCompany,
} from '#api/testing/worlds/world.ts'
import type { GeneratedPoints } from '#contract/points.ts'
import { addBacktests, type BacktestPage } from '#contract/programme/backtest.ts'
import { rows, sql, transaction } from '#database/sql.ts'

const world = await createWorld()
const { database } = world
let count = 0

const purchase = { key: 'compra', name: 'Compra', type: 'POINTS_PER_REAL', rate: 0.333 }

/** A company of its own with an editor; its rules by default give one third of a point a real. */
async function shop(changes: object = {}) {
  count += 1
  const slug = `simulada-${count}`
  const all = { calculation_rules: [purchase], ...changes }
  const company = await world.createCompany(slug, all)
  const ana = await editorOf(world, company)
  return {
    slug,
    company,
    ana,
    apply: (more: object) => world.createCompany(slug, { ...all, ...more }),
  }
}

async function buy(company: TestCompany, document: string, changes: object = {}) {
  const { body, status } = await world.generate(company, sale(document, changes))
  expect(status).toBe(201)
  return body as GeneratedPoints
}

function giveBack(company: TestCompany, id: string, returned_value: number) {
  return world.call('POST /partner/points/{id}/reverse', {
    params: { id },
    body: { returned_value, external_id: `${id}-${returned_value}` },
    headers: asPartner(company),
  })
}

const page = (editor: Editor, query: Record<string, string | number>) =>
  editor.send('GET /admin/programme/draft/backtest', { query })

/** All pages of the editor's draft, added up. */
async function backtest(editor: Editor) {
  const { revision } = (await editor.draft())!
  const pages: BacktestPage[] = []
  for (let after: { after?: string; until?: string } = {}; ;) {
    const { status, body, text } = await page(editor, { revision, ...after })
    expect(status, text).toBe(200)
    const { next, until } = body as BacktestPage
    pages.push(body as BacktestPage)
    if (next === null) return addBacktests(pages)
    after = { after: next, until }
  }
}

const rate = (value: number) => replace('/calculation_rules/0/rate', value)

describe('GET /admin/programme/draft/backtest', () => {
  test('a doubled rate gives the points of each purchase anew, rounded down once [D18 D4]', async () => {
    const { company, ana } = await shop()
    const values = [1_000, 1_234, 99, 100_000]
    const document = newCpf()
    for (const purchase_value of values) await buy(company, document, { purchase_value })
    await ana.patch(rate(0.666))
    const { before, after, purchases, exact, customers, winners, losers } = await backtest(ana)
    const points = (thousandths: number) =>
      values.reduce((sum, value) => sum + Math.floor((value * thousandths) / 100_000), 0)
    expect({ purchases, exact, customers, winners, losers }).toEqual({
      purchases: 4,
      exact: 4,
      customers: 1,
      winners: 1,
      losers: 0,
    })
    expect(before.points).toBe(points(333))
    expect(after.points).toBe(points(666))
    expect(after.value).toBe(after.points)
  })

  test('a draft without other rules gives the ledger’s points, and the liability of its lots [D18 D4]', async () => {
    const { company, ana } = await shop({ calculation_rules: [{ ...purchase, rate: 1 }] })
    const customer = await world.registered(company)
    await buy(company, customer.document)
    const returned = await buy(company, customer.document, { purchase_value: 5_000 })
    expect((await giveBack(company, returned.id, 2_000)).status).toBe(201)
    expect((await consume(world, company, customer, 70)).error).toBeNull()
    await ana.patch(replace('/program_name', 'Clube'))
    const { before, after } = await backtest(ana)
    // 100 + 50 earned, 20 returned, 70 spent.
    expect(before).toEqual({ points: 130, value: 130, liability: 60 })
    expect(after).toEqual(before)
  })

  test('the liability of the draft has the unspent part of its points, until they expire [D18 D4]', async () => {
    const { company, ana } = await shop({ calculation_rules: [{ ...purchase, rate: 1 }] })
    const customer = await world.registered(company)
    await buy(company, customer.document)
    expect((await consume(world, company, customer, 40)).error).toBeNull()
    await ana.patch(rate(3))
    expect((await backtest(ana)).after).toEqual({ points: 300, value: 300, liability: 180 })
    await ana.patch(replace('/calculation_rules/0/expires_in', { days: 5 }))
    const day = world.now()
    world.moveClock(new Date(day.getTime() + 10 * 86_400_000).toISOString())
    const later = await backtest(await editorAgain(company, ana))
    world.moveClock(day.toISOString())
    expect(later.before.liability).toBe(60)
    expect(later.after).toEqual({ points: 300, value: 300, liability: 0 })
  })

  test('winners and losers are counted by level, with the multipliers of the draft [D18 D6]', async () => {
    const levels = [
      { name: 'Bronze', trigger_amount: 0 },
      { name: 'Ouro', trigger_amount: 1_000, multiplier: 2 },
    ]
    const { company, ana } = await shop({
      calculation_rules: [{ ...purchase, rate: 10 }],
      settings: { levels_system: 'LOOKBACK', update_lookback: 365 },
      levels,
    })
    const [bronze, gold] = [newCpf(), newCpf()]
    await buy(company, bronze, { purchase_value: 1_000 })
    await buy(company, gold, { purchase_value: 10_000 })
    // The first purchase made it Ouro, so only this one is multiplied.
    await buy(company, gold, { purchase_value: 10_000 })
    await ana.patch(rate(11), replace('/levels/1/multiplier', 1))
    const { levels: sums, exact, purchases } = await backtest(ana)
    expect({ exact, purchases }).toEqual({ exact: 3, purchases: 3 })
    const liability = expect.any(Number)
    expect(sums).toEqual([
      {
        level: 'Bronze',
        customers: 1,
        winners: 1,
        losers: 0,
        before: { points: 100, value: 100, liability },
        after: { points: 110, value: 110, liability },
      },
      {
        level: 'Ouro',
        customers: 1,
        winners: 0,
        losers: 1,
        before: { points: 3_000, value: 3_000, liability },
        after: { points: 2_200, value: 2_200, liability },
      },
    ])
  })

  test('a new multiplier counts from the purchase after the one that reached the level [D18 D6]', async () => {
    const { company, ana } = await shop({
      calculation_rules: [{ ...purchase, rate: 10 }],
      settings: { levels_system: 'LOOKBACK', update_lookback: 365 },
      levels: [
        { name: 'Bronze', trigger_amount: 0 },
        { name: 'Ouro', trigger_amount: 1_000 },
      ],
    })
    const document = newCpf()
    await buy(company, document, { purchase_value: 10_000 })
    world.moveClock(new Date(world.now().getTime() + 60_000).toISOString())
    await buy(company, document, { purchase_value: 10_000 })
    await ana.patch(replace('/levels/1/multiplier', 2))
    const { before, after, exact } = await backtest(ana)
    expect({ before: before.points, after: after.points, exact }).toEqual({
      before: 2_000,
      after: 3_000,
      exact: 2,
    })
  })

  test('an example shows a masked name and both calculations of the last purchase [D18 D4 D15]', async () => {
    const { company, ana } = await shop()
    const customer = await world.registered(company, { name: 'Marina Duarte Lima' })
    await buy(company, customer.document, { purchase_value: 10_000, points_value: 1_000 })
    await ana.patch(rate(1), replace('/calculation_rules/0/cap', 50))
    const { examples } = await backtest(ana)
    const calculation = {
      rule: 'Compra',
      type: 'POINTS_PER_REAL',
      base: 9_000,
      points_value: 1_000,
      multiplier: 1,
      points_per_real: 100,
    }
    expect(examples).toMatchObject([
      {
        customer_id: customer.id,
        name: 'Marina D. L.',
        level: null,
        last: {
          purchase_value: 10_000,
          before: { points: 29, calculation: { ...calculation, rate: 0.333 } },
          after: { points: 50, calculation: { ...calculation, rate: 1, cap: 50 } },
        },
      },
    ])
    expect(JSON.stringify(examples)).not.toContain(customer.document)
  })

  test('a purchase with a named rule that the draft drops earns nothing after it [D18 D13]', async () => {
    const double = { ...purchase, key: 'dobro', name: 'Em dobro', rate: 2 }
    const { company, ana } = await shop({ calculation_rules: [purchase, double] })
    await buy(company, newCpf(), { calculation_rule_id: 'dobro' })
    await buy(company, newCpf())
    await ana.patch({ op: 'remove', path: '/calculation_rules/1' })
    const { refused, exact, after, losers } = await backtest(ana)
    expect({ refused, exact, losers }).toEqual({ refused: 1, exact: 2, losers: 1 })
    expect(after.points).toBe(33)
  })

  test('a purchase before the first stored version is checked by what its record keeps [D18 D4]', async () => {
    const { company, ana, apply } = await shop()
    await buy(company, newCpf())
    await apply({ calculation_rules: [{ ...purchase, rate: 5 }] })
    // The company’s versions begin with the second one, as of a company that was applied before versions existed.
    await rows(
      database,
      sql`delete from programme_version where company_id = ${company.id} and version = 1`,
    )
    await ana.patch(rate(1))
    expect(await backtest(ana)).toMatchObject({ purchases: 1, exact: 0, by_record: 1 })
  })

  test('customers of another company are not read [D18 T1]', async () => {
    const { company, ana } = await shop()
    const other = await shop()
    const document = newCpf()
    await buy(company, document)
    await buy(other.company, document)
    await buy(other.company, newCpf())
    await ana.patch(rate(1))
    expect(await backtest(ana)).toMatchObject({ customers: 1, purchases: 1 })
  })

  test('without a purchase in 12 months there is nothing to replay [D18]', async () => {
    const { company, ana } = await shop()
    await buy(company, newCpf())
    const day = world.now()
    world.moveClock('2028-01-01T12:00:00Z')
    const again = await editorOf(world, company)
    await again.patch(rate(1))
    const empty = await backtest(again)
    world.moveClock(day.toISOString())
    expect(empty).toMatchObject({ customers: 0, purchases: 0, levels: [], examples: [] })
    expect(ana.id).not.toBe(again.id)
  })

  test('a backtest writes nothing [D18]', async () => {
    const { company, ana } = await shop()
    await buy(company, newCpf())
    await ana.patch(rate(1))
    const { revision } = (await ana.draft())!
    const stored = await fingerprint(database)
    expect((await page(ana, { revision })).status).toBe(200)
    expect(await fingerprint(database)).toEqual(stored)
  })
})

/** Pages of customers: each has the customers after the one before it, up to a number of records. */
test('pages of customers hold every customer once, in the order of ids [D18]', async () => {
  const { company } = await shop()
  for (let n = 0; n < 5; n += 1) {
    const document = newCpf()
    for (let times = 0; times <= n; times += 1) await buy(company, document)
  }
  const pages: string[][] = []
  for (let after: string | null = null; ;) {
    const found: { id: string }[] = await rows<{ id: string }>(
      database,
      sql`select id from backtest_customers(${company.id}, ${after}, 4, 10) id`,
    )
    if (found.length === 0) break
    pages.push(found.map(({ id }) => id))
    after = found.at(-1)!.id
  }
  const all = pages.flat()
  expect(all).toEqual(all.toSorted())
  expect(new Set(all).size).toBe(5)
  // 15 records, and a customer with 5 of them is alone.
  expect(pages.length).toBeGreaterThanOrEqual(4)
  const few = await rows(
    database,
    sql`select id from backtest_customers(${company.id}, null, 1000, 2) id`,
  )
  expect(few).toHaveLength(2)
})

describe('a backtest is refused', () => {
  const refusal = async (editor: Editor, query: Record<string, string | number>) => {
    const stored = await fingerprint(database)
    const answer = await page(editor, query)
    expect(await fingerprint(database)).toEqual(stored)
    return errorOf(answer)
  }

  test('without a draft: not_found [D18]', async () => {
    const { ana } = await shop()
    expect(await refusal(ana, { revision: 1 })).toMatchObject({ status: 404, type: 'not_found' })
  })

  test('of another revision of the draft: draft_changed [D18 D15]', async () => {
    const { ana } = await shop()
    await ana.patch(rate(1))
    const { revision } = (await ana.draft())!
    expect(await refusal(ana, { revision: revision + 1 })).toMatchObject({
      status: 409,
      type: 'draft_changed',
    })
  })

  test('of a draft that began before the published version: draft_outdated [D18 D15]', async () => {
    const { company, ana } = await shop()
    await ana.patch(rate(1))
    const rui = await editorOf(world, company, { name: 'Rui', role: 'manager' })
    await rui.patch(rate(2))
    expect((await rui.publish()).status).toBe(201)
    const { revision } = (await ana.draft())!
    expect(await refusal(ana, { revision })).toMatchObject({ status: 409, type: 'draft_outdated' })
  })

  test('of a draft with a mistake: draft_invalid [D18 D15]', async () => {
    const { ana } = await shop()
    await ana.patch(rate(-1))
    const { revision } = (await ana.draft())!
    expect(await refusal(ana, { revision })).toMatchObject({ status: 422, type: 'draft_invalid' })
  })
})

test('while another node calculates one for the company, a backtest waits for it [D18]', async () => {
  const { company, ana } = await shop()
  await ana.patch(rate(1))
  const { revision } = (await ana.draft())!
  let waiting: ReturnType<typeof page> | undefined
  await transaction(database, async (connection) => {
    await rows(
      connection,
      sql`select pg_advisory_xact_lock(hashtextextended(${company.id} || ' backtest', 0))`,
    )
    waiting = page(ana, { revision })
    await somebodyWaits(database)
  })
  expect((await waiting!).status).toBe(200)
})

test('backtests of two companies at once are all answered [D18]', async () => {
  const [one, other] = [await shop(), await shop()]
  for (const { ana } of [one, other]) await ana.patch(rate(1))
  const revisions = await Promise.all(
    [one, other].map(async ({ ana }) => (await ana.draft())!.revision),
  )
  const answers = await Promise.all(
    [one, other, one, other].map(({ ana }, at) => page(ana, { revision: revisions[at % 2]! })),
  )
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
})

test('a replay reads the versions that changed rules or levels, and no other [D18]', async () => {
  const { company, apply } = await shop()
  await apply({ program_name: 'Clube' })
  await apply({ calculation_rules: [{ ...purchase, rate: 2 }] })
  await apply({ calculation_rules: [{ ...purchase, rate: 2 }], program_name: 'Clube' })
  const versions = await ruleVersions(database, company.id)
  expect(versions.map(({ document }) => document.calculation_rules[0]!.rate)).toEqual([0.333, 2])
  expect(Object.keys(versions[0]!.document).toSorted()).toEqual([
    'calculation_rules',
    'levels',
    'points_per_real',
  ])
})

/** The editor's session ends after 30 minutes without a call, so a later day needs another one with the same draft. */
async function editorAgain(company: TestCompany, editor: Editor): Promise<Editor> {
  await rows(
    database,
    sql`update staff_session
           set created_at = ${world.now()}, last_seen_at = ${world.now()}, factor_at = ${world.now()}
         where company_id = ${company.id} and staff_id = ${editor.id}`,
  )
  return editor
}
