import { expect, test } from 'vitest'

import { codesOf } from '#api/testing/worlds/phone.ts'
import { shopsOf } from '#api/testing/worlds/shop.ts'
import { asPartner, createWorld, newCpf } from '#api/testing/worlds/world.ts'
import type { Intention } from '#contract/intention.ts'
import type { PartnerCustomer } from '#contract/partner.ts'

import { type DemoTill, demoTill } from './till.ts'

const demoTills = new Map<string, DemoTill>()
const world = await createWorld({
  options: { addRoutes: (app, context) => demoTill(app, context, demoTills) },
})
const { cafe, posto, app, call } = world
const { phoneOf, codeOf } = codesOf(world)
demoTills.set(cafe.id, { key: cafe.key, document: '52998224725', shop: 'Loja 1' })
demoTills.set(posto.id, { key: posto.key, document: '', shop: 'Posto' })

type Shown = {
  parts?: Record<string, string>
  receipt?: string
  said?: string
  status?: string
  isRefused?: true
}

async function play(
  action: string,
  typed: Record<string, string>,
  host = cafe.hostname,
): Promise<Shown> {
  const answer = await app.inject({
    method: 'POST',
    url: `/_demo/caixa/${action}`,
    headers: { host },
    payload: { shop: 'Loja 1', ...typed },
  })
  expect(answer.statusCode).toBe(200)
  expect(answer.body).not.toContain(cafe.key)
  return answer.json()
}

const balanceOf = async (document: string) => {
  const answer = await call('GET /partner/customer', {
    headers: asPartner(cafe),
    query: { document },
  })
  return (answer.body as PartnerCustomer).balance.amount_balance
}

const idIn = (html: string | undefined) => /name="id" value="([^"]+)"/.exec(html ?? '')![1]!

async function intentionOf(customer: { headers: Record<string, string> }): Promise<Intention> {
  return (await call('GET /points/intention', { headers: customer.headers })).body as Intention
}

test('a blocked company has no till and gets the message for closed companies [R1.3]', async () => {
  const closed = await world.createCompany('fechada', { blocked: true })
  demoTills.set(closed.id, { key: closed.key, document: '', shop: 'Loja' })
  const page = await app.inject({ url: '/_demo/caixa', headers: { host: closed.hostname } })
  expect(page.json()).toMatchObject({ status: 403, data: { type: 'company_unavailable' } })
})

test('the demo till’s page has the company’s title font, or no font file [R1.6]', async () => {
  const slab = await world.createCompany('com-letra', { theme: { font: 'slab' } })
  demoTills.set(slab.id, { key: slab.key, document: '', shop: 'Loja' })
  const at = (url: string, { hostname: host }: { hostname: string }) =>
    app.inject({ url, headers: { host } })
  expect((await at('/_demo/caixa', slab)).body).toContain('@font-face{font-family:fiel-slab;')
  const font = await at('/_demo/caixa/title.woff', slab)
  expect(font.headers['content-type']).toBe('font/woff')
  expect(font.rawPayload.subarray(0, 4).toString()).toBe('wOFF')
  expect((await at('/_demo/caixa', cafe)).body).not.toContain('@font-face')
  expect((await at('/_demo/caixa/title.woff', cafe)).statusCode).toBe(404)
})

test('the demo’s till serves the page of the host’s company with its scripts and without the key', async () => {
  const page = await app.inject({ url: '/_demo/caixa', headers: { host: 'cafe.localhost:3000' } })
  expect(page.statusCode).toBe(200)
  expect(page.headers['content-security-policy']).toMatch(
    /default-src 'none'; script-src 'self'; style-src 'self' 'nonce-/,
  )
  expect(page.body).toContain('value="52998224725"')
  expect(page.body).toContain('name="points_amount"')
  expect(page.body).not.toContain('fiel_')
  for (const file of ['till.js', 'scan.js', 'till.css', 'decoder/decode.js', 'decoder/index.js']) {
    const { statusCode, body } = await app.inject(`/_demo/caixa/${file}`)
    expect(statusCode).toBe(200)
    expect(body).not.toContain('fiel_')
  }
  const other = await app.inject({ url: '/_demo/caixa', headers: { host: 'posto.localhost' } })
  expect(other.body).toContain('Caixa de demonstração · posto')
  const nobody = await app.inject({ url: '/_demo/caixa', headers: { host: 'ninguem.localhost' } })
  expect(nobody.statusCode).toBe(404)
})

test('a sale at the demo’s till gives points, is listed, and can be undone in the list', async () => {
  const { document } = await world.registered(cafe)
  const sold = await play('sell', { document, purchase_value: '1.045,90' })
  expect(sold.said).toBe('Venda registrada: o cliente ganhou 1.045 pontos (R$\u00a010,45).')
  expect(sold.parts!['customer']).toContain('Saldo: 1.045 pontos')
  expect(await balanceOf(document)).toBe(1_045)
  const id = idIn(sold.receipt)
  const undone = await play('reverse', { document, id })
  expect(undone.parts![`undo-${id}`]).toBe('<p>Estornado</p>')
  expect(await balanceOf(document)).toBe(0)
})

test('a sale uses the chosen rule, and only rules valid today are offered [D13]', async () => {
  const rule = { type: 'POINTS_PER_REAL', rate: 1 }
  const company = await world.createCompany('dobro', {
    calculation_rules: [
      { ...rule, key: 'compra', name: 'Compra' },
      { ...rule, key: 'dia-em-dobro', name: 'Dia em <dobro>', rate: 2 },
      { ...rule, key: 'natal', name: 'Natal', valid_from: '2026-12-01' },
      { ...rule, key: 'verao', name: 'Verão', valid_to: '2026-11-19' },
    ],
  })
  demoTills.set(company.id, { key: company.key, document: '', shop: 'Loja 1' })
  const page = await app.inject({ url: '/_demo/caixa', headers: { host: company.hostname } })
  expect(
    [...page.body.matchAll(/<option value="([^"]+)">([^<]+)/g)].map(([, ...it]) => it),
  ).toEqual([
    ['compra', 'Compra'],
    ['dia-em-dobro', 'Dia em &#60;dobro&#62;'],
  ])
  const alone = await app.inject({ url: '/_demo/caixa', headers: { host: cafe.hostname } })
  expect(alone.body).not.toContain('calculation_rule_id')

  const typed = { document: newCpf(), purchase_value: '10,00' }
  const doubled = { ...typed, calculation_rule_id: 'dia-em-dobro' }
  const sold = await play('sell', doubled, company.hostname)
  expect(sold.said).toContain('o cliente ganhou 20 pontos')
  expect(sold.receipt).toContain('Venda de R$\u00a010,00 · Dia em &#60;dobro&#62;')
  const refused = await play('sell', { ...typed, calculation_rule_id: 'natal' }, company.hostname)
  expect(refused).toMatchObject({
    isRefused: true,
    said: 'Nenhuma regra de cálculo está valendo hoje para esta compra.',
  })
})

test('a charge waits for the customer’s authorisation, and is captured only after it', async () => {
  const customer = await world.confirmed(cafe, 200)
  const { document } = customer
  const charged = await play('charge', { document, purchase_value: '45,90', points_amount: '100' })
  expect(charged).toMatchObject({
    status: 'PENDING',
    said: 'Pedido enviado: ele já está na tela do cliente.',
  })
  const id = idIn(charged.parts!['charge'])
  expect(await intentionOf(customer)).toMatchObject({
    id,
    purchase_value: 4_590,
    points_amount: 100,
  })
  expect((await play('capture', { document, id })).isRefused).toBe(true)

  await call('POST /points/intention/{id}/confirm', { headers: customer.headers, params: { id } })
  const looked = await play('look', { document, id })
  expect(looked.status).toBe('AUTHORIZED')
  expect(looked.parts!['charge']).toContain('Concluir a compra')
  const captured = await play('capture', { document, id })
  expect(captured).toMatchObject({ status: 'CAPTURED', said: 'Compra concluída.' })
  expect(captured.parts!['charge']).toBe('')
  expect(captured.receipt).toContain('−100 pontos')
  expect(await balanceOf(document)).toBe(100)
  await play('reverse', { document, id: idIn(captured.receipt) })
  expect(await balanceOf(document)).toBe(200)
})

test('the code captures a charge; a wrong code is an error, and the fifth ends the charge', async () => {
  const customer = await world.confirmed(cafe, 200)
  const { document } = customer
  const form = { document, purchase_value: '45', points_amount: '50' }
  const first = idIn((await play('charge', form)).parts!['charge'])
  const { code } = await intentionOf(customer)
  expect(await play('capture', { document, id: first, code: code! })).toMatchObject({
    status: 'CAPTURED',
  })
  expect(await balanceOf(document)).toBe(150)

  const second = idIn((await play('charge', form)).parts!['charge'])
  const right = (await intentionOf(customer)).code
  const wrong = right === '000000' ? '000001' : '000000'
  for (let guess = 1; guess <= 4; guess += 1) {
    expect(await play('capture', { document, id: second, code: wrong })).toEqual({
      said: `O código não confere. ${['', 'Restam 4 tentativas', 'Restam 3 tentativas', 'Restam 2 tentativas', 'Resta 1 tentativa'][guess]}.`,
      isRefused: true,
    })
  }
  expect(await play('capture', { document, id: second, code: wrong })).toMatchObject({
    status: 'CANCELLED',
    said: 'Pedido cancelado: o saldo está livre.',
  })
  expect(await balanceOf(document)).toBe(150)
})

test('a scanned code in the customer’s field finds and charges the customer; an old one is refused [D14]', async () => {
  const phone = await phoneOf(cafe)
  const code = await codeOf(phone)
  const found = await play('find', { document: ` ${code}\n` })
  expect(found.parts!['customer']).toContain('Saldo: 100 pontos')
  const charged = await play('charge', {
    document: code,
    purchase_value: '45',
    points_amount: '50',
  })
  expect(charged.status).toBe('PENDING')
  const id = idIn(charged.parts!['charge'])
  // The customer takes longer than a code lasts.
  world.moveClock('2026-11-20T15:05:00Z')
  const { headers } = phone
  await call('POST /points/intention/{id}/confirm', { headers, params: { id } })
  expect(await play('capture', { document: code, id })).toMatchObject({
    status: 'CAPTURED',
    parts: { customer: expect.stringContaining('leia o código do cliente de novo') },
  })
  expect(await balanceOf(phone.document)).toBe(50)
  world.moveClock('2026-11-20T15:00:00Z')
  for (const [document, said] of [
    [await codeOf(phone, -9), 'Este código expirou ou já foi usado.'],
    [`F1.${code.slice(4)}`, 'Não reconhecemos este código.'],
  ] as const) {
    const shown = await play('find', { document })
    expect(shown.isRefused).toBe(true)
    expect(shown.said).toContain(said)
  }
})

test('cancelling a charge frees its points', async () => {
  const { document } = await world.confirmed(cafe, 200)
  const form = { document, purchase_value: '45', points_amount: '200' }
  const id = idIn((await play('charge', form)).parts!['charge'])
  expect(await balanceOf(document)).toBe(0)
  expect(await play('cancel', { document, id })).toMatchObject({ status: 'CANCELLED' })
  expect(await balanceOf(document)).toBe(200)
})

test('a voucher is handed over once', async () => {
  const { companyWith, customerWith, bought } = shopsOf(world)
  const shop = await companyWith([{ name: 'Café coado', value: 10 }])
  demoTills.set(shop.id, { key: shop.key, document: '', shop: 'Loja 1' })
  const { code } = await bought(await customerWith(shop, 10), shop.prizes[0]!)
  const handed = await play('withdraw', { code: code.toLowerCase() }, shop.hostname)
  expect(handed.said).toBe('Prêmio entregue: Café coado.')
  expect(handed.receipt).toContain('Café coado')
  expect(await play('withdraw', { code }, shop.hostname)).toEqual({
    said: 'Este voucher já foi retirado.',
    isRefused: true,
  })
})

test('the demo’s till answers mistyped input with a sentence and changes nothing', async () => {
  const { document } = await world.confirmed(cafe, 10)
  for (const [action, typed, sentence] of [
    ['sell', { document, purchase_value: 'dez' }, 'Informe um valor em reais, como 45,90.'],
    ['sell', { document: '123', purchase_value: '10' }, 'Insira um CPF válido'],
    ['charge', { document, purchase_value: '10', points_amount: '1,5' }, 'número inteiro'],
    ['charge', { document, purchase_value: '10', points_amount: '50' }, 'saldo suficiente'],
    ['withdraw', { document, code: 'NADA-1' }, 'Não encontramos este voucher.'],
    ['find', { document: '123' }, 'Insira um CPF válido'],
  ] as const) {
    const shown = await play(action, typed)
    expect(shown.isRefused, sentence).toBe(true)
    expect(shown.said).toContain(sentence)
  }
  expect(await balanceOf(document)).toBe(10)
  expect((await play('find', { document: '52998224725' })).parts!['customer']).toContain(
    'Documento sem cadastro',
  )
})

test('the demo’s till warns of an unknown shop after the action [D13]', async () => {
  const shop = await world.createCompany('lojas', { subsidiaries: [{ name: 'Loja Centro' }] })
  demoTills.set(shop.id, { key: shop.key, document: '', shop: 'Loja Centro' })
  const typed = { document: '52998224725', purchase_value: '10' }
  const sold = await play('sell', { ...typed, shop: 'Loja Sentro' }, shop.hostname)
  expect(sold.isRefused).toBeUndefined()
  expect(sold.said).toContain('A mais parecida é “Loja Centro”.')
  const listedSale = await play('sell', { ...typed, shop: 'LOJA CENTRO' }, shop.hostname)
  expect(listedSale.said).not.toContain('A mais parecida')
})

test('the demo’s till refuses forms of other sites and unknown actions [T13]', async () => {
  const { document } = await world.registered(cafe)
  const headers = { host: cafe.hostname, 'content-type': 'text/plain' }
  const payload = JSON.stringify({ document, shop: 'Loja 1', purchase_value: '10' })
  const forged = await app.inject({ method: 'POST', url: '/_demo/caixa/sell', headers, payload })
  expect(forged.statusCode).toBe(422)
  expect(await balanceOf(document)).toBe(0)
  for (const action of ['constructor', 'toString', 'outra']) {
    const answer = await app.inject({
      method: 'POST',
      url: `/_demo/caixa/${action}`,
      headers: { host: cafe.hostname },
      payload: {},
    })
    expect(answer.statusCode).toBe(404)
  }
})

test('the product without the demo has no till', async () => {
  const { app: node } = await createWorld()
  expect((await node.inject('/_demo/caixa')).statusCode).toBe(404)
  const played = await node.inject({ method: 'POST', url: '/_demo/caixa/sell', payload: {} })
  expect(played.statusCode).toBe(404)
})
