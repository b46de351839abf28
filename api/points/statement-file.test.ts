import { inflateSync } from 'node:zlib'

import { beforeAll, expect, test } from 'vitest'

import { adjust, consume, grant, undo, undoAdjustment } from '#api/testing/worlds/movement.ts'
import { asCustomer, createWorld, errorOf, sale } from '#api/testing/worlds/world.ts'
import { maxStatementLines } from '#contract/statement/statement.ts'
import { addDays, localDate, toBrazilianDate } from '#contract/value/date.ts'
import { type Database, openPool, timeLimits } from '#database/sql.ts'

import { linesOf as readLines } from './statement-file.ts'

const world = await createWorld()
const { call, cafe } = world
type Customer = Awaited<ReturnType<typeof world.registered>>

function file(customer: Customer, format: string, from: string, to: string) {
  return call('GET /points/statement/{format}', {
    headers: customer.headers,
    params: { format },
    query: { from, to },
  })
}

async function linesOf(customer: Customer, from: string, to: string): Promise<string[]> {
  const { text } = await file(customer, 'csv', from, to)
  return text.split('\r\n')
}

const shared = { customer: undefined as unknown as Customer }
beforeAll(async () => {
  world.moveClock('2026-10-01T15:00:00Z')
  shared.customer = await world.registered(cafe, { name: 'João Conceição' })
  const { document } = shared.customer
  await grant(world, cafe, shared.customer, 40, '2026-10-05')
  world.moveClock('2026-10-03T02:59:59Z')
  await world.generate(cafe, sale(document, { purchase_value: 1_234_56, subsidiary_name: '=1+1' }))
  world.moveClock('2026-10-03T03:00:00Z')
  await consume(world, cafe, shared.customer, 15)
  const undone = await consume(world, cafe, shared.customer, 5)
  await undo(world, cafe, undone.record!.id)
  world.moveClock('2026-10-20T15:00:00Z')
  await world.generate(cafe, sale(document, { purchase_value: 50, subsidiary_name: 'Loja; "2"' }))
})

test('a CSV statement has a BOM, semicolons, Brazilian decimals, oldest line first [R7.3]', async () => {
  const answer = await file(shared.customer, 'csv', '2026-10-01', '2026-10-31')
  expect(answer.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="extrato.csv"',
    'cache-control': 'no-store',
  })
  expect(answer.text.split('\r\n')).toEqual([
    '\uFEFFData;Hora;O que aconteceu;Onde;Compra (R$);Pontos;Valor (R$);Vale até;Situação',
    '01/10/2026;12:00;Promoção;Natal;;40;0,40;05/10/2026;',
    "02/10/2026;23:59;Pontos recebidos;'=1+1;1234,56;1234;12,34;;",
    '03/10/2026;00:00;Pontos usados;Loja 1;;-15;-0,15;;',
    '03/10/2026;00:00;Pontos usados;Loja 1;;-5;-0,05;;Cancelado',
    '03/10/2026;00:00;Uso estornado;Loja 1;;5;0,05;;',
    '06/10/2026;00:00;Pontos vencidos;;;-25;-0,25;05/10/2026;',
    '20/10/2026;12:00;Pontos recebidos;"Loja; ""2""";0,50;0;0,00;;',
    '',
  ])
})

test('a statement’s period is days in the company’s time zone, both ends included [R7.3]', async () => {
  const days = async (from: string, to: string) =>
    (await linesOf(shared.customer, from, to)).slice(1, -1).map((line) => line.split(';')[5])
  expect(await days('2026-10-02', '2026-10-02')).toEqual(['1234'])
  expect(await days('2026-10-03', '2026-10-05')).toEqual(['-15', '-5', '5'])
  expect(await days('2026-10-06', '2026-10-19')).toEqual(['-25'])
  expect(await days('2026-10-07', '2026-10-19')).toEqual([])
})

test('a statement has the units that the company shows, and the purchase beside hidden money [R1.8 D7 D13]', async () => {
  const quiet = await world.createCompany('sem-pontos', { display_mode: 'CASH', hide_points: true })
  const ana = await world.registered(quiet)
  await world.generate(quiet, sale(ana.document))
  const now = world.now().toISOString().slice(0, 10)
  expect((await linesOf(ana, now, now))[0]).toBe(
    '\uFEFFData;Hora;O que aconteceu;Onde;Compra (R$);Valor (R$);Vale até;Situação',
  )
  expect((await linesOf(ana, now, now))[1]).toMatch(/;Crédito recebido;Loja 1;100,00;1,00;;$/)
  const frugal = await world.createCompany('sem-dinheiro', { hide_cashback: true })
  const bia = await world.registered(frugal)
  await world.generate(frugal, sale(bia.document))
  expect(await linesOf(bia, now, now)).toEqual([
    '\uFEFFData;Hora;O que aconteceu;Onde;Compra (R$);Pontos;Vale até;Situação',
    expect.stringMatching(/;Pontos recebidos;Loja 1;100,00;100;;$/),
    '',
  ])
  const cash = await world.createCompany('em-reais', { display_mode: 'CASH' })
  const lia = await world.registered(cash)
  await world.generate(cash, sale(lia.document))
  expect(await linesOf(lia, now, now)).toEqual([
    '\uFEFFData;Hora;O que aconteceu;Onde;Compra (R$);Valor (R$);Vale até;Situação',
    expect.stringMatching(/;Loja 1;100,00;1,00;;$/),
    '',
  ])
})

test('a statement names an adjustment by the shop, and its reason [R7.3 D15]', async () => {
  world.moveClock('2026-10-20T15:00:00Z')
  const customer = await world.registered(cafe)
  await adjust(world, cafe, customer, 50)
  const taken = await adjust(world, cafe, customer, -20)
  await undoAdjustment(world, cafe, taken.record!.id)
  expect((await linesOf(customer, '2026-10-20', '2026-10-20')).slice(1, -1)).toEqual([
    '20/10/2026;12:00;Ajuste da loja;Cortesia;;50;0,50;;',
    '20/10/2026;12:00;Ajuste da loja;Cortesia;;-20;-0,20;;Cancelado',
    '20/10/2026;12:00;Ajuste da loja;;;20;0,20;;',
  ])
})

test('a PDF statement is a valid PDF with as many pages as it needs [R7.3]', async () => {
  const answer = await file(shared.customer, 'pdf', '2026-10-01', '2026-10-31')
  expect(answer.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': 'attachment; filename="extrato.pdf"',
  })
  expect(answer.text).toMatch(/^%PDF-1\.\d[^]*%%EOF\s*$/)
  expect(pagesOf(answer.text)).toBe(1)
  for (let n = 0; n < 40; n += 1) await grant(world, cafe, shared.customer, 1)
  const longer = await file(shared.customer, 'pdf', '2026-10-01', '2026-10-31')
  expect(pagesOf(longer.text)).toBe(2)
  const empty = await file(shared.customer, 'pdf', '2026-09-01', '2026-09-02')
  expect(pagesOf(empty.text)).toBe(1)
})

test('a PDF has logo, totals and the newest line first, without the points that a company hides [R7.3 D7]', async () => {
  const texts = await textsOf(shared.customer, '2026-10-03', '2026-10-31')
  expect(texts.join(' ')).toContain('João Conceição')
  // The opening balance is 1,274. The period has a use of 15, a use of 5 with its reversal, an expiry of 25, and a sale of
  // R$ 0.50 that earns 0.
  const at = texts.indexOf('Saldo ao fim de 02/10/2026')
  expect(texts.slice(at, at + 12)).toEqual([
    'Saldo ao fim de 02/10/2026',
    '1.274 pontos',
    'R$ 12,74',
    'Entrou no período',
    '+45 pontos',
    '+R$ 0,45',
    'Saiu no período',
    '-45 pontos',
    '-R$ 0,45',
    'Saldo ao fim de 31/10/2026',
    '1.274 pontos',
    'R$ 12,74',
  ])
  const days = texts.filter((text) => /^\d\d\/10\/2026$/.test(text))
  expect(days).toEqual(days.toSorted().toReversed())
  const { rawPayload } = await pdfOf(shared.customer, '2026-10-03', '2026-10-31')
  expect(rawPayload.toString('latin1')).toContain('/Subtype /Image')
  const quiet = await world.createCompany('pdf-em-reais', {
    display_mode: 'CASH',
    hide_points: true,
  })
  const ana = await world.registered(quiet, { name: 'Ana '.repeat(40).trim() })
  await world.generate(quiet, sale(ana.document))
  const now = world.now().toISOString().slice(0, 10)
  const hidden = await textsOf(ana, now, now)
  expect(hidden.join(' ')).toContain('+R$ 1,00')
  expect(hidden.join(' ')).not.toMatch(/ponto/i)
})

test('a PDF drops accents that its font lacks and writes a question mark for other letters [R7.3]', async () => {
  // An e and its accent as two characters, as some phones write them.
  const name = 'Jose\u0301 Łukasz Ştefan Dvořák “Zé”… ™ 王'
  const person = await world.registered(cafe, { name })
  const texts = await textsOf(person, '2026-10-01', '2026-10-02')
  expect(texts.join(' ')).toContain('José Lukasz Stefan Dvorák “Zé”… ™ ?')
})

test('a PDF has the company’s title font, and names pending points beside the balance [R7.3]', async () => {
  const shop = await world.createCompany('pdf-com-serifa', {
    theme: { font: 'serif' },
    calculation_rules: [{ name: 'Depois', type: 'POINTS_PER_REAL', rate: 1, waiting_days: 5 }],
  })
  const ana = await world.registered(shop)
  await world.generate(shop, sale(ana.document, { purchase_value: 1_00 }))
  const today = localDate(world.now(), 'America/Sao_Paulo')
  const { rawPayload } = await pdfOf(ana, today, today)
  expect(rawPayload.toString('latin1')).toContain('CrimsonPro')
  const texts = await textsOf(ana, today, today)
  expect(texts).toContain(`Fora do saldo em ${toBrazilianDate(today)}: 1 ponto a liberar.`)
})

function pdfOf(customer: Customer, from: string, to: string) {
  const url = `/api/points/statement/pdf?from=${from}&to=${to}`
  return world.app.inject({ url, headers: customer.headers })
}

const windows1252 = new TextDecoder('windows-1252')

/** The texts of a PDF's pages. pdfkit writes them in hexadecimal digits of Windows-1252. */
async function textsOf(customer: Customer, from: string, to: string): Promise<string[]> {
  const { rawPayload } = await pdfOf(customer, from, to)
  const streams = rawPayload.toString('latin1').matchAll(/stream\n([^]*?)\nendstream/g)
  return [...streams].flatMap(([, stream]) => {
    const bytes = Buffer.from(stream!, 'latin1')
    const isFlate = bytes[0] === 0x78
    const page = isFlate ? inflateSync(bytes).toString('latin1') : ''
    return [...page.matchAll(/\[(<[^\]]*)\] TJ/g)].map(([, line]) =>
      [...line!.matchAll(/<([0-9a-f]+)>/g)]
        .map(([, digits]) => windows1252.decode(Buffer.from(digits!, 'hex')))
        .join('')
        .replaceAll('\u00A0', ' ')
        .trim(),
    )
  })
}

function pagesOf(pdf: string): number {
  return pdf.match(/\/Type \/Page\b/g)?.length ?? 0
}

test.each([
  ['', '2026-10-31', 'from', 'Este campo é obrigatório'],
  ['01/10/2026', '2026-10-31', 'from', 'Formato inválido'],
  ['2026-10-01', '2026-10-32', 'to', 'Data inválida'],
  ['1899-12-31', '2026-10-01', 'from', 'Data inválida'],
  ['2026-10-02', '2026-10-01', 'from', 'A data deve ser menor que 01/10/2026'],
  ['2025-10-01', '2026-10-02', 'from', 'A data deve ser maior que 02/10/2025'],
])(
  'a statement from %s to %s is refused at the field %s: %s [R5.11]',
  async (from, to, field, sentence) => {
    expect(errorOf(await file(shared.customer, 'csv', from, to))).toMatchObject({
      status: 422,
      type: 'validation',
      fields: { [field]: [sentence] },
    })
  },
)

test.each(['Pacific/Kiritimati', 'Pacific/Pago_Pago'])(
  'the limits of a period follow the current day in the company’s time zone %s [R5.4 R5.11]',
  async (time_zone) => {
    const slug = time_zone.slice(8).toLowerCase().replace('_', '-')
    const owner = await world.registered(await world.createCompany(slug, { time_zone }))
    const today = localDate(new Date(), time_zone)
    const oldest = `${Number(today.slice(0, 4)) - 100}${today.slice(4)}`
    const fieldsOf = async (from: string, to: string) =>
      errorOf(await file(owner, 'csv', from, to)).fields
    const tomorrow = addDays(today, 1)
    expect((await file(owner, 'csv', today, today)).status).toBe(200)
    expect((await file(owner, 'csv', oldest, oldest)).status).toBe(200)
    expect(await fieldsOf(today, tomorrow)).toEqual({
      to: [`A data deve ser menor que ${toBrazilianDate(today)}`],
    })
    expect(await fieldsOf(addDays(oldest, -1), oldest)).toEqual({ from: ['Data inválida'] })
  },
)

test('a statement in an unknown file format is refused [R5.11]', async () => {
  const answer = await file(shared.customer, 'xlsx', '2026-10-01', '2026-10-31')
  expect(errorOf(answer)).toMatchObject({ status: 422, fields: { format: expect.anything() } })
})

test('a CSV of 1,203 lines is complete, and the limits are 20,000 and 2,000 lines [T20]', async () => {
  const shop = await world.createCompany('longa', {})
  const ana = await world.registered(shop)
  // On a busy cluster this statement takes longer than a node would wait.
  const patient = openPool(world.ownerUrl, 1, {
    ...timeLimits,
    statement_ms: 120_000,
    answer_ms: 120_000,
  })
  await patient.query(
    `select apply($1, jsonb_build_array($2::jsonb), $3) from generate_series(1, $4)`,
    [
      shop.id,
      { verb: 'grant', caller_id: ana.id, amount: 1, origin: 'promotion', calculation: {} },
      world.now(),
      1_203,
    ],
  )
  await patient.end()
  const day = world.now().toISOString().slice(0, 10)
  const lines = await linesOf(ana, day, day)
  // More lines than one read returns, each line once. The limit itself is too high for a test, so its constant is checked.
  expect(lines).toHaveLength(1_203 + 2)
  expect(maxStatementLines).toEqual({ csv: 20_000, pdf: 2_000 })
})

test('a customer gets too_many_requests after 21 statement files at once [T20]', async () => {
  const ana = await world.registered(cafe)
  const answers = []
  for (let n = 0; n < 22; n += 1) {
    answers.push(await file(ana, 'csv', '2026-10-01', '2026-10-31'))
  }
  const [refused, ...others] = answers.filter(({ status }) => status !== 200)
  expect(others).toEqual([])
  expect(refused).toBe(answers[21])
  expect(errorOf(refused!)).toMatchObject({ status: 429, type: 'too_many_requests' })
})

test('a statement needs a token of the same company and has only that customer’s records [T4]', async () => {
  const answer = await call('GET /points/statement/{format}', {
    headers: asCustomer(world.posto, shared.customer.token),
    params: { format: 'csv' },
    query: { from: '2026-10-01', to: '2026-10-31' },
  })
  expect(errorOf(answer)).toMatchObject({ status: 401, type: 'unauthenticated' })
  const other = await world.registered(cafe)
  expect(await linesOf(other, '2026-10-01', '2026-10-31')).toHaveLength(2)
})

test('a sale that is made while a statement is read is not in it [R7.3]', async () => {
  const customer = await world.registered(cafe)
  await world.generate(cafe, sale(customer.document, { purchase_value: 700 }))
  let texts: string[] = []
  const database = {
    async query(statement: { text: string }) {
      const isFirstPage = statement.text.includes('history_of_period') && texts.length === 1
      if (isFirstPage) await world.generate(cafe, sale(customer.document, { purchase_value: 900 }))
      texts = [...texts, statement.text]
      return world.database.query(statement)
    },
  } as unknown as Database
  const today = localDate(world.now(), 'America/Sao_Paulo')
  const request = { company_id: cafe.id, customer_id: customer.id, now: world.now() }
  const lines = readLines(database, { ...request, period: { from: today, to: today } })
  const values: (number | null)[] = []
  for await (const { purchase_value } of lines) values.push(purchase_value)
  expect(values).toEqual([700])
  expect(texts).toHaveLength(2)
})
