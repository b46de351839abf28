/** Tills name the calculation rule of a purchase by its key or its id (D13). */

import { randomUUID } from 'node:crypto'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

import { applyCompany } from '#api/company-file/apply.ts'
import { readCompanyFolder } from '#api/company-file/company-file.ts'
import { createPartnerKey } from '#api/partner/partner-key.ts'
import {
  asPartner,
  createWorld,
  newCpf,
  errorOf,
  sale,
  type TestCompany,
} from '#api/testing/worlds/world.ts'
import type { CalculationRule, GeneratedPoints, PointsEntry } from '#contract/points.ts'
import { row, rows, sql } from '#database/sql.ts'

const world = await createWorld()
const { cafe, call, database, generate } = world

const purchase = { key: 'compra', name: 'Compra', type: 'POINTS_PER_REAL', rate: 1 }
const doubled = { key: 'dia-em-dobro', name: 'Dia em dobro', type: 'POINTS_PER_REAL', rate: 2 }
const christmas = {
  key: 'natal',
  name: 'Natal',
  type: 'POINTS_PER_REAL',
  rate: 3,
  valid_from: '2026-12-01',
  valid_to: '2026-12-31',
}
const shop = await world.createCompany('regras', {
  calculation_rules: [purchase, doubled, christmas],
})

async function rulesOf(company: { key: string }): Promise<CalculationRule[]> {
  const answer = await call('GET /partner/calculation-rule', { headers: asPartner(company) })
  expect(answer.status).toBe(200)
  return answer.body as CalculationRule[]
}

const idOf = async (key: string, company: TestCompany = shop) =>
  (await rulesOf(company)).find((rule) => rule.key === key)!.id

const simulate = (company: TestCompany, body: object) =>
  call('POST /partner/points/simulate', { body, headers: asPartner(company) })

describe('GET /partner/calculation-rule', () => {
  test('all calculation rules are listed with key, id, name and validity, in the file’s order [D13]', async () => {
    const id = expect.stringMatching(/^[0-9a-f-]{36}$/)
    const always = { id, valid_from: null, valid_to: null }
    expect(await rulesOf(shop)).toEqual([
      { ...always, key: 'compra', name: 'Compra' },
      { ...always, key: 'dia-em-dobro', name: 'Dia em dobro' },
      { id, key: 'natal', name: 'Natal', valid_from: '2026-12-01', valid_to: '2026-12-31' },
    ])
  })

  test('GET /partner/calculation-rule shows a partner key only the rules of the key’s company [D13]', async () => {
    const own = await rulesOf(shop)
    const others = await rulesOf(cafe)
    expect(others.map(({ key }) => key)).toEqual(['compra'])
    expect(own.map(({ id }) => id)).not.toContain(others[0]!.id)
  })

  test('GET /partner/calculation-rule requires a partner key with the scope points [D13]', async () => {
    const key = (scopes: string[]) =>
      createPartnerKey(database, shop.id, randomUUID().slice(0, 8), world.now(), {
        scopes: scopes as never,
      })
    expect(await rulesOf({ key: await key(['points']) })).toHaveLength(3)
    const refused = [
      await call('GET /partner/calculation-rule', {
        headers: asPartner({ key: await key(['customers', 'vouchers']) }),
      }),
      await call('GET /partner/calculation-rule', {}),
      await call('GET /partner/calculation-rule', { headers: asPartner({ key: 'x' }) }),
    ]
    expect(refused.map(({ status }) => status)).toEqual([403, 401, 401])
  })
})

describe('calculation_rule_id', () => {
  test.each([
    ['its key', () => 'dia-em-dobro'],
    ['its key in capitals', () => ' DIA-em-dobro '],
    ['its id', () => idOf('dia-em-dobro')],
    ['its id in capitals', async () => (await idOf('dia-em-dobro')).toUpperCase()],
  ])(
    'calculation_rule_id names a rule by %s, in generate and simulate [D13]',
    async (_, reference) => {
      const sent = sale(newCpf(), { calculation_rule_id: await reference() })
      const id = await idOf('dia-em-dobro')
      const expected = { points_amount: 200, calculation_rule_id: id }
      expect((await simulate(shop, sent)).body).toMatchObject(expected)
      expect((await generate(shop, sent)).body).toMatchObject(expected)
    },
  )

  test('calculation_rule_id in a response is that of the rule used, also unnamed; null in a return [D13]', async () => {
    const customer = await world.registered(shop)
    const id = await idOf('compra')
    const sent = sale(customer.document)
    expect((await simulate(shop, sent)).body).toMatchObject({ calculation_rule_id: id })
    const answer = await generate(shop, sent)
    expect(answer.body).toMatchObject({ calculation_rule_id: id })
    expect(answer.body).not.toHaveProperty('calculation.rule_id')
    const history = await call('GET /points', { headers: customer.headers })
    expect(history.body).toMatchObject([{ calculation_rule_id: id }])
    expect(history.body).not.toHaveProperty('0.calculation.rule_id')
    const screen = await call('GET /customer/dashboard', { headers: customer.headers })
    expect(screen.body).toMatchObject({ last_purchase: { calculation_rule_id: id } })
    const returned = await call('POST /partner/points/{id}/reverse', {
      headers: asPartner(shop),
      params: { id: (answer.body as GeneratedPoints).id },
      body: { external_id: randomUUID() },
    })
    expect(returned.body).toMatchObject({ calculation_rule_id: null })
  })

  test.each([
    ['an unknown key', () => 'em-triplo'],
    ['an unknown id', () => randomUUID()],
    ['the key of another company', () => 'so-do-posto'],
    ['the id of another company', async () => (await rulesOf(cafe))[0]!.id],
    ['a name', () => 'Dia em dobro'],
  ])(
    'calculation_rule_id with %s gets unknown_calculation_rule and changes nothing [D13]',
    async (_, reference) => {
      await world.createCompany('vizinha', {
        calculation_rules: [{ ...purchase, key: 'so-do-posto' }],
      })
      const sent = sale(newCpf(), { calculation_rule_id: await reference() })
      const count = () =>
        row(
          database,
          sql`select (select count(*) from points_record) as records, (select count(*) from customer) as customers`,
        )
      const before = await count()
      for (const answer of [await generate(shop, sent), await simulate(shop, sent)]) {
        expect(errorOf(answer)).toEqual({ status: 422, type: 'unknown_calculation_rule' })
      }
      expect(await count()).toEqual(before)
    },
  )

  test.each([[''], ['  '], ['x'.repeat(61)], [7], [null], [['compra']]])(
    'with the value %j gets a validation error [D13]',
    async (calculation_rule_id) => {
      const answer = await generate(shop, sale(newCpf(), { calculation_rule_id }))
      expect(errorOf(answer)).toMatchObject({
        type: 'validation',
        fields: { calculation_rule_id: expect.anything() },
      })
    },
  )

  test('a rule is refused outside its validity and accepted on its first and last day [D4]', async () => {
    const sent = () => sale(newCpf(), { calculation_rule_id: 'natal' })
    const error = { status: 422, type: 'inactive_calculation_rule' }
    for (const [instant, status] of [
      ['2026-12-01T02:59:59.999Z', 422],
      ['2026-12-01T03:00:00.000Z', 201],
      ['2027-01-01T02:59:59.999Z', 201],
      ['2027-01-01T03:00:00.000Z', 422],
    ] as const) {
      world.moveClock(instant)
      const answer = await generate(shop, sent())
      expect(answer.status, instant).toBe(status)
      if (status === 422) expect(errorOf(answer)).toEqual(error)
      else expect(answer.body, instant).toMatchObject({ points_amount: 300 })
    }
    world.moveClock('2026-11-20T15:00:00Z')
  })
})

describe('when a company file is applied again', () => {
  let slugs = 0
  /** Applies a company file with each list of rules in turn. `idsByKey` maps key to id after each list. */
  async function applyLists(...lists: object[][]) {
    slugs += 1
    const slug = `outra-${slugs}`
    let company = cafe
    const idsByKey: Record<string, string>[] = []
    for (const calculation_rules of lists) {
      company = await world.createCompany(slug, { calculation_rules })
      const rules = await rulesOf(company)
      idsByKey.push(Object.fromEntries(rules.map(({ key, id }) => [key, id])))
    }
    return { company, slug, idsByKey }
  }

  test('a rule with an unchanged key keeps its id, even if a new file changes its other fields [D13]', async () => {
    const { idsByKey } = await applyLists(
      [purchase, doubled],
      [
        { ...doubled, name: 'Compra', rate: 3 },
        { ...purchase, name: 'Dia em dobro' },
      ],
    )
    expect(idsByKey[1]).toEqual(idsByKey[0])
  })

  test('a rule with a new key and an unchanged name keeps its id [D13]', async () => {
    const { idsByKey } = await applyLists(
      [purchase, doubled],
      [purchase, { ...doubled, key: 'dobro' }],
    )
    expect(idsByKey[1]).toEqual({
      compra: idsByKey[0]!['compra'],
      dobro: idsByKey[0]!['dia-em-dobro'],
    })
  })

  test('a rule removed from the file is unknown, and gets its id back when the file has it again [D13]', async () => {
    const { company, slug, idsByKey } = await applyLists([purchase, doubled], [purchase])
    expect(Object.keys(idsByKey[1]!)).toEqual(['compra'])
    for (const calculation_rule_id of ['dia-em-dobro', idsByKey[0]!['dia-em-dobro']]) {
      const answer = await generate(company, sale(newCpf(), { calculation_rule_id }))
      expect(errorOf(answer).type).toBe('unknown_calculation_rule')
    }
    const back = await world.createCompany(slug, { calculation_rules: [purchase, doubled] })
    expect(await idOf('dia-em-dobro', back)).toBe(idsByKey[0]!['dia-em-dobro'])
  })
})

test.each([
  // 4 % of R$ 42,80; 8 % of R$ 349,00; 2 points a real of R$ 36,50.
  ['posto', 'loja', 4_280, 171],
  ['otica', 'lentes', 34_900, 2_792],
  ['cafe', 'dia-em-dobro', 3_650, 73],
])(
  'a sale in the demo company %s earns points by its rule %s [D13]',
  async (name, calculation_rule_id, purchase_value, points_amount) => {
    const company = await readCompanyFolder(join(import.meta.dirname, '../../companies', name))
    const slug = `demo-${name}`
    const frontend_domain = `${slug}.localhost`
    const file = { ...company.file, slug, frontend_domain, other_domains: [] }
    await applyCompany(world, { ...company, file }, world.now())
    const found = await rows<{ company_id: string }>(
      database,
      sql`select company_id from company where slug = ${slug}`,
    )
    const id = found[0]!.company_id
    const key = await createPartnerKey(database, id, 'Caixa', world.now())
    const customer = await world.registered({ id, hostname: frontend_domain, key })
    const sent = sale(customer.document, { purchase_value, calculation_rule_id })
    const answer = await generate({ id, hostname: frontend_domain, key }, sent)
    expect(answer.body).toMatchObject({ points_amount })
    const history = await call('GET /points', { headers: customer.headers })
    const [entry] = history.body as PointsEntry[]
    expect(entry).toMatchObject({
      points_amount,
      calculation_rule_id: await idOf(calculation_rule_id, { id, hostname: frontend_domain, key }),
    })
  },
)
