/** A customer, and a till's day with that customer: each call that a till's guide names. */

import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'

import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'

import type { Answer, Ask } from './calls.ts'

const mailPort = 2525
const mailLimit_ms = 30_000
const shop = 'Aurora Pinheiros'

export type Mails = { texts: string[]; stop: () => Promise<void> }

/** The mail server of the drill. */
export async function openMails(): Promise<Mails> {
  const texts: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _, done) {
      void (async () => {
        const { text = '' } = await PostalMime.parse(await buffer(stream))
        texts.push(text)
        done()
      })()
    },
  })
  server.listen(mailPort, '127.0.0.1')
  await once(server.server, 'listening')
  return { texts, stop: () => new Promise((resolve) => server.close(resolve)) }
}

export type Customer = { headers: Record<string, string>; document: string; email: string }

/** Registers in the portal. */
export async function register(ask: Ask, document: string): Promise<Customer> {
  const found = await expectSuccess(ask, 'GET company/get-company-by-domain/cafe.localhost')
  const [{ company_id }] = found as [{ company_id: string }]
  const email = `${document}@exemplo.com.br`
  const created = await expectSuccess(ask, 'POST customer/create-via-email', {
    headers: { 'company-id': company_id },
    body: {
      name: 'Ana Lima',
      email,
      document,
      birthdate: '1990-12-31',
      password: 'segredo1',
      opt_in: true,
      opt_in_marketing: false,
    },
  })
  const { token } = created as { token: string }
  return {
    headers: { authorization: `Bearer ${token}`, 'company-id': company_id },
    document,
    email,
  }
}

/** Confirms the email with the link in the mail. */
export async function confirm(ask: Ask, { headers }: Customer, mails: Mails): Promise<void> {
  const began = performance.now()
  let token: string | undefined
  while (token === undefined) {
    if (performance.now() - began > mailLimit_ms)
      throw new Error(`No mail with a link came: ${mails.texts.join('\n')}`)
    await sleep(100)
    token = mails.texts
      .map((text) => /confirmar-email\S*[?&#]token=([\w.%-]+)/.exec(text)?.[1])
      .find(Boolean)
  }
  await expectSuccess(ask, 'POST customer/email-confirmation', {
    headers,
    body: { token: decodeURIComponent(token) },
  })
}

/** Makes the calls of a till's day. Each line of the result names a call and its outcome. */
export async function tillDay(
  ask: Ask,
  key: string,
  { headers, document }: Customer,
): Promise<string> {
  const lines: string[] = []
  const till = async (endpoint: string, body?: object) => {
    const sent = { headers: { authorization: `Bearer ${key}` }, body }
    return expectSuccess(ask, endpoint.replace(' ', ' partner/'), sent)
  }
  const customer = { document }
  const sale = { customer, purchase_value: 50_000, external_id: 'day-1', subsidiary_name: shop }
  const simulated = (await till('POST points/simulate', sale)) as { points_amount: number }
  lines.push(`simulation of R$ 500,00: ${simulated.points_amount} points`)
  const sold = (await till('POST points/generate', sale)) as { id: string; points_amount: number }
  lines.push(`sale of R$ 500,00: ${sold.points_amount} points`)
  const again = (await till('POST points/generate', sale)) as { id: string }
  lines.push(`the same sale again: ${again.id === sold.id ? 'the same record' : 'ANOTHER record'}`)
  const found = (await till(`GET customer?document=${document}`)) as {
    name: string
    balance: { amount_balance: number }
  }
  lines.push(`look-up: ${found.name} has ${found.balance.amount_balance} points`)

  const charge = {
    customer,
    purchase_value: 5000,
    points_amount: 100,
    external_id: 'day-2',
    subsidiary_name: shop,
  }
  const intention = (await till('POST points/intention', charge)) as { id: string; status: string }
  const shown = (await expectSuccess(ask, 'GET points/intention', { headers })) as { code: string }
  const captured = (await till(`POST points/intention/${intention.id}/capture`, {
    code: shown.code,
  })) as {
    points_amount: number
  }
  lines.push(`use of points with the code on the phone: ${captured.points_amount} points`)
  const returned = await till(`POST points/${sold.id}/reverse`, {
    external_id: 'day-3',
    returned_value: 10_000,
  })
  lines.push(`return of R$ 100,00: ${(returned as { points_amount: number }).points_amount} points`)

  const prizes = (await expectSuccess(ask, 'GET prize', { headers })) as {
    id: string
    name: string
  }[]
  const prize = prizes.find(({ name }) => name.startsWith('Porção'))!
  const [voucher] = (await expectSuccess(ask, 'POST voucher/generate', {
    headers: { ...headers, 'idempotency-key': 'evidence-of-a-voucher' },
    body: { customer_document: document, products: [{ prize_id: prize.id, quantity: 1 }] },
  })) as [{ code: string }]
  const withdrawn = (await till(`POST voucher/${voucher.code}/withdraw`, {
    subsidiary_name: shop,
  })) as {
    state: string
  }
  lines.push(`a prize for points, handed over: voucher ${withdrawn.state}`)
  return lines.join('\n')
}

async function expectSuccess(ask: Ask, endpoint: string, sent = {}): Promise<unknown> {
  const { status, body }: Answer = await ask(endpoint, sent)
  if (status < 200 || status > 299)
    throw new Error(`${endpoint}: ${status} ${JSON.stringify(body)}`)
  return body
}
