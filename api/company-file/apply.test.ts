import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { createWorld } from '#api/testing/worlds/world.ts'
import { rows, sql } from '#database/sql.ts'

import { applyCompany, companyDifference } from './apply.ts'
import { CompanyMistakes, readCompanyFolder } from './company-file.ts'

const world = await createWorld()
const smallest = `slug: padaria
name: Padaria
frontend_domain: padaria.localhost
logo: logo.svg
favicon: logo.svg
calculation_rules:
  - key: compra
    name: Compra
    type: POINTS_PER_REAL
    rate: 1
`
const climbed = `${smallest}settings: {levels_system: LOOKBACK}
levels:
  - {name: A, trigger_amount: 5}
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
  const difference = await companyDifference(world, company)
  await applyCompany(world, company, world.now())
  return difference
}

function storedCompanies() {
  return rows(
    world.database,
    sql`select company.*, array(select hostname from company_domain where company_domain.company_id = company.company_id) as domains
          from company
         where slug = 'padaria'`,
  )
}

test('the first application shows every field as new, and the second shows and changes nothing [D11]', async () => {
  const first = await apply(smallest)
  expect(first).toContain('+ name: "Padaria"')
  expect(first).toContain('+ calculation_rules[compra]: "Compra"')
  const before = await storedCompanies()
  expect(await apply(smallest)).toEqual([])
  expect(await storedCompanies()).toEqual(before)
})

test('a change is shown field by field before it is applied, and rules keep their ids [D11]', async () => {
  await apply(smallest)
  const rules = () =>
    rows(
      world.database,
      sql`select id, name, rate from calculation_rule join company using (company_id) where slug = 'padaria' order by position`,
    )
  const [before] = await rules()
  const changed = smallest
    .replace('name: Padaria', 'name: Padaria Nova')
    .replace(
      'rate: 1',
      'rate: 2\n  - key: extra\n    name: Extra\n    type: PERCENTAGE\n    rate: 0.5',
    )
  expect(await apply(changed)).toEqual([
    '~ name: "Padaria" → "Padaria Nova"',
    '~ calculation_rules[compra].rate: 1 → 2',
    '+ calculation_rules[extra]: "Extra"',
  ])
  expect(await rules()).toEqual([
    { ...before, rate: '2.000' },
    { id: expect.any(String), name: 'Extra', rate: '0.500' },
  ])
})

test.each(['cafe', 'posto', 'otica', 'adega', 'bloqueada'])(
  'the demo company %s is applied, and a second comparison finds nothing to change [D11]',
  async (name) => {
    const company = await readCompanyFolder(join(import.meta.dirname, '../../companies', name))
    // The test's database already has smaller companies with these names and host names.
    const demo = {
      ...company,
      file: {
        ...company.file,
        slug: `demo-${name}`,
        frontend_domain: `demo-${name}.localhost`,
        other_domains: [],
      },
    }
    expect(await companyDifference(world, demo)).not.toEqual([])
    await applyCompany(world, demo, world.now())
    expect(await companyDifference(world, demo)).toEqual([])
  },
)

test('a missing, malformed or duplicate key of a rule is reported with file, line and rule [D13]', async () => {
  const mistakeOf = async (yaml: string) => {
    await writeFile(join(folder, 'company.yaml'), yaml)
    const refused = await readCompanyFolder(folder).catch((error: CompanyMistakes) => error)
    return (refused as CompanyMistakes).message.split('\n')
  }
  const place = (line: number) => `${join(folder, 'company.yaml')}:${line} calculation_rules`
  const key = 'Dê à regra uma key, como compra: de 2 a 31 letras minúsculas, números e hífens'
  const keyless = smallest.replace('key: compra\n    name', 'name')
  expect(await mistakeOf(keyless)).toEqual([`${place(7)}.0.key: ${key} [tipo]`])
  for (const bad of ['Compra', 'c', '1-compra', 'dia em dobro', 'x'.repeat(32), '7']) {
    const yaml = smallest.replace('key: compra', `key: ${bad}`)
    const rule = bad === '7' ? 'tipo' : 'formato'
    expect(await mistakeOf(yaml)).toEqual([`${place(7)}.0.key: ${key} [${rule}]`])
  }
  const doubled = `${smallest}  - {key: compra, name: Outra, type: PERCENTAGE, rate: 1}\n`
  expect(await mistakeOf(doubled)).toEqual([
    `${place(11)}.1.key: A regra Outra tem a key da regra Compra [regra]`,
  ])
})

test('levels in another order are accepted, and their triggers are exchanged [D11]', async () => {
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

test('levels are applied; customers are settled again only if levels or their terms changed [R11.2]', async () => {
  const climbing = () =>
    rows<{ levels_changed_at: string }>(
      world.database,
      sql`select levels_system, update_lookback, renovation_interval, levels_changed_at from company where slug = 'padaria'`,
    )
  const startedAt = world.now()
  await apply(climbed)
  expect(await climbing()).toEqual([
    {
      levels_system: 'LOOKBACK',
      update_lookback: 365,
      renovation_interval: 12,
      levels_changed_at: startedAt.toISOString(),
    },
  ])
  world.moveClock('2026-11-21T00:00:00Z')
  await apply(climbed.replace('5}', '5, multiplier: 1.25, prize: caneca, color: "#123456"}'))
  expect(await climbing()).toMatchObject([{ levels_changed_at: startedAt.toISOString() }])
  const [level] = await rows(
    world.database,
    sql`select level.name, multiplier, prize from level join company using (company_id) where slug = 'padaria'`,
  )
  expect(level).toEqual({ name: 'A', multiplier: '1.25', prize: 'caneca' })
  for (const [day, changed] of [
    ['2026-11-22', climbed.replace('5}', '6}')],
    ['2026-11-23', climbed.replace('LOOKBACK', 'LOOKBACK, update_lookback: 30')],
    ['2026-11-24', climbed.replace('LOOKBACK', 'RENOVATION')],
    ['2026-11-25', climbed.replace('name: A', 'name: B')],
    ['2026-11-26', `${climbed}time_zone: America/Manaus\n`],
  ] as const) {
    world.moveClock(`${day}T00:00:00Z`)
    await apply(changed)
    expect(await climbing()).toMatchObject([{ levels_changed_at: `${day}T00:00:00.000Z` }])
  }
  await apply(smallest)
  expect(await climbing()).toMatchObject([{ levels_system: null }])
  world.moveClock(startedAt.toISOString())
})

test('a blocked company keeps the time of the block while it stays blocked [R1.3]', async () => {
  await apply(`${smallest}blocked: true\n`)
  const [{ blocked_at: first }] = (await storedCompanies()) as [{ blocked_at: string }]
  world.moveClock('2026-12-01T00:00:00Z')
  await apply(`${smallest}blocked: true\nhide_points: true\n`)
  expect(await storedCompanies()).toMatchObject([{ blocked_at: first }])
  await apply(smallest)
  expect(await storedCompanies()).toMatchObject([{ blocked_at: null }])
})

test('a host name of another company is refused, and nothing changes [D11]', async () => {
  await apply(smallest)
  const before = await storedCompanies()
  const company = await read(`${smallest}other_domains: [cafe.localhost]\n`)
  await expect(applyCompany(world, company, world.now())).rejects.toThrow(
    'padaria: um dos seus endereços é de outra empresa',
  )
  expect(await storedCompanies()).toEqual(before)
})

const mistakes: [string, string, RegExp][] = [
  ['a field the contract lacks', `${smallest}colour: red\n`, /:11 colour: /],
  ['a colour that is none', `primary_color: red\n${smallest}`, /:1 primary_color: Use #RRGGBB/],
  [
    'a rule deep inside',
    smallest.replace('rate: 1', 'rate: -1'),
    /:10 calculation_rules\.0\.rate: /,
  ],
  [
    'too many decimals',
    smallest.replace('rate: 1', 'rate: 1.0005'),
    /:10 calculation_rules\.0\.rate: Use no máximo/,
  ],
  ['a missing field', smallest.replace('name: Padaria\n', ''), /company\.yaml:1 name: /],
  ['no YAML', `${smallest}  x: [`, /company\.yaml:11 /],
  [
    'levels with falling triggers (D6)',
    `${climbed}  - {name: B, trigger_amount: 4}\n`,
    /:14 levels\.1\.trigger_amount: O nível B precisa de um trigger_amount maior que o do anterior, A/,
  ],
  [
    'two levels with one trigger (D6)',
    `${climbed}  - {name: B, trigger_amount: 9}\n  - {name: C, trigger_amount: 9}\n`,
    /:15 levels\.2\.trigger_amount: O nível C precisa/,
  ],
  [
    'two levels with one name in different case (D6)',
    `${climbed}  - {name: a, trigger_amount: 9}\n`,
    /:14 levels\.1\.name: Dois níveis têm o nome a/,
  ],
  [
    'a multiplier below 1',
    `${climbed}  - {name: B, trigger_amount: 9, multiplier: 0.99}\n`,
    /:14 levels\.1\.multiplier: /,
  ],
  [
    'a multiplier with three decimals',
    `${climbed}  - {name: B, trigger_amount: 9, multiplier: 1.005}\n`,
    /:14 levels\.1\.multiplier: Use no máximo 2 casas decimais/,
  ],
  ['a trigger below 0', climbed.replace('5', '-1'), /:13 levels\.0\.trigger_amount: /],
  [
    'a window of no day',
    `${smallest}settings: {levels_system: LOOKBACK, update_lookback: 0}\n`,
    /:11 settings\.update_lookback: /,
  ],
  [
    'a cycle of half a month',
    `${smallest}settings: {levels_system: RENOVATION, renovation_interval: 0.5}\n`,
    /:11 settings\.renovation_interval: /,
  ],
  [
    'levels without a system',
    `${smallest}levels: [{name: A, trigger_amount: 5}]\n`,
    /settings\.levels_system: /,
  ],
  [
    'a lower age limit above the upper one',
    `${smallest}settings: {allow_from_age: 30, allow_to_age: 20}\n`,
    /:11 settings\.allow_to_age: /,
  ],
  ['an age over 121', `${smallest}settings: {allow_to_age: 122}\n`, /:11 settings\.allow_to_age: /],
  [
    'an age gate without an address',
    `${smallest}settings: {is_age_gate_enabled: true}\n`,
    /:11 settings(\.age_gate_url)?: /,
  ],
  [
    'an age gate address of 192 characters',
    `${smallest}settings: {age_gate_url: "https://exemplo.com.br/${'x'.repeat(169)}"}\n`,
    /:11 settings\.age_gate_url: /,
  ],
  [
    'an image that is not there',
    smallest.replace('logo: logo.svg', 'logo: other.svg'),
    /other\.svg: este arquivo não existe/,
  ],
  [
    'an image outside the folder',
    smallest.replace('logo: logo.svg', 'logo: ../logo.svg'),
    /:4 logo: /,
  ],
  [
    'a link that is a script',
    `${smallest}legal: {terms_url: "javascript:alert(1)"}\n`,
    /:11 legal\.terms_url: /,
  ],
  [
    'the same question twice',
    `${smallest}faq: {title: A, items: [{question: B, answer: C}, {question: B, answer: D}]}\n`,
    /:11 faq\.items: Duas perguntas são iguais/,
  ],
  [
    'a question without an answer',
    `${smallest}faq: {title: A, items: [{question: B}]}\n`,
    /:11 faq\.items\.0\.answer: Este campo é obrigatório/,
  ],
  ...[
    'http://clube.example',
    'javascript:alert(1)',
    'clube.example',
    'https://clube.example/?to=x',
    'https://clube.example/#x',
    'https://clube.example@evil.example/',
  ].map((url): [string, string, RegExp] => [
    `a subscription club at ${url} (T15)`,
    `${smallest}settings: {integrations: {subscription: {frontend_url: "${url}"}}}\n`,
    /:11 settings\.integrations\.subscription\.frontend_url: Use um endereço /,
  ]),
  ...['UA-1234-1', 'GTM-abc1234', 'GTM-ABC', "GTM-ABC1234'-alert(1)-'", ''].map(
    (gtm_id): [string, string, RegExp] => [
      `a container of tags called ${gtm_id} (R1.12, T14)`,
      `${smallest}settings: {analytics: {gtm_id: "${gtm_id}"}}\n`,
      /:11 settings\.analytics\.gtm_id: Use GTM-XXXXXXX/,
    ],
  ),
  [
    'a link without https (T14)',
    `${smallest}footer: {links: [{text: A, url: "http://padaria.example"}]}\n`,
    /:11 footer\.links\.0\.url: Use um endereço https completo/,
  ],
  [
    'two shops of one name',
    `${smallest}subsidiaries: [{name: Centro}, {name: Centro}]\n`,
    /:11 subsidiaries: Duas lojas têm o mesmo nome/,
  ],
  [
    'terms of more than 60 000 characters',
    `${smallest}legal: {custom_terms_html: "${'a'.repeat(60_001)}"}\n`,
    /:11 legal\.custom_terms_html: Use no máximo 60000 caracteres/,
  ],
  [
    'a company that hides points and money (R1.8)',
    `${smallest}hide_points: true\nhide_cashback: true\n`,
    /:12 hide_cashback: hide_points e hide_cashback juntos não deixam nada para mostrar/,
  ],
  ['an unknown time zone', `${smallest}time_zone: Mars/Olympus\n`, /:11 time_zone: /],
]

describe('a mistake in the company file [D11 R5.10]', () => {
  test.each(mistakes)(
    'is reported with file, line and rule: %s [D11]',
    async (_, yaml, sentence) => {
      await expect(read(yaml)).rejects.toThrow(sentence)
      await expect(read(yaml)).rejects.toThrow(CompanyMistakes)
    },
  )
})

test('unsafe markup is removed from terms, and the author is told what was removed [D11 T14]', async () => {
  const company = await read(
    `${smallest}legal:\n  custom_terms_html: |\n    <h1>Regras</h1>\n\t<p onclick="x()">Um <img src="x">ano</p>\n`.replace(
      '\t',
      '    ',
    ),
  )
  expect(company.notices).toEqual([
    expect.stringMatching(/company\.yaml:12 legal\.custom_terms_html: ficou de fora: <img>$/),
  ])
  expect(company.file.legal.custom_terms_html).toBe('<h2>Regras</h2>\n<p>Um ano</p>')
})

test('all mistakes of pictures and codes are reported together [D11]', async () => {
  await writeFile(join(folder, 'codigos.txt'), 'A1\n\nA 2\n')
  const broken = `${smallest.replace('logo: logo.svg', 'logo: a.png')}prizes:
  - {key: um, name: Um, value: 1, photo: b.svg}
  - {key: dois, name: Dois, value: 1, codes: {pool: codigos.txt}}
  - {key: tres, name: Três, value: 1, codes: {pool: outros.txt}}
`
  const error: Error = await read(broken).then(
    () => expect.unreachable(),
    (error: Error) => error,
  )
  expect(error.message.split('\n')).toEqual([
    expect.stringMatching(/company\.yaml:4 logo: a\.png: este arquivo não existe$/),
    expect.stringMatching(/company\.yaml:12 prizes\.0\.photo: b\.svg: este arquivo não existe$/),
    expect.stringMatching(/codigos\.txt:3 Use até 60/),
    expect.stringMatching(
      /company\.yaml:14 prizes\.2\.codes: outros\.txt: este arquivo não existe$/,
    ),
  ])
})
