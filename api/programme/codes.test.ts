import { expect, test } from 'vitest'

import { editorOf } from '#api/testing/worlds/programme-world.ts'
import { createWorld, errorOf } from '#api/testing/worlds/world.ts'
import { voucherCodes } from '#api/voucher/code/sealed-code.ts'
import type { AuditEntry } from '#contract/console/audit.ts'
import type {
  AddedCodes,
  Draft,
  ProgrammeVersion,
  PublishRequest,
} from '#contract/programme/draft.ts'
import { rows, sql } from '#database/sql.ts'

import { publishDue } from './approve.ts'
import { openedCodes } from './codes.ts'
import { sealedDraftCodes } from './sealed-draft-codes.ts'
import { sealedRequestCodes } from './sealed-request-codes.ts'
import { requestOf } from './stored-request.ts'

const world = await createWorld()
let count = 0

/** A company with a prize of its own codes and one of generated codes. */
async function shop(changes: object = {}) {
  count += 1
  const prizes = [
    { key: 'ingresso', name: 'Ingresso', value: 10, codes: { pool: 'ingresso.txt' } },
    { key: 'cafe', name: 'Café', value: 10, stock: 5 },
  ]
  const company = await world.createCompany(
    `codigos-${count}`,
    { prizes, ...changes },
    { 'ingresso.txt': ['VELHO-1', 'VELHO-2'] },
  )
  const ana = await editorOf(world, company, { name: 'Ana' })
  await ana.patch({ op: 'replace', path: '/program_name', value: 'Clube' })
  const add = (key: string, lines: string[]) =>
    ana.send('POST /admin/programme/draft/codes', { body: { key, lines } })
  return { company, ana, add }
}

const codesFor = (company: { id: string }) =>
  rows<{ key: string; codes: number }>(
    world.database,
    sql`select prize.key, count(*)::integer as codes
          from prize
          join prize_code on prize_code.company_id = prize.company_id and prize_code.prize_id = prize.id
         where prize.company_id = ${company.id}
         group by prize.key
         order by prize.key`,
  )

test('adds the valid lines, and names the others by line and reason, without the code [T16]', async () => {
  const { ana, add } = await shop()
  const answer = await add('ingresso', ['NOVO-1', '', 'com espaço', 'novo1', 'velho-2', ' NOVO-2 '])
  expect(answer.body).toEqual({
    revision: 1,
    added: 2,
    refused: [
      { line: 3, sentence: 'Use até 60 letras, números e sinais' },
      { line: 4, sentence: 'Este código está repetido' },
      { line: 5, sentence: 'Este código já existe' },
    ],
    refused_count: 3,
  })
  expect(answer.text).not.toMatch(/novo|velho/i)
  const again = await add('ingresso', ['NOVO-1'])
  expect(again.body).toMatchObject({ added: 0, refused: [{ line: 1 }] })
  expect((await ana.draft())!.pools).toEqual([{ key: 'ingresso', free: 2, issued: 0, added: 2 }])
})

test('a publication adds the codes to those of the prize, and removes none [D15]', async () => {
  const { company, ana, add } = await shop()
  await add('ingresso', ['NOVO-1', 'NOVO-2'])
  expect(await codesFor(company)).toEqual([{ key: 'ingresso', codes: 2 }])
  expect(await ana.publish()).toMatchObject({ status: 201 })
  expect(await codesFor(company)).toEqual([{ key: 'ingresso', codes: 4 }])
})

test('a version and the audit log name the prizes and the number of codes that a publication added [D15]', async () => {
  const { ana, add } = await shop()
  await add('ingresso', ['NOVO-1', 'NOVO-2'])
  await add('cafe', ['A-1'])
  expect(await ana.publish()).toMatchObject({ status: 201 })
  const added = [
    { path: 'prizes[ingresso].codes.added', sentence: 'Ingresso ganha 2 códigos novos' },
    { path: 'prizes[cafe].codes.added', sentence: 'Café ganha 1 código novo' },
  ]
  const { body: versions } = await ana.send('GET /admin/programme/version')
  const [newest, first] = versions as ProgrammeVersion[]
  expect(newest!.changes).toEqual(
    expect.arrayContaining(added.map((one) => expect.objectContaining(one))),
  )
  expect(first!.changes).toEqual([])
  const params = { version: '2' }
  const { body: version } = await ana.send('GET /admin/programme/version/{version}', { params })
  expect((version as ProgrammeVersion).changes).toEqual(newest!.changes)
  const { body: audit } = await ana.send('GET /admin/audit')
  const [entry] = audit as AuditEntry[]
  expect(entry).toMatchObject({
    sentence:
      'Ana publicou a versão 2 do programa (5 mudanças; Ingresso ganha 2 códigos novos; Café ganha 1 código novo)',
    after: { changes: expect.arrayContaining(added) },
  })
})

test('a version that a second person approved names its added codes, too [D15]', async () => {
  const { company, ana, add } = await shop({ approvals: { publish: true } })
  const rui = await editorOf(world, company, { name: 'Rui' })
  await add('ingresso', ['NOVO-1'])
  const { id } = (await ana.publish()).body as PublishRequest
  await rui.send('POST /admin/programme/request/{id}/approve', { params: { id } })
  const { body } = await rui.send('GET /admin/programme/version')
  expect((body as ProgrammeVersion[])[0]!.changes).toContainEqual(
    expect.objectContaining({ sentence: 'Ingresso ganha 1 código novo' }),
  )
})

test('codes of a draft are never dropped: a prize that goes back to generated codes is a mistake [D15]', async () => {
  const { ana, add } = await shop()
  await add('cafe', ['A-1', 'A-2'])
  const { body } = await ana.patch({ op: 'replace', path: '/prizes/1/codes', value: 'generated' })
  expect(body).toMatchObject({
    mistakes: [
      {
        path: ['prizes', 1, 'codes'],
        sentence:
          'Este rascunho acrescenta 2 códigos a este prêmio: deixe os códigos próprios, ou descarte o rascunho',
      },
    ],
  })
  expect(errorOf(await ana.publish())).toMatchObject({ status: 422, type: 'draft_invalid' })
})

test('a prize that leaves the draft keeps its added codes until the publication, with a warning [D15]', async () => {
  const { company, ana, add } = await shop()
  await add('ingresso', ['NOVO-1', 'NOVO-2'])
  const { document } = (await ana.draft())!
  const [ticket] = document['prizes'] as object[]
  const without = (await ana.patch({ op: 'remove', path: '/prizes/0' })).body as Draft
  expect(without.losses[0]).toBe(
    'Ingresso saiu do rascunho: ao publicar, 2 códigos novos dele se perdem. Desfazer traz o prêmio de volta com eles',
  )
  const undone = (await ana.patch({ op: 'add', path: '/prizes/0', value: ticket })).body as Draft
  expect(undone.losses).toEqual([])
  expect(undone.pools).toContainEqual({ key: 'ingresso', free: 2, issued: 0, added: 2 })

  await ana.patch({ op: 'remove', path: '/prizes/0' })
  expect(await ana.publish()).toMatchObject({ status: 201 })
  expect(await codesFor(company)).toEqual([])
})

test('a removed prize that the draft has added itself is named by its key [D15]', async () => {
  const { ana, add } = await shop()
  const value = { key: 'novo', name: 'Novo', value: 10, stock: 1 }
  await ana.patch({ op: 'add', path: '/prizes/-', value })
  await add('novo', ['N-1'])
  const { losses } = (await ana.patch({ op: 'remove', path: '/prizes/2' })).body as Draft
  expect(losses).toEqual([
    'novo saiu do rascunho: ao publicar, 1 código novo dele se perde. Desfazer traz o prêmio de volta com eles',
  ])
})

test('a prize with generated codes that gets its own becomes a pool without a stock [D15]', async () => {
  const { company, ana, add } = await shop()
  expect((await add('cafe', ['A-1'])).body).toMatchObject({ revision: 2, added: 1 })
  expect(await ana.draft()).toMatchObject({
    document: { prizes: [{}, { codes: { pool: 'codigos-cafe.txt' }, stock: null }] },
    mistakes: [],
  })
  expect(await ana.publish()).toMatchObject({ status: 201 })
  expect(await codesFor(company)).toContainEqual({ key: 'cafe', codes: 1 })
})

test('added codes begin a draft; a prize that the draft lacks is not_found [D15]', async () => {
  const { company, ana, add } = await shop()
  await ana.send('DELETE /admin/programme/draft')
  expect(errorOf(await add('nada', ['A-1']))).toMatchObject({ status: 404, type: 'not_found' })
  expect((await ana.send('GET /admin/programme/draft')).status).toBe(204)
  expect(await add('cafe', ['A-1'])).toMatchObject({ status: 200, body: { added: 1 } })
  expect(await codesFor(company)).toEqual([{ key: 'ingresso', codes: 2 }])
})

test('codes of a withdrawn request go back to the draft, and a discarded draft deletes its codes [D15]', async () => {
  const { company, ana, add } = await shop({ approvals: { publish: true } })
  await add('ingresso', ['NOVO-1', 'NOVO-2'])
  const { id } = (await ana.publish()).body as PublishRequest
  await ana.send('DELETE /admin/programme/request/{id}', { params: { id } })
  expect((await ana.draft())!.pools).toEqual([{ key: 'ingresso', free: 2, issued: 0, added: 2 }])
  await ana.send('DELETE /admin/programme/draft')
  expect((await ana.programme()).pools).toEqual([{ key: 'ingresso', free: 2, issued: 0, added: 0 }])
  expect(await codesFor(company)).toEqual([{ key: 'ingresso', codes: 2 }])
})

test('a draft that only adds codes says so, and is published [D15]', async () => {
  const { company, ana, add } = await shop()
  await ana.send('DELETE /admin/programme/draft')
  await add('ingresso', ['NOVO-1', 'NOVO-2'])
  expect(await ana.draft()).toMatchObject({
    changes: [{ path: 'prizes[ingresso].codes.added', sentence: 'Ingresso ganha 2 códigos novos' }],
  })
  expect(await ana.publish()).toMatchObject({ status: 201 })
  expect(await codesFor(company)).toEqual([{ key: 'ingresso', codes: 4 }])
})

test('a version that is brought back replaces the draft and its codes [D15]', async () => {
  const { ana, add } = await shop()
  await add('ingresso', ['NOVO-1'])
  const { body } = await ana.send('POST /admin/programme/version/{version}/restore', {
    params: { version: '1' },
  })
  expect(body).toMatchObject({ changes: [], pools: [{ key: 'ingresso', free: 2, added: 0 }] })
  const { body: audit } = await ana.send('GET /admin/audit')
  expect(JSON.stringify(audit)).toContain('Ana descartou o próprio rascunho')
})

test('codes of a refused request come to those of a draft begun meanwhile [D15]', async () => {
  const { company, ana, add } = await shop({ approvals: { publish: true } })
  const rui = await editorOf(world, company, { name: 'Rui' })
  await add('ingresso', ['NOVO-1', 'NOVO-2'])
  const { id, changes } = (await ana.publish()).body as PublishRequest
  expect(changes.map(({ sentence }) => sentence)).toContain('Ingresso ganha 2 códigos novos')
  await add('ingresso', ['NOVO-2', 'NOVO-3'])
  await rui.send('DELETE /admin/programme/request/{id}', { params: { id } })
  expect((await ana.draft())!.pools).toEqual([{ key: 'ingresso', free: 2, issued: 0, added: 3 }])
})

test('the codes of drafts and of open requests are sealed again with a new secret [T16]', async () => {
  const { company, ana, add } = await shop({ approvals: { publish: true } })
  await add('ingresso', ['NOVO-1', 'NOVO-2'])
  const { id } = (await ana.publish()).body as PublishRequest
  await ana.patch({ op: 'replace', path: '/program_name', value: 'Clube' })
  await add('ingresso', ['NOVO-3'])
  const newer = { number: 2, bytes: Buffer.alloc(32, 'nova') }
  const both = { first: newer, others: [world.secret.first], removedKeys: {} }
  const codes = voucherCodes(both)
  const stores = [sealedDraftCodes, sealedRequestCodes].map((store) =>
    store(world.database, codes, newer.number),
  )
  const isCurrent = async () => {
    const pages = await Promise.all(stores.map(({ page }) => page(company.id, null, 10)))
    return pages.map((page) => page.map(({ is_current }) => is_current))
  }
  expect(await isCurrent()).toEqual([[false], [false]])
  for (const { page, sealAgain } of stores) {
    const keys = (await page(company.id, null, 10)).map(({ key }) => key)
    expect(await sealAgain(world.database, company.id, keys)).toBe(1)
  }
  expect(await isCurrent()).toEqual([[true], [true]])
  const request = await requestOf(world.database, company.id, id)
  const alone = { ...both, others: [] }
  expect(await openedCodes(alone, company.id, request!.codes)).toEqual(
    new Map([['ingresso', ['NOVO-1', 'NOVO-2']]]),
  )
})

test('5,000 codes are stored as hash and seal alone [T16]', async () => {
  const { company, add } = await shop()
  const lines = Array.from({ length: 5_000 }, (_, at) => `LOTE-${String(at).padStart(5, '0')}`)
  const { body } = await add('ingresso', lines)
  expect((body as AddedCodes).added).toBe(5_000)
  const stored = await rows<{ text: string }>(
    world.database,
    sql`select encode(sealed_code, 'escape') as text
          from programme_code
         where company_id = ${company.id}
         limit 50`,
  )
  expect(stored.filter(({ text }) => text.includes('LOTE'))).toEqual([])
})

test('codes that another draft has published meanwhile are no longer part of a draft [D15 T16]', async () => {
  const { company, ana, add } = await shop()
  const rui = await editorOf(world, company, { name: 'Rui' })
  await rui.send('POST /admin/programme/draft/codes', {
    body: { key: 'cafe', lines: ['IGUAL-1', 'igual 2', 'SO-DO-RUI'] },
  })
  await add('ingresso', ['IGUAL-1', 'IGUAL-2'])
  expect(await ana.publish()).toMatchObject({ status: 201 })

  const { revision } = (await rui.draft())!
  await rui.send('POST /admin/programme/draft/rebase', { body: { revision, mine: [] } })
  expect((await rui.draft())!.pools).toContainEqual({ key: 'cafe', free: 0, issued: 0, added: 1 })
  const published = await rui.publish()
  expect((published.body as PublishRequest).changes.map(({ sentence }) => sentence)).toContain(
    'Café ganha 1 código novo',
  )
  expect(await codesFor(company)).toEqual([
    { key: 'cafe', codes: 1 },
    { key: 'ingresso', codes: 4 },
  ])
})

test('a prize whose only codes another draft has published meanwhile is a mistake [D15 T16]', async () => {
  const { company, ana, add } = await shop({ approvals: { publish: true } })
  const rui = await editorOf(world, company, { name: 'Rui' })
  await rui.send('POST /admin/programme/draft/codes', { body: { key: 'cafe', lines: ['IGUAL-1'] } })
  await add('ingresso', ['IGUAL-1'])
  const { id } = (await ana.publish()).body as PublishRequest
  const approve = 'POST /admin/programme/request/{id}/approve'
  expect(await rui.send(approve, { params: { id } })).toMatchObject({ status: 200 })
  const { revision } = (await rui.draft())!
  const rebased = await rui.send('POST /admin/programme/draft/rebase', {
    body: { revision, mine: [] },
  })
  expect(rebased.body).toMatchObject({
    mistakes: [{ path: ['prizes', 1, 'codes'] }],
  })
})

test('a publication for a later date names the codes that it deletes once it has deleted them [D15]', async () => {
  const { ana, company, add } = await shop({ approvals: { publish: true } })
  const rui = await editorOf(world, company, { name: 'Rui' })
  await add('ingresso', ['NOVO-1'])
  await ana.patch({ op: 'remove', path: '/prizes/0' })
  const publish_at = new Date(world.now().getTime() + 3_600_000).toISOString()
  const { id } = (await ana.publish(publish_at)).body as PublishRequest
  await rui.send('POST /admin/programme/request/{id}/approve', { params: { id } })
  const entries = async () => {
    const { body } = await ana.send('GET /admin/audit')
    return new Map((body as AuditEntry[]).map(({ action, after }) => [action, after]))
  }
  const before = await entries()
  for (const action of ['programme.requested', 'programme.approved'] as const) {
    expect(before.get(action)).not.toHaveProperty('lost_codes')
  }
  const due = new Date(new Date(publish_at).getTime() + 1_000)
  await publishDue(world, due)
  expect((await entries()).get('programme.published')).toMatchObject({
    lost_codes: ['Ingresso saiu do programa com 1 código novo'],
  })
})

test('the audit log names the codes that a publication deletes with their prize [D15]', async () => {
  for (const publish of [false, true]) {
    const { ana, company, add } = await shop({ approvals: { publish } })
    const rui = await editorOf(world, company, { name: 'Rui' })
    await add('ingresso', ['NOVO-1', 'NOVO-2'])
    await ana.patch({ op: 'remove', path: '/prizes/0' })
    const { status, body } = await ana.publish()
    expect(status).toBe(201)
    const { id } = body as PublishRequest
    if (publish) await rui.send('POST /admin/programme/request/{id}/approve', { params: { id } })
    const { body: audit } = await ana.send('GET /admin/audit')
    const entry = (audit as AuditEntry[]).find(({ action }) => action === 'programme.published')
    expect(entry).toMatchObject({
      after: { lost_codes: ['Ingresso saiu do programa com 2 códigos novos'] },
    })
  }
})
