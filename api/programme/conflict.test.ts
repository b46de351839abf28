import { expect, test } from 'vitest'

import { type Editor, editorOf, replace } from '#api/testing/worlds/programme-world.ts'
import { createWorld, errorOf } from '#api/testing/worlds/world.ts'
import type { CredentialTexts } from '#api/wallet/stored-credential.ts'
import type { AuditEntry } from '#contract/console/audit.ts'
import type { Draft, ProgrammeVersion } from '#contract/programme/draft.ts'

const world = await createWorld()
const coffee = { key: 'cafe', name: 'Café coado', value: 150 }
let count = 0

async function shop() {
  count += 1
  const company = await world.createCompany(`conflito-${count}`, { prizes: [coffee] })
  const ana = await editorOf(world, company, { name: 'Ana' })
  return { company, ana, rui: await editorOf(world, company, { name: 'Rui' }) }
}

const rebase = 'POST /admin/programme/draft/rebase'
const restore = 'POST /admin/programme/version/{version}/restore'

/** Ana's draft and Rui's publication change one price, and each something alone. */
async function conflict() {
  const people = await shop()
  const { ana, rui } = people
  await ana.patch(replace('/prizes/0/value', 120), replace('/program_name', 'Clube'))
  await rui.patch(replace('/prizes/0/value', 100), replace('/primary_color', '#8c4a2f'))
  await rui.publish()
  return people
}

test('the comparison has both sides of a field that both changed, and what only the other changed [D15]', async () => {
  const { ana } = await conflict()
  expect((await ana.send('GET /admin/programme/draft/conflict')).body).toEqual({
    version: 2,
    both: [
      {
        path: 'prizes[cafe].value',
        mine: 'Café coado passa de 150 para 120 pontos',
        theirs: 'Café coado passa de 150 para 100 pontos',
      },
    ],
    theirs: [
      {
        path: 'primary_color',
        place: 'appearance',
        sentence: 'Cor principal passa de #3F51B5 para #8c4a2f',
      },
    ],
  })
})

test('the audit log has the own changes that a rebase leaves out [D15]', async () => {
  const { ana } = await conflict()
  await ana.send(rebase, { body: { revision: 1, mine: [] } })
  const { body } = await ana.send('GET /admin/audit')
  expect((body as AuditEntry[])[0]).toMatchObject({
    action: 'programme.rebased',
    sentence: 'Ana recomeçou o próprio rascunho da versão 2, sem 1 mudança própria',
    before: { base_version: 1 },
    after: {
      base_version: 2,
      changes: [
        { path: 'prizes[cafe].value', sentence: 'Café coado passa de 150 para 120 pontos' },
      ],
    },
  })
})

test.each([
  [['prizes[cafe].value'], 120],
  [[], 100],
])('a rebase keeps what only one side changed, and %j of mine [D15]', async (mine, value) => {
  const { ana } = await conflict()
  expect(await ana.send(rebase, { body: { revision: 1, mine } })).toMatchObject({
    status: 200,
    body: {
      revision: 2,
      base_version: 2,
      document: { program_name: 'Clube', primary_color: '#8c4a2f', prizes: [{ value }] },
    },
  })
  expect(await ana.publish()).toMatchObject({ status: 201, body: { version: 3 } })
})

test('a rebase of another revision changes nothing [D15]', async () => {
  const { ana } = await conflict()
  const answer = await ana.send(rebase, { body: { revision: 7, mine: [] } })
  expect(errorOf(answer)).toMatchObject({ status: 409, type: 'draft_changed' })
  expect(await ana.draft()).toMatchObject({ revision: 1, base_version: 1 })
})

test('comparison and rebase are not_found without a draft [D15]', async () => {
  const { ana } = await shop()
  const compared = await ana.send('GET /admin/programme/draft/conflict')
  expect(errorOf(compared)).toMatchObject({ status: 404, type: 'not_found' })
  const answer = await ana.send(rebase, { body: { revision: 1, mine: [] } })
  expect(errorOf(answer)).toMatchObject({ status: 404, type: 'not_found' })
  expect(await ana.draft()).toBeUndefined()
})

test('lists the versions with their changes, page by page, and restores one as a draft [D15]', async () => {
  const { ana, rui } = await conflict()
  await ana.send(rebase, { body: { revision: 1, mine: [] } })
  await ana.publish()
  const list = async (query: Record<string, number>) =>
    (await ana.send('GET /admin/programme/version', { query })).body as ProgrammeVersion[]
  const [third] = await list({ per_page: 1 })
  expect(third).toMatchObject({ version: 3, source: 'console', published_by: { name: 'Ana' } })
  expect(third!.changes).toMatchObject([{ path: 'program_name' }])
  const rest = await list({ before: 3 })
  expect(rest).toMatchObject([
    { version: 2, published_by: { id: rui.id } },
    { version: 1, source: 'file', published_by: null, changes: [] },
  ])

  const restored = await ana.send(restore, { params: { version: '1' } })
  expect(restored).toMatchObject({
    status: 200,
    body: { base_version: 3, document: { prizes: [{ value: 150 }] } },
  })
  expect(await ana.publish()).toMatchObject({ status: 201, body: { version: 4 } })
  expect(await ana.programme()).toMatchObject({ document: { prizes: [{ value: 150 }] } })
})

const dearCoffee = { prizes: [coffee] }
const cheapCoffee = { prizes: [{ ...coffee, value: 120 }] }
const googleWallet = (credentials: string) => ({
  settings: {
    integrations: { wallet: { google: { issuer_id: '3388000000012345678', credentials } } },
  },
})

/** The versions 1 and 2 are two applications of the operator. Publishes a draft that brings version 1 back, and returns its document. */
async function publishedAgain(first: object, second: object, edit?: Parameters<Editor['patch']>) {
  count += 1
  const slug = `restaurada-${count}`
  const keys: CredentialTexts = new Map([['google', 'a key']])
  const apply = (changes: object) =>
    world.createCompany(slug, changes, {}, 'settings' in changes ? keys : new Map())
  const company = await apply({ ...dearCoffee, ...first })
  await apply({ ...cheapCoffee, ...second })
  const ana = await editorOf(world, company)
  if (edit) {
    await ana.patch(...edit)
    expect(await ana.publish()).toMatchObject({ status: 201 })
  }
  const { body } = await ana.send(restore, { params: { version: '1' } })
  expect((body as Draft).mistakes).toEqual([])
  expect(await ana.publish()).toMatchObject({ status: 201 })
  const { document } = await ana.programme()
  expect(document).toMatchObject(dearCoffee)
  return document
}

test('a restored version of a closed portal does not close it again [D15]', async () => {
  const document = await publishedAgain({ blocked: true }, {})
  expect(document).toMatchObject({ blocked: false })
})

test('a restored version brings no host name back that the console has removed since [D15]', async () => {
  const hosts = { admin_domain: 'console.loja.example', other_domains: ['velho.example'] }
  const document = await publishedAgain(hosts, hosts, [
    replace('/admin_domain', null),
    replace('/other_domains', []),
  ])
  expect(document).toMatchObject({ admin_domain: null, other_domains: [] })
})

test('a restored version moves a host name back to its field [D15]', async () => {
  const hosts = { frontend_domain: 'a.example', other_domains: ['b.example', 'c.example'] }
  const document = await publishedAgain(hosts, hosts, [
    replace('/frontend_domain', 'b.example'),
    replace('/admin_domain', 'c.example'),
    replace('/other_domains', ['a.example']),
  ])
  expect(document).toMatchObject({ ...hosts, admin_domain: null })
})

test('a restored version keeps the host names that the operator has added since [D15]', async () => {
  const hosts = {
    frontend_domain: 'novo.example',
    admin_domain: 'console.novo.example',
    other_domains: ['clube.example'],
  }
  const document = await publishedAgain({ frontend_domain: 'antigo.example' }, hosts)
  expect(document).toMatchObject(hosts)
})

test('a restored version opens the portal at its old host name, and keeps the new one [D15]', async () => {
  const moved = { frontend_domain: 'depois.example', other_domains: ['antes.example'] }
  const document = await publishedAgain({ frontend_domain: 'antes.example' }, moved)
  expect(document).toMatchObject({
    frontend_domain: 'antes.example',
    other_domains: ['depois.example'],
  })
})

test.each([
  ['that the operator has removed since', googleWallet('a.json'), {}, null],
  ['with a key of the newest version', googleWallet('a.json'), googleWallet('b.json'), 'b.json'],
  ['that the operator has added since', {}, googleWallet('b.json'), 'b.json'],
  ['that is the same', googleWallet('a.json'), googleWallet('a.json'), 'a.json'],
])(
  'a restored version has a wallet %s as it is now [D15]',
  async (_, first, second, credentials) => {
    const document = await publishedAgain(first, second)
    const { settings } = document as { settings: { integrations: { wallet: unknown } } }
    if (credentials === null) expect(settings.integrations.wallet).toBeNull()
    else expect(settings.integrations.wallet).toMatchObject({ google: { credentials } })
  },
)

test('an unknown version is not_found, and begins no draft [D15]', async () => {
  const { ana } = await shop()
  const params = { version: '9' }
  const read = await ana.send('GET /admin/programme/version/{version}', { params })
  expect(errorOf(read)).toMatchObject({ status: 404, type: 'not_found' })
  expect(errorOf(await ana.send(restore, { params }))).toMatchObject({ type: 'not_found' })
  expect(await ana.draft()).toBeUndefined()
})
