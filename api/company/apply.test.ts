import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { row, rows, sql } from '#api/database/sql.ts'
import { createPartnerKey } from '#api/partner/partner-key.ts'
import { createWorld, sale } from '#api/testing/world.ts'

import { applyCompany, companyDifference } from './apply.ts'
import { CompanyMistakes, readCompanyFolder } from './company-file.ts'

const world = await createWorld()
const smallest = `slug: padaria
name: Padaria
frontend_domain: padaria.localhost
logo: logo.svg
favicon: logo.svg
calculation_rules:
  - name: Compra
    type: POINTS_PER_REAL
    rate: 1
`
let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'company-'))
  await writeFile(join(folder, 'logo.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
})
afterEach(() => rm(folder, { recursive: true }))

async function read(yaml: string) {
  await writeFile(join(folder, 'company.yaml'), yaml)
  return readCompanyFolder(folder)
}

async function apply(yaml: string) {
  const company = await read(yaml)
  const difference = await companyDifference(world.database, company)
  await applyCompany(world.database, company, world.now())
  return difference
}

function kept() {
  return rows(
    world.database,
    sql`select company.*, array(select hostname from company_domain where company_domain.company_id = company.company_id) as domains
          from company
         where slug = 'padaria'`,
  )
}

test('D11 the first time everything is new, the second time nothing is', async () => {
  const first = await apply(smallest)
  expect(first).toContain('+ name: "Padaria"')
  expect(first).toContain('+ calculation_rules.0.rate: 1')
  const before = await kept()
  expect(await apply(smallest)).toEqual([])
  expect(await kept()).toEqual(before)
})

test('D11 a change is shown field by field before it is applied, and ids stay', async () => {
  await apply(smallest)
  const rules = () =>
    rows(
      world.database,
      sql`select id, name, rate from calculation_rule join company using (company_id) where slug = 'padaria' order by position`,
    )
  const [before] = await rules()
  const changed = smallest
    .replace('name: Padaria', 'name: Padaria Nova')
    .replace('rate: 1', 'rate: 2\n  - name: Extra\n    type: PERCENTAGE\n    rate: 0.5')
  expect(await apply(changed)).toEqual([
    '~ name: "Padaria" → "Padaria Nova"',
    '~ calculation_rules.0.rate: 1 → 2',
    '+ calculation_rules.1.name: "Extra"',
    '+ calculation_rules.1.type: "PERCENTAGE"',
    '+ calculation_rules.1.rate: 0.5',
    '+ calculation_rules.1.minimum_purchase_value: 0',
    '+ calculation_rules.1.expires_in: null',
  ])
  expect(await rules()).toEqual([
    { ...before, rate: '2.000' },
    { id: expect.any(String), name: 'Extra', rate: '0.500' },
  ])
})

test.each(['cafe', 'posto'])(
  'D11 the demo company %s is applied, and then nothing is to change',
  async (name) => {
    const company = await readCompanyFolder(join(import.meta.dirname, '../../companies', name))
    // This world has smaller ones of these names, with the same hosts.
    const demo = {
      ...company,
      file: {
        ...company.file,
        slug: `demo-${name}`,
        frontend_domain: `demo-${name}.localhost`,
        other_domains: [],
      },
    }
    expect(await companyDifference(world.database, demo)).not.toEqual([])
    await applyCompany(world.database, demo, world.now())
    expect(await companyDifference(world.database, demo)).toEqual([])
  },
)

test('D11 levels and rules may swap places', async () => {
  const levels = (first: string, second: string) =>
    `${smallest}settings: { levels_system: LOOKBACK }
levels:
  - { name: ${first}, trigger_amount: 0 }
  - { name: ${second}, trigger_amount: 10 }
`
  await apply(levels('Azul', 'Verde'))
  await apply(levels('Verde', 'Azul'))
  const names = await rows(
    world.database,
    sql`select level.name from level join company using (company_id) where slug = 'padaria' order by trigger_amount`,
  )
  expect(names).toEqual([{ name: 'Verde' }, { name: 'Azul' }])
})

test('R1.3 the moment of blocking is kept while the company stays blocked', async () => {
  await apply(`${smallest}blocked: true\n`)
  const [{ blocked_at: first }] = (await kept()) as [{ blocked_at: string }]
  world.moveClock('2026-12-01T00:00:00Z')
  await apply(`${smallest}blocked: true\nhide_points: true\n`)
  expect(await kept()).toMatchObject([{ blocked_at: first }])
  await apply(smallest)
  expect(await kept()).toMatchObject([{ blocked_at: null }])
})

test('D11 a host name of another company is refused and nothing changes', async () => {
  await apply(smallest)
  const before = await kept()
  const company = await read(`${smallest}other_domains: [cafe.localhost]\n`)
  await expect(applyCompany(world.database, company, world.now())).rejects.toThrow(
    'padaria: one of its host names belongs to another company',
  )
  expect(await kept()).toEqual(before)
})

const store = `${smallest}prizes:
  - { key: pao, name: Pão, value: 10, stock: 5 }
  - { key: curso, name: Curso, value: 20, codes: { pool: curso.txt } }
promotions:
  - code: VERAO
    name: Verão
    starts_at: '2026-11-01'
    ends_at: '2026-11-30'
    action: { GENERATE_POINTS: { amount: 50 } }
`

describe('prizes and promotions', () => {
  const offered = () =>
    rows<object>(
      world.database,
      sql`select prize.key, prize.id, prize.show_in_store, prize.stock, prize.issued,
                 (select array_agg(code order by position) from prize_code where prize_id = prize.id) as codes
            from prize
            join company using (company_id)
           where slug = 'padaria'
           order by key`,
    )
  const promotions = () =>
    rows<object>(
      world.database,
      sql`select code, promotion.name, is_offered, promotion.id
            from promotion
            join company using (company_id)
           where slug = 'padaria'`,
    )
  const write = (lines: string[]) => writeFile(join(folder, 'curso.txt'), lines.join('\n'))

  test('D11 are applied once: a second time nothing changes; without their lines they are hidden and keep their ids', async () => {
    await write(['AA-1', '', ' AA-2 '])
    const first = await apply(store)
    expect(first).toContain('+ prizes.0.name: "Pão"')
    expect(first).toContain('+ codes: 2')
    expect(first.join()).not.toContain('AA-1')
    const before = [await offered(), await promotions()]
    expect(before).toMatchObject([
      [
        { key: 'curso', show_in_store: true, codes: ['AA-1', 'AA-2'] },
        { key: 'pao', show_in_store: true, stock: 5, codes: null },
      ],
      [{ code: 'VERAO', is_offered: true }],
    ])
    expect(await apply(store)).toEqual([])
    expect([await offered(), await promotions()]).toEqual(before)

    await apply(smallest)
    expect(await offered()).toMatchObject([
      { key: 'curso', show_in_store: false, codes: null },
      { key: 'pao', show_in_store: false },
    ])
    expect(await promotions()).toMatchObject([{ is_offered: false }])
    expect(await apply(store)).toContain('+ codes: 2')
    expect([await offered(), await promotions()]).toEqual(before)
  })

  test('D8 a text file that changed is shown by how many codes, and applied in its order; what is sold stays', async () => {
    await write(['B-2', 'A-1', 'C-3'])
    await apply(store)
    const customer = await world.registered(await padaria())
    const [curso] = (await offered()) as [{ id: string; codes: string[] }]
    expect(curso.codes).toEqual(['B-2', 'A-1', 'C-3'])
    await world.generate(await padaria(), sale(customer.document))
    const body = {
      customer_document: customer.document,
      products: [{ prize_id: curso.id, quantity: 1 }],
    }
    const bought = await world.call('POST /voucher/generate', { body, headers: customer.headers })
    expect(bought.body).toMatchObject([{ code: 'B-2' }])

    await write(['c3', 'D-4', 'b2'])
    expect(await apply(store)).toEqual(['+ codes: 2', '- codes: 2'])
    expect(await apply(store)).toEqual([])
    const [after] = (await offered()) as [{ codes: string[] }]
    // 'b2' is the sold 'B-2' again.
    expect(after.codes.toSorted()).toEqual(['B-2', 'D-4', 'c3'])
    const kept = await world.call('GET /voucher', { headers: customer.headers })
    expect(kept.body).toMatchObject([{ code: 'B-2', state: 'TO_WITHDRAW' }])
  })

  test('D8 a stock counts from when it is first said, and keeps its count while it changes', async () => {
    await write([])
    const issue = async () => {
      const customer = await world.registered(await padaria())
      await world.generate(await padaria(), sale(customer.document))
      const [, pao] = (await offered()) as [object, { id: string }]
      const products = [{ prize_id: pao.id, quantity: 2 }]
      const body = { customer_document: customer.document, products }
      await world.call('POST /voucher/generate', { body, headers: customer.headers })
    }
    await apply(store.replace(', stock: 5', ''))
    await issue()
    await apply(store)
    expect((await offered())[1]).toMatchObject({ stock: 5, issued: 0 })
    await issue()
    await apply(store.replace('stock: 5', 'stock: 9'))
    expect((await offered())[1]).toMatchObject({ stock: 9, issued: 2 })
  })

  async function padaria() {
    const { company_id: id } = (await row<{ company_id: string }>(
      world.database,
      sql`select company_id from company where slug = 'padaria'`,
    ))!
    const key = await createPartnerKey(world.database, id, 'Caixa', world.now())
    return { id, hostname: 'padaria.localhost', key }
  }

  test.each([
    ['a prize without a key', store.replace('key: pao, ', ''), /:11 prizes\.0\.key: /],
    [
      'a prize of 192 letters (R5.9)',
      store.replace('Pão', 'x'.repeat(192)),
      /:11 prizes\.0\.name: /,
    ],
    ['a prize without a name (R5.9)', store.replace('name: Pão, ', ''), /:11 prizes\.0\.name: /],
    [
      'a description of 601 letters (R5.9)',
      store.replace('value: 10', `value: 10, description: ${'x'.repeat(601)}`),
      /:11 prizes\.0\.description: /,
    ],
    [
      'an address of terms of 601 letters (R5.9)',
      store.replace('value: 10', `value: 10, tos_url: "https://a.example/${'x'.repeat(583)}"`),
      /:11 prizes\.0\.tos_url: /,
    ],
    [
      'a photo of 601 letters (R5.9)',
      store.replace('value: 10', `value: 10, photo: ${'x'.repeat(597)}.svg`),
      /:11 prizes\.0\.photo: /,
    ],
    [
      'a photo that is not there',
      store.replace('value: 10', 'value: 10, photo: pao.svg'),
      /pao\.svg: there is no such file/,
    ],
    [
      'half a day (R5.9)',
      store.replace('value: 10', 'value: 10, expires_in: 0.5'),
      /:11 prizes\.0\.expires_in: /,
    ],
    [
      'show_in_store that is no boolean (R5.9)',
      store.replace('value: 10', 'value: 10, show_in_store: 1'),
      /:11 prizes\.0\.show_in_store: /,
    ],
    ['a negative value', store.replace('value: 10', 'value: -1'), /:11 prizes\.0\.value: /],
    ['half a point', store.replace('value: 10', 'value: 0.5'), /:11 prizes\.0\.value: /],
    [
      'a date that does not exist',
      store.replace('value: 10', 'value: 10, expires_at: "2026-02-30"'),
      /:11 prizes\.0\.expires_at: /,
    ],
    ['the same key twice', store.replace('key: curso', 'key: pao'), /:10 prizes: Dois prêmios/],
    [
      'a level that does not exist',
      store.replace('value: 10', 'value: 10, level_required: Ouro'),
      /:10 prizes: Um prêmio pede um nível/,
    ],
    [
      'a stock beside a pool',
      store.replace('value: 20', 'value: 20, stock: 1'),
      /:12 prizes\.1\.stock: /,
    ],
    [
      'a pool outside the folder',
      store.replace('curso.txt', '../curso.txt'),
      /:12 prizes\.1\.codes/,
    ],
    [
      'a pool that is not there',
      store.replace('curso.txt', 'other.txt'),
      /other\.txt: there is no such file/,
    ],
    [
      'a promotion that ends before it begins',
      store.replace('2026-11-30', '2026-10-31'),
      /promotions\.0\.ends_at: /,
    ],
    ['a promotion of 0 points', store.replace('amount: 50', 'amount: 0'), /promotions\.0\.action/],
    [
      'a promotion’s code with a space',
      store.replace('code: VERAO', 'code: VE RAO'),
      /promotions\.0\.code: /,
    ],
    [
      'a banner of a promotion that does not exist',
      `${store}banner: { image: logo.svg, alt: Sol, promotion_code: OUTONO }\n`,
      /banner\.promotion_code: Esta promoção não existe/,
    ],
  ])('D11 %s is named by file, line and rule', async (_, yaml, sentence) => {
    await write(['A-1'])
    await expect(read(yaml)).rejects.toThrow(sentence)
  })

  test('T16 a mistake in a text file of codes names the line, and never the code', async () => {
    await write(['SECRETO-1', 'com espaço', 'SECRETO-2', 'secreto1', 'x'.repeat(61), '---'])
    const mistakes = await read(store).catch((error: unknown) => String(error))
    for (const place of [
      'curso.txt:2 Use até 60',
      'curso.txt:4 the same code again',
      'curso.txt:5 Use até 60',
      'curso.txt:6 Use até 60',
    ]) {
      expect(mistakes).toContain(place)
    }
    expect(mistakes).not.toMatch(/secreto/i)
  })
})

test.each([
  ['a field the contract lacks', `${smallest}colour: red\n`, /:10 colour: /],
  ['a colour that is none', `primary_color: red\n${smallest}`, /:1 primary_color: Use #RRGGBB/],
  [
    'a rule deep inside',
    smallest.replace('rate: 1', 'rate: -1'),
    /:9 calculation_rules\.0\.rate: /,
  ],
  [
    'too many decimals',
    smallest.replace('rate: 1', 'rate: 1.0005'),
    /:9 calculation_rules\.0\.rate: Use no máximo/,
  ],
  ['a missing field', smallest.replace('name: Padaria\n', ''), /company\.yaml:1 name: /],
  ['no YAML', `${smallest}  x: [`, /company\.yaml:10 /],
  [
    'levels that do not rise',
    `${smallest}settings: {levels_system: LOOKBACK}\nlevels:\n  - {name: A, trigger_amount: 5}\n  - {name: B, trigger_amount: 5}\n`,
    /:11 levels: Cada nível/,
  ],
  [
    'levels without a system',
    `${smallest}levels: [{name: A, trigger_amount: 5}]\n`,
    /settings\.levels_system: /,
  ],
  [
    'age limits the wrong way round',
    `${smallest}settings: {allow_from_age: 30, allow_to_age: 20}\n`,
    /:10 settings\.allow_to_age: /,
  ],
  [
    'an age over 121 (R5.10)',
    `${smallest}settings: {allow_to_age: 122}\n`,
    /:10 settings\.allow_to_age: /,
  ],
  [
    'an age gate that leads nowhere (R5.10)',
    `${smallest}settings: {is_age_gate_enabled: true}\n`,
    /:10 settings(\.age_gate_url)?: /,
  ],
  [
    'an age gate address of 192 characters (R5.10)',
    `${smallest}settings: {age_gate_url: "https://exemplo.com.br/${'x'.repeat(169)}"}\n`,
    /:10 settings\.age_gate_url: /,
  ],
  [
    'an image that is not there',
    smallest.replace('logo: logo.svg', 'logo: other.svg'),
    /other\.svg: there is no such file/,
  ],
  [
    'an image outside the folder',
    smallest.replace('logo: logo.svg', 'logo: ../logo.svg'),
    /:4 logo: /,
  ],
  [
    'a link that is a script',
    `${smallest}legal: {terms_url: "javascript:alert(1)"}\n`,
    /:10 legal\.terms_url: /,
  ],
  ['an unknown time zone', `${smallest}time_zone: Mars/Olympus\n`, /:10 time_zone: /],
])('D11 %s is named by file, line and rule', async (_, yaml, sentence) => {
  await expect(read(yaml)).rejects.toThrow(sentence)
  await expect(read(yaml)).rejects.toThrow(CompanyMistakes)
})

test.each([
  '<svg><script>alert(1)</script></svg>',
  '<svg onload="alert(1)"/>',
  '<svg><a href="javascript:alert(1)"/></svg>',
  'GIF89a',
])('T14 an image like %s is refused', async (svg) => {
  await writeFile(join(folder, 'logo.svg'), svg)
  await expect(read(smallest)).rejects.toThrow('logo.svg: ')
})
