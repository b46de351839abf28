import { expect, test } from 'vitest'

import { editorOf, replace } from '#api/testing/worlds/programme-world.ts'
import { createWorld, errorOf } from '#api/testing/worlds/world.ts'
import type { AuditEntry } from '#contract/console/audit.ts'
import type { ProgrammeVersion } from '#contract/programme/draft.ts'

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

test('an unknown version is not_found, and begins no draft [D15]', async () => {
  const { ana } = await shop()
  const params = { version: '9' }
  const read = await ana.send('GET /admin/programme/version/{version}', { params })
  expect(errorOf(read)).toMatchObject({ status: 404, type: 'not_found' })
  expect(errorOf(await ana.send(restore, { params }))).toMatchObject({ type: 'not_found' })
  expect(await ana.draft()).toBeUndefined()
})
