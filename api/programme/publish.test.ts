import { expect, test } from 'vitest'

import { editorOf, replace } from '#api/testing/worlds/programme-world.ts'
import { createWorld, errorOf } from '#api/testing/worlds/world.ts'
import type { PublishRequest } from '#contract/programme/draft.ts'
import { rows, sql } from '#database/sql.ts'

import { publishDue } from './approve.ts'

const world = await createWorld()
const coffee = { key: 'cafe', name: 'Café coado', value: 150 }
let count = 0

/** A company of its own with an owner and a manager. */
async function shop(changes: object = {}) {
  count += 1
  const slug = `loja-${count}`
  const company = await world.createCompany(slug, { prizes: [coffee], ...changes })
  const ana = await editorOf(world, company, { name: 'Ana' })
  const rui = await editorOf(world, company, { name: 'Rui', role: 'manager' })
  return { slug, company, ana, rui }
}

const cheaper = replace('/prizes/0/value', 120)
const approvals = { approvals: { publish: true } }

function actsOf(company: { id: string }) {
  return rows<{
    action: string
    sentence: string
    changes: { sentence: string }[]
    before: object
    after: object
  }>(
    world.database,
    sql`select action, content ->> 'sentence' as sentence, detail -> 'after' -> 'changes' as changes,
               detail -> 'before' as before, detail -> 'after' as after
          from audit_entry
          join audit_personal using (company_id, sequence)
         where company_id = ${company.id}
         order by sequence`,
  )
}

const sentences = (changes: { sentence: string }[]) => changes.map(({ sentence }) => sentence)
const cheaperSentence = 'Café coado passa de 150 para 120 pontos'

test('publishes a draft as the next version, with its sentence in the audit log [D15]', async () => {
  const { company, ana } = await shop()
  await ana.patch(cheaper)
  const answer = await ana.publish()
  expect(answer).toMatchObject({
    status: 201,
    body: { state: 'PUBLISHED', version: 2, asked_by: { name: 'Ana' }, approved_by: null },
  })
  expect(sentences((answer.body as PublishRequest).changes)).toEqual([cheaperSentence])
  expect(await ana.draft()).toBeUndefined()
  expect(await ana.programme()).toMatchObject({
    version: 2,
    published_by: { id: ana.id, name: 'Ana' },
    document: { prizes: [{ value: 120 }] },
    requests: [],
  })
  expect(await actsOf(company)).toMatchObject([
    {
      action: 'programme.published',
      sentence: 'Ana publicou a versão 2 do programa (1 mudança)',
      changes: [{ path: 'prizes[cafe].value', sentence: cheaperSentence }],
      before: { version: 1 },
      after: { version: 2, state: 'PUBLISHED' },
    },
  ])
})

test('the search of the audit log finds a publication by the words of a change [D15]', async () => {
  const { ana } = await shop({ name: 'Loja' })
  await ana.patch(cheaper)
  await ana.publish()
  const found = async (text: string) =>
    (await ana.send('GET /admin/audit', { query: { text } })).body as unknown[]
  for (const text of ['coado', 'CAFE publicou', '150 120']) {
    expect(await found(text)).toMatchObject([{ action: 'programme.published' }])
  }
  expect(await found('coado rascunho')).toEqual([])
})

test('a published change reaches the customers of the portal [D15]', async () => {
  const { company, ana } = await shop()
  const customer = await world.registered(company)
  await ana.patch(cheaper)
  await ana.publish()
  const { body } = await world.call('GET /prize', { headers: customer.headers })
  expect(body).toMatchObject([{ name: 'Café coado', value: 120 }])
})

test('the programme says what is left of each counted stock [D15 D8]', async () => {
  const { company, ana } = await shop({
    prizes: [coffee, { key: 'bolo', name: 'Bolo', value: 0, stock: 3 }],
  })
  const customer = await world.registered(company)
  const { body } = await world.call('GET /prize', { headers: customer.headers })
  const cake = (body as { id: string; name: string }[]).find(({ name }) => name === 'Bolo')!
  const bought = await world.call('POST /voucher/generate', {
    headers: customer.headers,
    body: { customer_document: customer.document, products: [{ prize_id: cake.id, quantity: 1 }] },
  })
  expect(bought.status, bought.text).toBe(201)
  expect(await ana.programme()).toMatchObject({ stocks: [{ key: 'bolo', stock_left: 2 }] })
})

test('answers not_found without a draft, and publishes nothing [D15]', async () => {
  const { ana } = await shop()
  expect(errorOf(await ana.publish())).toMatchObject({ status: 404, type: 'not_found' })
  expect(await ana.programme()).toMatchObject({ version: 1 })
})

test('refuses to publish a revision that another tab has changed [D15]', async () => {
  const { ana } = await shop()
  await ana.patch(cheaper)
  await ana.patch(replace('/prizes/0/name', 'Café'))
  const body = { revision: 1, publish_at: null }
  const answer = await ana.send('POST /admin/programme/publish', { body })
  expect(errorOf(answer)).toMatchObject({ status: 409, type: 'draft_changed' })
  expect(await ana.draft()).toMatchObject({ revision: 2 })
  expect(await ana.programme()).toMatchObject({ version: 1 })
})

test('refuses to publish over a version that the draft has not seen [D15]', async () => {
  const { ana, rui } = await shop()
  await ana.patch(cheaper)
  await rui.patch(replace('/program_name', 'Clube'))
  await rui.publish()
  expect(errorOf(await ana.publish())).toMatchObject({ status: 409, type: 'draft_outdated' })
  expect(await ana.draft()).toMatchObject({ base_version: 1, version: 2 })
  expect(await ana.programme()).toMatchObject({
    version: 2,
    document: { prizes: [{ value: 150 }] },
  })
})

test('refuses to publish a draft with a mistake, and keeps it [D15]', async () => {
  const { ana } = await shop()
  await ana.patch(replace('/prizes/0/value', -1))
  expect(errorOf(await ana.publish())).toMatchObject({ status: 422, type: 'draft_invalid' })
  expect(await ana.draft()).toMatchObject({ document: { prizes: [{ value: -1 }] } })
  expect(await ana.programme()).toMatchObject({ version: 1 })
})

test('refuses to publish a draft without changes, and an instant that is not in the future [D15]', async () => {
  const { ana } = await shop()
  await ana.patch(cheaper)
  expect(errorOf(await ana.publish('2026-11-20T15:00:00Z'))).toMatchObject({
    type: 'validation',
    fields: { publish_at: ['Escolha um momento no futuro'] },
  })
  await ana.patch(replace('/prizes/0/value', 150))
  expect(errorOf(await ana.publish())).toMatchObject({ status: 422, type: 'draft_unchanged' })
  expect(await ana.programme()).toMatchObject({ version: 1 })
})

test('a publication waits for a second person if the published programme requires one [D15]', async () => {
  const { company, ana, rui } = await shop(approvals)
  await ana.patch(cheaper, replace('/approvals/publish', false))
  const { body } = await ana.publish()
  const { id } = body as PublishRequest
  expect(body).toMatchObject({ state: 'WAITING', version: null })
  expect(await ana.programme()).toMatchObject({
    version: 1,
    needs_approval: true,
    requests: [{ id, state: 'WAITING' }],
  })
  const approve = 'POST /admin/programme/request/{id}/approve'
  const own = await ana.send(approve, { params: { id } })
  expect(errorOf(own)).toMatchObject({ status: 409, type: 'own_request' })
  expect(await ana.programme()).toMatchObject({ version: 1 })

  expect(await rui.send(approve, { params: { id } })).toMatchObject({
    status: 200,
    body: { state: 'PUBLISHED', version: 2, approved_by: { name: 'Rui' } },
  })
  const again = await rui.send(approve, { params: { id } })
  expect(errorOf(again)).toMatchObject({ status: 409, type: 'request_over' })
  expect(await rui.programme()).toMatchObject({ version: 2, needs_approval: false, requests: [] })
  expect((await actsOf(company)).map(({ sentence }) => sentence)).toEqual([
    'Ana pediu a aprovação de uma publicação (2 mudanças)',
    'Rui aprovou a publicação pedida por Ana',
    'Rui publicou a versão 2 do programa, pedida por Ana (2 mudanças)',
  ])
  expect(await actsOf(company)).toMatchObject([
    { before: { version: 1 }, after: { version: 1, state: 'WAITING' } },
    { before: { state: 'WAITING' }, after: { state: 'PUBLISHED' } },
    { before: { version: 1 }, after: { version: 2 } },
  ])
  const version = await rui.send('GET /admin/programme/version/{version}', {
    params: { version: '2' },
  })
  expect(version.body).toMatchObject({
    published_by: { name: 'Ana' },
    approved_by: { name: 'Rui' },
  })
})

test('approves no unknown request and none of another company, and changes nothing [D15]', async () => {
  const { ana } = await shop(approvals)
  const { rui } = await shop(approvals)
  await ana.patch(cheaper)
  const { id } = (await ana.publish()).body as PublishRequest
  for (const one of [id, ana.id]) {
    const answer = await rui.send('POST /admin/programme/request/{id}/approve', {
      params: { id: one },
    })
    expect(errorOf(answer)).toMatchObject({ status: 404, type: 'not_found' })
    const ended = await rui.send('DELETE /admin/programme/request/{id}', { params: { id: one } })
    expect(errorOf(ended)).toMatchObject({ status: 404, type: 'not_found' })
  }
  expect(await ana.programme()).toMatchObject({ version: 1, requests: [{ id, state: 'WAITING' }] })
})

test('approves no request that is invalid by now, and suspends one whose base is outdated [D15]', async () => {
  const { slug, company, ana, rui } = await shop(approvals)
  await ana.patch(replace('/time_zone', 'America/Manaus'))
  const { id } = (await ana.publish()).body as PublishRequest
  // A company with records keeps its time zone.
  const sale = world.generate(company, {
    customer: { document: (await world.registered(company)).document },
    purchase_value: 1_000,
    external_id: 'venda-1',
    subsidiary_name: 'Loja 1',
  })
  expect(await sale).toMatchObject({ status: 201 })
  const approve = () => rui.send('POST /admin/programme/request/{id}/approve', { params: { id } })
  expect(errorOf(await approve())).toMatchObject({ status: 422, type: 'draft_invalid' })
  expect(await ana.programme()).toMatchObject({ version: 1, requests: [{ state: 'WAITING' }] })

  await world.createCompany(slug, { name: 'Outro nome', prizes: [coffee], ...approvals })
  expect(errorOf(await approve())).toMatchObject({ status: 409, type: 'draft_outdated' })
  expect(await ana.programme()).toMatchObject({
    version: 2,
    requests: [{ id, state: 'SUSPENDED' }],
  })
  expect((await world.call('GET /admin/programme/suspended', ana)).body).toEqual({ count: 1 })
})

test.each(['left_at = now(), password_hash = null', "role = 'analyst'"])(
  'suspends a request that is approved once its person may no longer publish: %s [D15]',
  async (change) => {
    const { company, ana, rui } = await shop(approvals)
    await rui.patch(cheaper)
    const { id } = (await rui.publish()).body as PublishRequest
    await world.database.query(`update staff set ${change} where id = $1`, [rui.id])
    const answer = await ana.send('POST /admin/programme/request/{id}/approve', { params: { id } })
    expect(answer).toMatchObject({ status: 200, body: { state: 'SUSPENDED', version: null } })
    expect(await ana.programme()).toMatchObject({ version: 1 })
    expect((await actsOf(company)).map(({ action }) => action)).toEqual([
      'programme.requested',
      'programme.suspended',
    ])
  },
)

test('an ended request gives its changes back to its asker, also into a draft begun meanwhile [D15]', async () => {
  const { company, ana, rui } = await shop(approvals)
  const end = (person: typeof ana, id: string) =>
    person.send('DELETE /admin/programme/request/{id}', { params: { id } })
  await ana.patch(cheaper)
  const first = (await ana.publish()).body as PublishRequest
  expect(await end(ana, first.id)).toMatchObject({ status: 200, body: { state: 'WITHDRAWN' } })
  expect(await ana.draft()).toMatchObject({ document: { prizes: [{ value: 120 }] } })
  const again = await end(ana, first.id)
  expect(errorOf(again)).toMatchObject({ status: 409, type: 'request_over' })

  const second = (await ana.publish()).body as PublishRequest
  await ana.patch(replace('/program_name', 'Clube'))
  expect(await end(rui, second.id)).toMatchObject({ status: 200, body: { state: 'REFUSED' } })
  expect(await ana.draft()).toMatchObject({
    document: { program_name: 'Clube', prizes: [{ value: 120 }] },
  })
  expect((await actsOf(company)).map(({ action, sentence }) => [action, sentence])).toEqual([
    ['programme.requested', 'Ana pediu a aprovação de uma publicação (1 mudança)'],
    ['programme.withdrawn', 'Ana retirou o próprio pedido de publicação'],
    ['programme.requested', 'Ana pediu a aprovação de uma publicação (1 mudança)'],
    ['programme.withdrawn', 'Rui recusou a publicação pedida por Ana'],
  ])
  expect((await actsOf(company)).at(-1)).toMatchObject({
    before: { state: 'WAITING' },
    after: { state: 'REFUSED' },
  })
})

test('publishes a request at its instant, once, and suspends one that another version overtook [D15]', async () => {
  const { company, ana, rui } = await shop()
  await ana.patch(cheaper)
  const scheduled = await ana.publish('2026-11-20T16:00:00Z')
  expect(scheduled.body).toMatchObject({
    state: 'SCHEDULED',
    publish_at: '2026-11-20T16:00:00.000Z',
  })
  await rui.patch(replace('/program_name', 'Clube'))
  await rui.publish('2026-11-20T16:30:00Z')
  await publishDue(world, new Date('2026-11-20T15:59:59Z'))
  expect(await ana.programme()).toMatchObject({ version: 1 })

  await publishDue(world, new Date('2026-11-20T16:00:00Z'))
  await publishDue(world, new Date('2026-11-20T16:00:30Z'))
  expect(await ana.programme()).toMatchObject({
    version: 2,
    published_by: { name: 'Ana' },
    document: { prizes: [{ value: 120 }] },
    requests: [{ state: 'SUSPENDED', asked_by: { name: 'Rui' } }],
  })
  await publishDue(world, new Date('2026-11-20T17:00:00Z'))
  await publishDue(world, new Date('2026-11-20T17:00:30Z'))
  expect(await ana.programme()).toMatchObject({ version: 2, requests: [{ state: 'SUSPENDED' }] })
  expect((await world.call('GET /admin/programme/suspended', ana)).body).toEqual({ count: 1 })
  expect((await actsOf(company)).slice(-2)).toMatchObject([
    {
      action: 'programme.published',
      sentence: 'A publicação agendada por Ana virou a versão 2 do programa (1 mudança)',
    },
    {
      action: 'programme.suspended',
      sentence:
        'A publicação agendada por Rui foi suspensa: outra versão foi publicada depois, ou ela tem um campo para corrigir',
    },
  ])
})

test.each([
  ['left_at = now(), password_hash = null', 'saiu'],
  ["role = 'analyst'", 'mudou de papel'],
])(
  'a scheduled publication is suspended once its person may no longer publish: %s [D15]',
  async (change) => {
    const { company, ana, rui } = await shop()
    await rui.patch(cheaper)
    await rui.publish('2026-11-20T16:00:00Z')
    await world.database.query(`update staff set ${change} where id = $1`, [rui.id])
    await publishDue(world, new Date('2026-11-20T16:00:00Z'))
    await publishDue(world, new Date('2026-11-20T16:00:30Z'))
    expect(await ana.programme()).toMatchObject({
      version: 1,
      requests: [{ state: 'SUSPENDED', asked_by: { name: 'Rui' } }],
    })
    expect((await actsOf(company)).slice(1)).toMatchObject([
      {
        action: 'programme.suspended',
        sentence: 'A publicação pedida por Rui foi suspensa: Rui já não pode publicar o programa',
      },
    ])
  },
)
