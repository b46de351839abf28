import { randomUUID } from 'node:crypto'

import { expect, test } from 'vitest'

import { balanceLine, csv, importsOf, membersOf } from '#api/testing/worlds/import-world.ts'
import { consume } from '#api/testing/worlds/movement.ts'
import { staffOf } from '#api/testing/worlds/staff.ts'
import {
  asCustomer,
  asPartner,
  createWorld,
  errorOf,
  newCpf,
  sale,
} from '#api/testing/worlds/world.ts'
import {
  importFailures,
  importPartBytes,
  type ImportView,
  maxImportBytes,
} from '#contract/console/import.ts'
import { rows, sql } from '#database/sql.ts'
import { audit } from '#engine/audit/audit.ts'

const world = await createWorld()
const { cafe, posto, call, database } = world
const owner = await staffOf(world, cafe, 'owner', { name: 'Ana Prado' })
const rita = await staffOf(world, posto)
const { begin, send, act, check, detail, apply, imported, refusals } = importsOf(call, owner)

const records = (external_ids: string[]) =>
  rows<{
    type_id: string
    origin: string
    amount: number
    value: number
    expires_on: string
    source_id: string
  }>(
    database,
    sql`select type_id, origin, amount, value, expires_on, source_id
          from points_record
         where company_id = ${cafe.id} and external_id = any (${external_ids.map((id) => `import:${id}`)})
         order by sequence`,
  )
const sentences = async (id: string) =>
  (
    await rows<{ sentence: string }>(
      database,
      sql`select content ->> 'sentence' as sentence
            from audit_entry
            join audit_personal using (company_id, sequence)
           where company_id = ${cafe.id} and subject = ${id}
           order by sequence`,
    )
  ).map(({ sentence }) => sentence)
const linesOf = (id: string) =>
  rows(database, sql`select * from import_line where company_id = ${cafe.id} and import_id = ${id}`)

test('a check counts, refuses lines with a reason, and changes no customer and no balance [D17]', async () => {
  const marina = await world.registered(cafe)
  const [ana, rui] = [newCpf(), newCpf()]
  const file = csv(
    `${ana};Ana Lima;ana@exemplo.com.br;(11) 98765-4321;31/12/1990;sim;1.250;12,50;31/12/2027;${randomUUID()}`,
    balanceLine(ana, 300, randomUUID()),
    balanceLine(marina.document, 50, randomUUID()),
    `${rui};Rui;;;;;;;;`,
    balanceLine('11111111111', 10, randomUUID()),
    '',
  )
  const before = await database.query('select count(*) from customer')
  const view = await check(file)
  expect(view).toMatchObject({
    state: 'CHECKED',
    lines: 5,
    refused: 1,
    new_customers: 2,
    existing_customers: 1,
    known: 0,
    balances: 3,
    points_amount: 1_600,
    points_value: 1_600,
    applied: 0,
  })
  expect((await detail(view.id)).refused_lines).toEqual([
    {
      line: 6,
      field: 'document',
      sentence: 'O CPF ou CNPJ não é válido. Confira os dígitos e os zeros à esquerda.',
    },
  ])
  expect((await database.query('select count(*) from customer')).rows).toEqual(before.rows)
  expect(await sentences(view.id)).toEqual([
    'Ana Prado conferiu o arquivo saldos.csv: 5 linhas, 1 recusada',
  ])
})

test('an applied import pre-registers customers, and credits each balance as a lot of its own [D17]', async () => {
  const ana = newCpf()
  const ids = [randomUUID(), randomUUID()]
  const email = `${randomUUID()}@exemplo.com.br`
  const view = await imported(
    csv(
      `${ana};Ana Lima;${email};11987654322;1990-12-31;sim;100;2,50;2027-12-31;${ids[0]}`,
      balanceLine(ana, 30, ids[1]!),
    ),
  )
  expect(view).toMatchObject({
    state: 'APPLIED',
    applied: 2,
    applied_amount: 130,
    applied_value: 280,
  })
  const [member] = await membersOf(database, cafe, [ana])
  expect(member).toMatchObject({
    name: 'Ana Lima',
    email,
    phone: '+5511987654322',
    login_type: 'PRE',
    is_confirmed: false,
    amount: 130,
    value: 280,
  })
  const record = { type_id: 'GNR', origin: 'import', source_id: view.id }
  expect(await records(ids)).toEqual([
    { ...record, amount: 100, value: 250, expires_on: '2027-12-31' },
    { ...record, amount: 30, value: 30, expires_on: null },
  ])
  const consents = await rows(
    database,
    sql`select kind, is_granted, text_version from consent where customer_id = ${member!.id}`,
  )
  expect(consents).toEqual([{ kind: 'MARKETING', is_granted: true, text_version: 'importado' }])
  expect(await linesOf(view.id)).toEqual([])
  expect(await sentences(view.id)).toEqual([
    'Ana Prado conferiu o arquivo saldos.csv: 2 linhas, 0 recusadas',
    'Ana Prado mandou aplicar o arquivo saldos.csv: 130 pontos em 2 linhas',
    'Ana Prado terminou a importação do arquivo saldos.csv: 130 pontos em 2 linhas',
  ])
  expect(await audit(database, world.now())).toMatchObject({ differences: [] })
})

test('an existing customer gets the points and keeps name, email and phone [D17]', async () => {
  const marina = await world.confirmed(cafe, 10)
  const before = await membersOf(database, cafe, [marina.document])
  await imported(
    csv(
      `${marina.document};Outra Pessoa;outra@exemplo.com.br;11911112222;;sim;40;;;${randomUUID()}`,
    ),
  )
  const after = await membersOf(database, cafe, [marina.document])
  expect(after).toEqual([{ ...before[0]!, amount: 50, value: 50 }])
  const history = await call('GET /points', { headers: asCustomer(cafe, marina.token) })
  expect(JSON.stringify(history.body)).toContain('"origin":"import"')
})

test('a repeated file changes nothing and says so; a changed balance is refused [D17]', async () => {
  const [ana, id] = [newCpf(), randomUUID()]
  const file = csv(balanceLine(ana, 70, id, '2027-12-31'))
  await imported(file)
  const again = await check(file)
  expect(again).toMatchObject({
    state: 'CHECKED',
    lines: 1,
    known: 1,
    balances: 0,
    points_amount: 0,
  })
  expect(await apply(again.id)).toMatchObject({ state: 'APPLIED', applied: 0, known: 1 })
  expect(await membersOf(database, cafe, [ana])).toMatchObject([{ amount: 70 }])
  expect(await refusals(csv(balanceLine(ana, 71, id, '2027-12-31')))).toEqual([
    '2 external_id: Este external_id já foi importado com outros pontos, valor ou validade.',
  ])
  // A till's number of a sale is another kind of number.
  expect((await world.generate(cafe, sale(ana, { external_id: id }))).status).toBe(201)
})

test('two checks of one file, both applied, credit each balance once [D17]', async () => {
  const [ana, id] = [newCpf(), randomUUID()]
  const file = csv(balanceLine(ana, 70, id))
  const [one, other] = [await check(file), await check(file)]
  expect(await apply(one.id)).toMatchObject({ applied: 1, known: 0 })
  expect(await apply(other.id)).toMatchObject({ applied: 0, known: 1 })
  expect(await membersOf(database, cafe, [ana])).toMatchObject([{ amount: 70 }])
  const late = await check(csv(balanceLine(ana, 70, `${id}-2`)))
  await imported(csv(balanceLine(ana, 80, `${id}-2`)))
  expect(await apply(late.id)).toMatchObject({ applied: 0, refused: 1 })
})

test('one file may not repeat an external_id, a person with other data, or another’s contact [D17]', async () => {
  const marina = await world.registered(cafe)
  const [ana, rui, eva] = [newCpf(), newCpf(), newCpf()]
  const [id, email, phone] = [randomUUID(), `${randomUUID()}@exemplo.com.br`, '11987650001']
  expect(
    await refusals(
      csv(
        `${ana};Ana;${email};${phone};;;10;;;${id}`,
        balanceLine(rui, 10, id),
        `${ana};Ana Maria;${email};${phone};;;10;;;${id}-2`,
        `${ana};Ana;${email};${phone};;;10;;;${id}-3`,
        `${ana};;;;;;;;;`,
        `${rui};Rui;${email.toUpperCase()};;;;;;;`,
        `${rui};Rui;;${phone};;;;;;`,
        `${eva};Eva;${marina.email};;;;;;;`,
      ),
    ),
  ).toEqual([
    '3 external_id: O external_id já está na linha 2 deste arquivo.',
    '4 document: O CPF ou CNPJ já está na linha 2 com outros dados pessoais.',
    '6 document: A linha repete o cliente da linha 2 e não traz saldo.',
    '7 email: O email já está na linha 2, de outro CPF ou CNPJ.',
    '8 phone: O celular já está na linha 2, de outro CPF ou CNPJ.',
    '9 email: O email já é de outro cliente.',
  ])
})

test('lines of different parts are compared as lines of one part are [D17]', async () => {
  const [ana, id] = [newCpf(), randomUUID()]
  const filler = Array.from({ length: 6_000 }, () => '11111111111;;;;;;;;;')
  const lines = [`${ana};Ana;;;;;10;;;${id}`, ...filler, `${ana};Rui;;;;;10;;;${id}-2`]
  const { id: checked } = await check(csv(...lines, balanceLine(ana, 5, id)))
  const { refused, next_part } = await detail(checked)
  expect({ refused, isLong: next_part > 0 }).toEqual({ refused: 6_002, isLong: true })
  const last = await rows<{ line: number; refusal: string; other_line: number }>(
    database,
    sql`select line, refusal, other_line from import_line where import_id = ${checked} and line > 6002 order by line`,
  )
  expect(last).toEqual([
    { line: 6_003, refusal: 'person_differs', other_line: 2 },
    { line: 6_004, refusal: 'external_id_repeated', other_line: 2 },
  ])
})

test.each([
  ['', importFailures.empty],
  ['\n\n', importFailures.empty],
  ['document;name\n', importFailures.no_lines],
  [
    'cpf;fax\n1;2',
    'Não conhecemos a coluna “fax”. Apague-a ou dê a ela um dos nomes do arquivo de exemplo.',
  ],
  ['fax\n1', importFailures.no_header],
  ['nome\nAna', importFailures.no_document],
  ['cpf;pontos\n1;2', importFailures.no_external_id],
  [
    'cpf;nome\n1;"Ana',
    'A linha 2 é longa demais ou tem uma aspa que não fecha. Corrija-a e envie o arquivo outra vez.',
  ],
  ['PK\x03\x04', importFailures.spreadsheet],
])('the file %o is refused as a whole with its sentence [D17]', async (file, failure) => {
  const view = await check(file)
  expect(view).toMatchObject({ state: 'REFUSED', failure, lines: 0 })
  expect(errorOf(await act(view.id, 'apply'))).toMatchObject({
    status: 409,
    type: 'import_changed',
  })
})

test('a file above 250 MB is refused before its first byte [D17]', async () => {
  const { body } = await call('POST /admin/import', {
    ...owner,
    body: { name: 'grande.csv', size: maxImportBytes + 1 },
  })
  expect(body).toMatchObject({ state: 'REFUSED', failure: importFailures.too_large })
})

test('a file of more than 1,000,000 lines is refused with its sentence [D17]', async () => {
  const filler = `${'x'.repeat(60_000)}\n`.repeat(4)
  const text = `${csv(balanceLine(newCpf(), 5, randomUUID()))}\n${filler}`
  const bytes = Buffer.from(text.padEnd(importPartBytes, 'x'))
  const line = balanceLine(newCpf(), 5, randomUUID())
  const last = Buffer.from(`\n${line}\n${line}`)
  const begun = await begin('longo.csv', importPartBytes + last.length)
  const { id } = begun.body as ImportView
  const first = await send(id, { part: 0, is_last: false, content: bytes.toString('base64') })
  expect(first.body).toMatchObject({ state: 'RECEIVING', lines: 5, refused: 4, next_part: 1 })
  // As after 999,999 lines; reading them would take minutes.
  await rows(database, sql`update import set next_line = 1000001 where id = ${id}`)
  const content = last.toString('base64')
  expect((await send(id, { part: 1, is_last: true, content })).body).toMatchObject({
    state: 'REFUSED',
    failure: importFailures.too_many_lines,
  })
})

test('Windows-1252, a byte order mark, commas and quoted line breaks are read [D17]', async () => {
  const [ana, rui] = [newCpf(), newCpf()]
  await imported(Buffer.from(`cpf,nome\r\n${ana},Concei\xE7\xE3o\r\n`, 'latin1'))
  await imported(
    `\uFEFFcpf,nome,pontos,validade,id\r\n${rui},"Rui","1.250",31/12/2027,${randomUUID()}`,
  )
  expect(await membersOf(database, cafe, [ana, rui])).toMatchObject([
    { name: 'Conceição', amount: 0 },
    { name: 'Rui', amount: 1_250 },
  ])
})

test('the refused lines are a CSV with line, field and reason, without personal data [D17]', async () => {
  const { id } = await check(csv('52998224724;Ana Segredo;;;;;;;;', `${newCpf()};;ana@;;;;;;;`))
  const answer = await call('GET /admin/import/{id}/refused', { ...owner, params: { id } })
  expect(answer.headers['content-disposition']).toContain('linhas-recusadas.csv')
  expect(answer.text.split('\r\n')).toEqual([
    '\uFEFF"linha";"campo";"motivo"',
    '"2";"document";"O CPF ou CNPJ não é válido. Confira os dígitos e os zeros à esquerda."',
    '"3";"email";"O email não é válido."',
    '',
  ])
  expect(JSON.stringify(await linesOf(id))).not.toContain('Segredo')
})

test('a part that was read is not read again; another than the next one is refused [D17]', async () => {
  const file = Buffer.from(csv(balanceLine(newCpf(), 5, randomUUID())))
  const text = file.toString('base64')
  const { body } = await begin('saldos.csv', file.length)
  const { id } = body as ImportView
  expect(errorOf(await send(id, { part: 1, is_last: true, content: text }))).toMatchObject({
    type: 'import_changed',
  })
  // Only the last part may be short.
  expect(errorOf(await send(id, { part: 0, is_last: false, content: text }))).toMatchObject({
    type: 'import_changed',
  })
  const first = await send(id, { part: 0, is_last: true, content: text })
  const again = await send(id, { part: 0, is_last: true, content: text })
  expect(first.body).toMatchObject({ state: 'CHECKED', lines: 1 })
  expect(again.body).toEqual(first.body)
})

test('an import of another company is not found, by any call [D17]', async () => {
  const { id } = await check(csv(balanceLine(newCpf(), 5, randomUUID())))
  const params = { id }
  const answers = [
    await call('GET /admin/import/{id}', { ...rita, params }),
    await call('GET /admin/import/{id}/refused', { ...rita, params }),
    await call('POST /admin/import/{id}/part', {
      ...rita,
      params,
      body: { part: 0, is_last: true, content: '' },
    }),
    await call('POST /admin/import/{id}/apply', { ...rita, params }),
    await call('POST /admin/import/{id}/continue', { ...rita, params }),
    await call('DELETE /admin/import/{id}', { ...rita, params }),
  ]
  for (const answer of answers) expect(errorOf(answer)).toEqual({ status: 404, type: 'not_found' })
  expect((await call('GET /admin/import', rita)).body).toEqual([])
  expect((await call('GET /admin/import', owner)).body).toContainEqual(
    expect.objectContaining({ id, state: 'CHECKED' }),
  )
})

test('an import is given up before it is applied, and not afterwards [D17]', async () => {
  const { id } = await check(csv(balanceLine(newCpf(), 5, randomUUID())))
  const discard = (of: string) =>
    call('DELETE /admin/import/{id}', { ...owner, params: { id: of } })
  expect(errorOf(await act(id, 'continue'))).toMatchObject({ type: 'import_changed' })
  expect((await discard(id)).status).toBe(204)
  expect(errorOf(await act(id, 'apply'))).toMatchObject({ type: 'import_changed' })
  expect((await sentences(id)).at(-1)).toBe('Ana Prado desistiu de importar o arquivo saldos.csv')
  const done = await imported(csv(balanceLine(newCpf(), 5, randomUUID())))
  expect(errorOf(await discard(done.id))).toMatchObject({ type: 'import_changed' })
  expect(await act(done.id, 'apply')).toMatchObject({ status: 200, body: { state: 'APPLIED' } })
})

test('a balance that expired between check and import is refused, and so is a contact that was taken [D17]', async () => {
  const company = await world.createCompany('prazo', {})
  const boss = await staffOf(world, company)
  const of = importsOf(call, boss)
  const email = `${randomUUID()}@exemplo.com.br`
  const ana = newCpf()
  const { id } = await of.check(
    csv(balanceLine(newCpf(), 5, 'a', '2026-11-20'), `${ana};Ana;${email};;;;10;;;b`),
  )
  await world.registered(company, { email })
  await rows(
    database,
    sql`update import_line set expires_on = '2026-11-19' where company_id = ${company.id} and line = 2`,
  )
  expect(await of.apply(id)).toMatchObject({ applied: 0, refused: 2 })
  expect((await of.detail(id)).refused_lines.map(({ sentence }) => sentence)).toEqual([
    'A validade já passou. Um saldo vencido não pode ser importado.',
    'O email ou o celular passou a ser de outro cliente depois da conferência.',
  ])
  expect(await membersOf(database, company, [ana])).toEqual([])
})

test('an imported balance pays a deficit first, and the ledger stays explained [D4 D17]', async () => {
  const ana = await world.confirmed(cafe)
  const sold = await world.generate(cafe, sale(ana.document))
  await consume(world, cafe, ana, 90)
  await call('POST /partner/points/{id}/reverse', {
    params: { id: (sold.body as { id: string }).id },
    body: { external_id: randomUUID(), returned_value: 10_000 },
    headers: asPartner(cafe),
  })
  await imported(csv(balanceLine(ana.document, 150, randomUUID(), '2027-01-31')))
  expect(await membersOf(database, cafe, [ana.document])).toMatchObject([{ amount: 60 }])
  expect(await audit(database, world.now())).toMatchObject({ differences: [] })
})
