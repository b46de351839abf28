import { jwtVerify } from 'jose'
import { beforeEach, describe, expect, test } from 'vitest'

import { readPass } from '#api/testing/fakes/read-pass.ts'
import {
  appleFile,
  googleFile,
  issuerId,
  walletSettings,
  walletTexts,
} from '#api/testing/fakes/wallet-credential.ts'
import { asGuest, asPartner, createWorld, errorOf, type Sent } from '#api/testing/worlds/world.ts'
import type { CompanySettings } from '#contract/company.ts'
import type { ErasurePreview } from '#contract/privacy.ts'
import type { Prize } from '#contract/prize.ts'
import type { Voucher } from '#contract/voucher.ts'
import { type WalletLink, walletNames } from '#contract/wallet.ts'
import { row, rows, sql } from '#database/sql.ts'

const log: string[] = []
const world = await createWorld({ log: (line) => log.push(line) })
const { call, cafe, database } = world
const [apple, google] = [appleFile(), googleFile()]
const credentials = walletTexts(apple, google)
const prizes = [
  { key: 'pao', name: 'Pão', value: 10, expires_in: 10 },
  { key: 'livro', name: 'Livro', value: 10 },
]
const changes = { settings: walletSettings, prizes, hide_cashback: true }
const clube = await world.createCompany('clube', changes, {}, credentials)
const outro = await world.createCompany('outro', changes, {}, credentials)
const ana = await world.confirmed(clube, 1000)
const rui = await world.confirmed(clube)
const { headers } = ana
const [pao, livro] = (await call('GET /prize', { headers })).body as Prize[]
const guest = { headers: asGuest(clube) }
const till = { headers: asPartner(clube) }

beforeEach(() => world.moveClock('2026-11-20T15:00:00Z'))

async function bought(prize: Prize): Promise<Voucher> {
  const body = { customer_document: ana.document, products: [{ prize_id: prize.id, quantity: 1 }] }
  const answer = await call('POST /voucher/generate', { headers, body })
  expect(answer.status, answer.text).toBe(201)
  return (answer.body as Voucher[])[0]!
}

type Wallet = (typeof walletNames)[number]

const ofMember = (wallet: Wallet, sent: Sent = { headers }) =>
  call('GET /wallet/{wallet}/member', { ...sent, params: { wallet } })
const ofVoucher = (wallet: Wallet, id: string, sent: Sent = { headers }) =>
  call('GET /wallet/{wallet}/voucher/{id}', { ...sent, params: { wallet, id } })

/** The parts of an Apple link, as a browser that navigates to it sends them. */
function partsOf({ body }: { body: unknown }): { company_id: string; token: string } {
  const { url } = body as WalletLink
  const [, company_id, token] = /^\/api\/wallet\/pass\/([\da-f-]{36})\/([\w-]+)$/.exec(url)!
  return { company_id: company_id!, token: token! }
}

const download = (params: { company_id: string; token: string }) =>
  call('GET /wallet/pass/{company_id}/{token}', { params })

/** The answer's bytes: `call` reads an answer as text. */
async function bytesOf({ company_id, token }: { company_id: string; token: string }) {
  const url = `/api/wallet/pass/${company_id}/${token}`
  return (await world.app.inject({ method: 'GET', url })).rawPayload
}

async function savedIn({ body }: { body: unknown }) {
  const jwt = (body as WalletLink).url.replace('https://pay.google.com/gp/v/save/', '')
  const { payload } = await jwtVerify(jwt, google.publicKey, { currentDate: world.now() })
  return payload['payload'] as Record<string, { id: string; [field: string]: unknown }[]>
}

test('the settings name the wallets of a company and nothing of its credentials', async () => {
  const settingsOf = async ({ id }: { id: string }) => {
    const answer = await call('GET /company/{company_id}/settings', { params: { company_id: id } })
    expect(answer.text).not.toMatch(/apple\.pem|google\.json|3388/)
    return (answer.body as CompanySettings).integrations.wallets
  }
  expect(await settingsOf(clube)).toEqual(['apple', 'google'])
  expect(await settingsOf(cafe)).toEqual([])
})

describe('a voucher in a wallet', () => {
  test('a voucher opens as a signed pass of the Apple Wallet, by a link that needs no header [D3]', async () => {
    const voucher = await bought(pao!)
    const link = partsOf(await ofVoucher('apple', voucher.id))
    const answer = await download(link)
    expect(answer.status).toBe(200)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/vnd.apple.pkpass',
      'content-disposition': 'attachment; filename="cartao.pkpass"',
      'cache-control': 'no-store',
    })
    const { json } = readPass(await bytesOf(link), apple.issuer)
    expect(json).toMatchObject({
      serialNumber: `voucher-${voucher.id}`,
      barcodes: [{ message: voucher.code }],
      // The last second of 30 November in São Paulo.
      expirationDate: '2026-12-01T02:59:59.000Z',
    })
    expect(voucher.expires_at).toBe('2026-11-30')
  })

  test('a voucher is saved by a signed link in the Google Wallet [D3]', async () => {
    const voucher = await bought(livro!)
    const { offerObjects } = await savedIn(await ofVoucher('google', voucher.id))
    expect(offerObjects).toMatchObject([
      { id: `${issuerId}.voucher-${voucher.id}`, barcode: { value: voucher.code } },
    ])
    expect(offerObjects![0]).not.toHaveProperty('validTimeInterval')
  })

  test('a withdrawn, expired or cancelled voucher has no pass, not even by an older link', async () => {
    const vouchers = [await bought(pao!), await bought(pao!), await bought(pao!)] as const
    const links = await Promise.all(
      vouchers.map(async ({ id }) => partsOf(await ofVoucher('apple', id))),
    )
    const params = { code: vouchers[0].code }
    const body = { subsidiary_name: 'Loja 1' }
    await call('POST /partner/voucher/{code}/withdraw', { ...till, params, body })
    const cancelled = { params: { code: vouchers[1].code } }
    await call('POST /partner/voucher/{code}/cancel', { ...till, ...cancelled })
    // The link lives for 5 minutes, and the voucher until midnight.
    await rows(
      database,
      sql`update voucher set expires_on = '2026-11-19' where company_id = ${clube.id} and id = ${vouchers[2].id}`,
    )
    const reasons = ['voucher_withdrawn', 'voucher_cancelled', 'voucher_expired']
    for (const [at, type] of reasons.entries()) {
      for (const wallet of walletNames) {
        expect(errorOf(await ofVoucher(wallet, vouchers[at]!.id))).toMatchObject({
          status: 422,
          type,
        })
      }
      expect(errorOf(await download(links[at]!))).toMatchObject({ status: 422, type })
    }
  })

  test('another customer, also of another company, does not find a voucher’s pass', async () => {
    const { id } = await bought(pao!)
    const stranger = await world.confirmed(outro)
    for (const wallet of walletNames) {
      for (const person of [rui, stranger]) {
        const answer = await ofVoucher(wallet, id, { headers: person.headers })
        expect(errorOf(answer)).toMatchObject({ status: 404, type: 'not_found' })
      }
      expect(errorOf(await ofVoucher(wallet, id, guest))).toMatchObject({ status: 401 })
    }
  })
})

describe('the card of a customer in a wallet', () => {
  test('the card of a customer contains no member code, in either wallet [D14]', async () => {
    const link = partsOf(await ofMember('apple'))
    const { json } = readPass(await bytesOf(link), apple.issuer)
    expect(json).toMatchObject({ serialNumber: `member-${ana.id}`, storeCard: {} })
    expect(JSON.stringify(json)).not.toMatch(/barcode|F1\./)
    const saved = await savedIn(await ofMember('google'))
    expect(saved).toMatchObject({ loyaltyObjects: [{ accountName: 'Ana Lima' }] })
    expect(JSON.stringify(saved)).not.toMatch(/barcode|F1\./i)
  })

  test('the card of a customer is refused without a session token', async () => {
    for (const wallet of walletNames) {
      expect(errorOf(await ofMember(wallet, guest))).toMatchObject({ status: 401 })
    }
  })
})

describe('without usable wallet credentials', () => {
  test('a company without credentials makes no pass, and the customer’s balance is unchanged', async () => {
    const person = await world.confirmed(cafe, 100)
    for (const wallet of walletNames) {
      const answer = await ofMember(wallet, { headers: person.headers })
      expect(errorOf(answer)).toMatchObject({ status: 404, type: 'not_found' })
      const voucher = await ofVoucher(wallet, ana.id, { headers: person.headers })
      expect(errorOf(voucher)).toMatchObject({ status: 404, type: 'not_found' })
    }
    const balance = await call('GET /customer/balance', { headers: person.headers })
    expect(balance.body).toMatchObject({ amount_balance: 100 })
  })

  test('an expired certificate signs nothing, and the log says so without quoting the file', async () => {
    const ending = appleFile({ until: new Date('2027-01-01T00:00:00Z') })
    const file = new Map([['apple', ending.text]] as const)
    const integrations = { wallet: { apple: { credentials: 'apple.pem' } } }
    const shop = await world.createCompany('vencida', { settings: { integrations } }, {}, file)
    const person = await world.registered(shop)
    const link = partsOf(await ofMember('apple', { headers: person.headers }))
    world.moveClock('2027-01-01T00:00:00Z')
    expect(errorOf(await ofMember('apple', { headers: person.headers })).type).toBe('not_found')
    world.moveClock('2026-11-20T15:00:00Z')
    // The company leaves the wallet between link and download.
    await world.createCompany('vencida', {})
    expect(errorOf(await download(link))).toMatchObject({ status: 404, type: 'not_found' })
    const line = log.find((one) => one.includes('wallet credential unusable'))
    expect(line).toContain('venceu em 2027-01-01')
    expect(log.join('\n')).not.toContain('PRIVATE KEY')
  })
})

describe('a link to a pass', () => {
  test('a link to a pass works for 5 minutes', async () => {
    const link = partsOf(await ofMember('apple'))
    world.moveClock('2026-11-20T15:04:59Z')
    expect((await download(link)).status).toBe(200)
    world.moveClock('2026-11-20T15:05:00Z')
    expect(errorOf(await download(link))).toMatchObject({ status: 422, type: 'expired_token' })
  })

  test('a link to a pass does not work once the customer is erased [D16]', async () => {
    const person = await world.registered(clube)
    const link = partsOf(await ofMember('apple', { headers: person.headers }))
    const { body } = await call('GET /customer/erasure', { headers: person.headers })
    const { forfeits } = body as ErasurePreview
    const answer = await call('DELETE /customer', {
      headers: person.headers,
      body: { forfeits, current_password: person.password },
    })
    expect(answer.status, answer.text).toBe(204)
    expect(errorOf(await download(link))).toMatchObject({ status: 404, type: 'not_found' })
  })

  test('a link to a pass does not work while the company is closed [R1.3]', async () => {
    const shop = await world.createCompany('fechada', changes, {}, credentials)
    const person = await world.registered(shop)
    const link = partsOf(await ofMember('apple', { headers: person.headers }))
    for (const closed of [{ blocked: true }, { maintenance: true }]) {
      await world.createCompany('fechada', { ...changes, ...closed }, {}, credentials)
      expect(errorOf(await download(link))).toMatchObject({ status: 404, type: 'not_found' })
    }
    await world.createCompany('fechada', changes, {}, credentials)
    expect((await download(link)).status).toBe(200)
  })

  test('a link to a pass does not work if it is changed, invented or of another company', async () => {
    const { company_id, token } = partsOf(await ofMember('apple'))
    const changed = `${token.startsWith('A') ? 'B' : 'A'}${token.slice(1)}`
    for (const link of [
      { company_id, token: changed },
      { company_id, token: 'A'.repeat(200) },
      { company_id, token: 'A' },
      { company_id: outro.id, token },
    ]) {
      expect(errorOf(await download(link))).toMatchObject({ status: 422, type: 'expired_token' })
    }
    expect(errorOf(await download({ company_id: cafe.id, token })).type).toBe('not_found')
  })
})

test('a customer who requests many passes in a row gets too_many_requests [T18]', async () => {
  const person = await world.registered(clube)
  const sent = { headers: person.headers, address: '10.1.2.3' }
  const link = partsOf(await ofMember('apple', sent))
  let last = await ofMember('google', sent)
  for (let attempts = 1; last.status === 200 && attempts < 40; attempts += 1) {
    last = await ofMember('google', sent)
  }
  expect(errorOf(last)).toMatchObject({ status: 429, type: 'too_many_requests' })
  expect(errorOf(await ofVoucher('google', ana.id, sent)).type).toBe('too_many_requests')
  expect(errorOf(await download(link)).type).toBe('too_many_requests')
})

test('the database contains no wallet key in plain text [T16]', async () => {
  const stored = await row<{ text: string }>(
    database,
    sql`select string_agg(encode(sealed, 'escape'), '') as text from wallet_credential where company_id = ${clube.id}`,
  )
  expect(stored!.text.length).toBeGreaterThan(1_000)
  expect(stored!.text).not.toMatch(/PRIVATE|CERTIFICATE|service_account/)
})
