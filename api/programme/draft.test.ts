import { expect, test } from 'vitest'

import { xssPayloads } from '#api/testing/samples/xss.ts'
import { editorOf, replace } from '#api/testing/worlds/programme-world.ts'
import { createWorld, errorOf } from '#api/testing/worlds/world.ts'
import type { Draft } from '#contract/programme/draft.ts'
import { rows, sql } from '#database/sql.ts'

const world = await createWorld()
const coffee = { key: 'cafe', name: 'Café coado', value: 150 }
let count = 0

async function shop(changes: object = {}) {
  count += 1
  const company = await world.createCompany(`rascunho-${count}`, { prizes: [coffee], ...changes })
  return { company, ana: await editorOf(world, company) }
}

const change = 'POST /admin/programme/draft/change'

test('the first edit begins a draft on the newest version; before it there is none [D15]', async () => {
  const { ana } = await shop()
  expect(await ana.send('GET /admin/programme/draft')).toMatchObject({ status: 204 })
  const answer = await ana.patch(replace('/prizes/0/value', 120))
  expect(answer).toMatchObject({
    status: 200,
    body: { revision: 1, base_version: 1, version: 1, mistakes: [], losses: [] },
  })
  expect((answer.body as Draft).changes).toEqual([
    {
      path: 'prizes[cafe].value',
      place: 'prizes',
      sentence: 'Café coado passa de 150 para 120 pontos',
    },
  ])
})

test('keeps wrong values, and answers each mistake at its field [D15]', async () => {
  const { ana } = await shop()
  const { body } = await ana.patch(
    replace('/prizes/0/value', 'caro'),
    { op: 'add', path: '/prizes/-', value: { key: 'novo' } },
    replace('/slug', 'outra'),
    replace('/blocked', true),
  )
  const { document, mistakes } = body as Draft
  expect(document).toMatchObject({ slug: 'outra', prizes: [{ value: 'caro' }, { key: 'novo' }] })
  expect(mistakes).toEqual([
    { path: ['prizes', 0, 'value'], sentence: 'Escreva um número, não “caro”' },
    { path: ['prizes', 1, 'name'], sentence: 'Este campo é obrigatório' },
    { path: ['prizes', 1, 'value'], sentence: 'Este campo é obrigatório' },
    { path: ['slug'], sentence: 'Só quem opera o servidor muda este campo' },
    { path: ['blocked'], sentence: 'Só quem opera o servidor muda este campo' },
  ])
})

test('answers mistakes that the file alone does not show: picture, codes, keys, host, time zone [D15]', async () => {
  const { company, ana } = await shop()
  const till = world.generate(company, {
    customer: { document: (await world.registered(company)).document },
    purchase_value: 1_000,
    external_id: 'venda-1',
    subsidiary_name: 'Loja 1',
  })
  expect(await till).toMatchObject({ status: 201 })
  const { body } = await ana.patch(
    replace('/logo', 'nenhuma.svg'),
    replace('/prizes/0/codes', { pool: 'codigos.txt' }),
    replace('/frontend_domain', 'posto.localhost'),
    replace('/time_zone', 'Europe/Lisbon'),
    replace('/settings/integrations/wallet', { apple: { credentials: 'a.pem' } }),
  )
  const { mistakes, losses } = body as Draft
  expect(mistakes.map(({ path }) => path.join('.'))).toEqual([
    'logo',
    'prizes.0.codes',
    'settings.integrations.wallet.apple.credentials',
    'frontend_domain',
    'time_zone',
  ])
  expect(losses).toEqual([
    `${company.hostname} deixa de abrir o portal, também nos links já enviados`,
  ])
})

test('a draft removes and moves host names, and adds none, also if another rule is broken [D15]', async () => {
  const { company, ana } = await shop({
    other_domains: ['clube.loja.example', 'velho.loja.example'],
  })
  const moved = [
    replace('/frontend_domain', 'clube.loja.example'),
    replace('/admin_domain', company.hostname),
    replace('/other_domains', []),
  ]
  expect((await ana.patch(...moved)).body).toMatchObject({ mistakes: [] })
  const foreign = [
    replace('/frontend_domain', 'posto.localhost'),
    replace('/admin_domain', 'console.loja.example'),
    replace('/other_domains', ['VELHO.loja.example', 'livre.example']),
  ]
  const expected = ['frontend_domain', 'admin_domain', 'other_domains.1'].map((path) => [
    path,
    'Só quem opera o servidor acrescenta um endereço',
  ])
  for (const name of ['Clube', '']) {
    const { body } = await ana.patch(...foreign, replace('/program_name', name))
    const { mistakes } = body as Draft
    const hosts = mistakes.map(({ path, sentence }) => [path.join('.'), sentence])
    expect(hosts.filter(([path]) => path !== 'program_name')).toEqual(expected)
    expect(errorOf(await ana.publish())).toMatchObject({ status: 422, type: 'draft_invalid' })
  }
})

test('a change of an older revision is draft_changed, and changes nothing [D15]', async () => {
  const { ana } = await shop()
  const first = { revision: 0, operations: [replace('/program_name', 'Clube')] }
  const [one, two] = await Promise.all([
    ana.send(change, { body: first }),
    ana.send(change, { body: first }),
  ])
  expect(new Set([one.status, two.status])).toEqual(new Set([200, 409]))
  const late = await ana.send(change, { body: first })
  expect(errorOf(late)).toMatchObject({ status: 409, type: 'draft_changed' })
  expect(await ana.draft()).toMatchObject({ revision: 1, document: { program_name: 'Clube' } })
})

test('a tab that shows a discarded or published draft saves nothing into the next one [D15]', async () => {
  const { ana } = await shop()
  const stale: number[] = []
  const endings = [
    () => ana.send('DELETE /admin/programme/draft'),
    () => ana.publish(),
    () => ana.send('POST /admin/programme/version/{version}/restore', { params: { version: '1' } }),
  ]
  for (const end of endings) {
    await ana.patch(replace('/program_name', 'Clube'))
    await ana.patch(replace('/program_name', `Clube ${stale.length}`))
    stale.push((await ana.draft())!.revision)
    expect((await end()).status).toBeLessThan(300)
    await ana.patch(replace('/name', 'Loja'))
    for (const revision of stale) {
      const late = { revision, operations: [replace('/name', 'Outra')] }
      const answer = await ana.send(change, { body: late })
      expect(errorOf(answer)).toMatchObject({ status: 409, type: 'draft_changed' })
    }
    const { revision, document } = (await ana.draft())!
    expect(revision).toBeGreaterThan(Math.max(...stale))
    expect(document).toMatchObject({ name: 'Loja' })
  }
  expect(new Set(stale).size).toBe(endings.length)
})

test.each([
  ['a field that does not exist', replace('/prizes/7/value', 1)],
  ['a place within a number', replace('/prizes/0/value/tone', 1)],
  ['an index that is none', replace('/prizes/length', 1)],
  ['a prototype', { op: 'add', path: '/__proto__/polluted', value: 1 } as const],
  ['a constructor', { op: 'add', path: '/constructor', value: {} } as const],
  ['a removed field that does not exist', { op: 'remove', path: '/nada' } as const],
  ['a moved field that does not exist', { op: 'move', from: '/nada', path: '/algo' } as const],
  [
    'a value that is too deep',
    replace('/home', JSON.parse('[[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]')),
  ],
  ['a document that is too large', replace('/name', 'a'.repeat(999_000))],
  ['a list that is too long', replace('/prizes', Array(2_001).fill({}))],
  ['a document of too many values', replace('/home', Array(1_900).fill(Array(11).fill(0)))],
  ['a text that PostgreSQL cannot store', replace('/name', 'Caf\0é')],
  ['half of a character', replace('/name', 'Caf\uD83D')],
  ['a field whose name cannot be stored', replace('/home', { 'a\0b': 1 })],
  ['a field of a text', { op: 'add', path: '/name/x', value: 1 } as const],
  ['a field of a list', { op: 'add', path: '/prizes/x', value: {} } as const],
])('refuses %s with 422, and changes nothing [D15]', async (_, operation) => {
  const { ana } = await shop()
  await ana.patch(replace('/program_name', 'Clube'))
  const answer = await ana.patch(operation)
  expect(errorOf(answer)).toMatchObject({ status: 422, type: 'validation' })
  expect(await ana.draft()).toMatchObject({ revision: 1, document: { program_name: 'Clube' } })
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
})

test('an item whose key is an object is named by its position [D15]', async () => {
  const { ana } = await shop()
  const { status, body } = await ana.patch(replace('/prizes/0/key', { toString: 1 }))
  expect(status).toBe(200)
  expect((body as Draft).mistakes).toMatchObject([{ path: ['prizes', 0, 'key'] }])
})

test('discards the draft with an entry in the audit log, once [D15]', async () => {
  const { company, ana } = await shop()
  await ana.patch(replace('/prizes/0/value', 120))
  expect(await ana.send('DELETE /admin/programme/draft')).toMatchObject({ status: 204 })
  const again = await ana.send('DELETE /admin/programme/draft')
  expect(errorOf(again)).toMatchObject({ status: 404, type: 'not_found' })
  const entries = await rows(
    world.database,
    sql`select action, detail from audit_entry where company_id = ${company.id}`,
  )
  expect(entries).toMatchObject([
    {
      action: 'programme.discarded',
      detail: { before: { base_version: 1 }, after: { state: 'DISCARDED' } },
    },
  ])
})

test('only its owner reads a draft, and only in the own company [D15]', async () => {
  const { company, ana } = await shop()
  const { company: other } = await shop()
  const rui = await editorOf(world, company, { name: 'Rui' })
  await ana.patch(replace('/program_name', 'Clube'))
  expect(await rui.draft()).toBeUndefined()
  const headers = { 'company-id': other.id }
  const answer = await ana.send('GET /admin/programme/draft', { headers })
  expect(errorOf(answer)).toMatchObject({ status: 401, type: 'unauthenticated' })
})

test.each([
  ['analyst', 'GET /admin/programme/draft'],
  ['attendant', 'POST /admin/programme/publish'],
  ['cashier', 'GET /admin/programme'],
] as const)('the role %s may not call %s [D15]', async (role, key) => {
  const { company } = await shop()
  const person = await editorOf(world, company, { role })
  const body = key.startsWith('POST') ? { revision: 1, publish_at: null } : undefined
  const answer = await person.send(key, body ? { body } : {})
  expect(errorOf(answer)).toMatchObject({ status: 403, type: 'forbidden' })
})

test.each(xssPayloads.filter((one) => !/\p{Cc}/u.test(one) && one.length < 180))(
  'text with HTML stays text, and its terms are sanitised: %s [T14]',
  async (attack) => {
    const { company, ana } = await shop()
    const answer = await ana.patch(
      replace('/prizes/0/name', attack),
      replace('/home', { title: attack, text: attack }),
      replace('/legal/custom_terms_html', `<p>Termos da casa</p>${attack}`),
    )
    expect(answer.headers['content-type']).toContain('application/json')
    expect(answer.body).toMatchObject({ document: { home: { title: attack.trim() } } })
    expect(await ana.publish()).toMatchObject({ status: 201 })
    const terms = await world.app.inject({ url: `/terms/${company.id}` })
    expect(terms.statusCode).toBe(200)
    expect(terms.body).toContain('<p>Termos da casa</p>')
    // Escaped markup is text, and may stay.
    expect(terms.body).not.toMatch(/<script(?! nonce)|<[a-z][^>]*(onerror|javascript:)/i)
  },
)

test('a draft with another company’s slug tells nothing of that company [D2 D15]', async () => {
  const { company: other } = await shop({
    other_domains: ['segredo.example'],
    time_zone: 'America/Manaus',
  })
  const sale = world.generate(other, {
    customer: { document: (await world.registered(other)).document },
    purchase_value: 1_000,
    external_id: 'venda-2',
    subsidiary_name: 'Loja 1',
  })
  expect(await sale).toMatchObject({ status: 201 })
  const { ana } = await shop()
  const slug = other.hostname.replace('.localhost', '')
  const { body } = await ana.patch(replace('/slug', slug))
  expect(body).toMatchObject({ losses: [], mistakes: [{ path: ['slug'] }] })
  expect(await ana.draft()).toMatchObject({ losses: [], mistakes: [{ path: ['slug'] }] })
})
