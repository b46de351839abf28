/** Mails as a mail server takes them: the real queue, the real database, a real SMTP server. */

import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'

import PostalMime, { type Email } from 'postal-mime'
import sharp from 'sharp'
import { SMTPServer } from 'smtp-server'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'

import { applyCompany } from '#api/company/apply.ts'
import { readCompanyFolder } from '#api/company/company-file.ts'
import { row, rows, sql, transaction } from '#api/database/sql.ts'
import { createLog } from '#api/log.ts'
import { redeemMailedToken } from '#api/session/mailed-token.ts'
import { createWorld, sale } from '#api/testing/world.ts'

import { startMailQueue } from './queue.ts'
import { smtpTransport } from './transport.ts'

const world = await createWorld()
const { cafe, posto, database } = world

type Taken = { from: string; to: string[]; mail: Email }
const taken: Taken[] = []
/** How the server answers the next mails: true takes it. */
let answers: boolean[] = []
const log: string[] = []
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData(stream, session, done) {
    void (async () => {
      const chunks: Buffer[] = []
      for await (const chunk of stream) chunks.push(chunk as Buffer)
      if (answers.shift() === false) return done(new Error('busy'))
      const { mailFrom, rcptTo } = session.envelope
      taken.push({
        from: mailFrom ? mailFrom.address : '',
        to: rcptTo.map(({ address }) => address),
        mail: await PostalMime.parse(Buffer.concat(chunks)),
      })
      done()
    })()
  },
})
const running: { stop: () => Promise<void> }[] = []

beforeAll(async () => {
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening))
})
afterEach(async () => {
  for (const queue of running.splice(0)) await queue.stop()
  taken.length = 0
  log.length = 0
  answers = []
})
afterAll(() => promisify(server.close.bind(server))())

async function startQueue({ port = (server.server.address() as AddressInfo).port } = {}) {
  const queue = await startMailQueue({
    url: world.url,
    database,
    clock: world.now,
    log: createLog('debug', { write: (line) => void log.push(line) }),
    transport: smtpTransport(`smtp://127.0.0.1:${port}`),
    local_port: 3000,
  })
  running.push(queue)
  return queue
}

/** The mail to this address, once it has come. */
function mailTo(email: string): Promise<Taken> {
  return vi.waitFor(
    () => {
      const found = taken.find(({ to }) => to.includes(email))
      if (!found) throw new Error(`no mail to ${email}`)
      return found
    },
    { timeout: 20_000, interval: 20 },
  )
}

function linkIn({ text }: Email): URL {
  return new URL(/https?:\S+/.exec(text!)![0])
}

/** Resolves when nothing is left to send. */
function emptied(): Promise<void> {
  return vi.waitFor(
    async () => {
      const left = await row(
        database,
        sql`select 1 from pgboss.job where name = 'mail' and state in ('created', 'retry', 'active')`,
      )
      expect(left).toBeUndefined()
    },
    { timeout: 20_000, interval: 20 },
  )
}

describe('what is mailed', () => {
  test('R3.4 a link to sign in goes to who has the email, and signs in', async () => {
    const customer = await world.registered(cafe, { name: 'Beatriz Prado' })
    const { queueMail } = await startQueue()
    await queueMail(database, { kind: 'login_link', company_id: cafe.id, email: customer.email })
    const { from, mail } = await mailTo(customer.email)
    expect(from).toBe('nao-responda@cafe.localhost')
    expect(mail.from).toMatchObject({ name: 'Programa de Fidelidade' })
    expect(mail.subject).toBe('Seu link para entrar: Programa de Fidelidade')
    expect(mail.text).toContain('Olá, Beatriz!')
    expect(mail.text).toContain('vale por 15 minutos')
    const link = linkIn(mail)
    expect(link.origin + link.pathname).toBe('http://cafe.localhost:3000/entrar-link')
    expect(link.searchParams.get('email')).toBe(customer.email)
    expect(mail.html).toContain('entrar-link')
    const token = link.searchParams.get('token')!
    const redeemed = await redeemMailedToken(database, cafe.id, 'LOGIN', token, world.now())
    expect(redeemed).toEqual({ customer_id: customer.id, email: customer.email })
  })

  test('R3.12 a link to set a password goes to the owner of a document', async () => {
    const customer = await world.registered(cafe)
    const { queueMail } = await startQueue()
    const { document } = customer
    await queueMail(database, {
      kind: 'password_reset',
      company_id: cafe.id,
      email: null,
      document,
    })
    const { mail } = await mailTo(customer.email)
    const link = linkIn(mail)
    expect(link.pathname).toBe('/redefinir-senha')
    const token = link.searchParams.get('token')!
    await redeemMailedToken(database, cafe.id, 'PASSWORD', token, world.now())
  })

  test('R3.14 a link to confirm goes to who is not confirmed, and no more after', async () => {
    const customer = await world.registered(cafe)
    const { queueMail } = await startQueue()
    const job = {
      kind: 'email_confirmation',
      company_id: cafe.id,
      customer_id: customer.id,
    } as const
    await queueMail(database, job)
    const link = linkIn((await mailTo(customer.email)).mail)
    expect(link.pathname).toBe('/confirmar-email')
    await world.call('POST /customer/email-confirmation', {
      headers: customer.headers,
      body: { token: link.searchParams.get('token') },
    })
    await queueMail(database, job)
    await emptied()
    expect(taken).toHaveLength(1)
  })

  test('T12 the address that was the owner’s is told of new credentials, with no secret', async () => {
    const customer = await world.registered(cafe)
    const { queueMail } = await startQueue()
    await queueMail(database, {
      kind: 'credentials_changed',
      company_id: cafe.id,
      customer_id: customer.id,
      email: 'antigo@exemplo.com.br',
    })
    const { mail } = await mailTo('antigo@exemplo.com.br')
    expect(linkIn(mail).href).toBe('http://cafe.localhost:3000/esqueci-minha-senha')
  })

  test('T9 nobody is written to where there is no account, no email, or only a till’s pre-registration', async () => {
    const document = '52998224725'
    await world.generate(cafe, sale(document))
    const elsewhere = await world.registered(posto)
    const { queueMail } = await startQueue()
    const company_id = cafe.id
    await queueMail(database, { kind: 'login_link', company_id, email: 'ninguem@exemplo.com.br' })
    await queueMail(database, { kind: 'login_link', company_id, email: elsewhere.email })
    await queueMail(database, { kind: 'password_reset', company_id, email: null, document })
    await emptied()
    expect(taken).toEqual([])
  })

  test('R1.3 a blocked company mails nothing', async () => {
    const company = await world.createCompany('bloqueada', {})
    const { email } = await world.registered(company)
    await rows(
      database,
      sql`update company set blocked_at = ${world.now()} where company_id = ${company.id}`,
    )
    const { queueMail } = await startQueue()
    await queueMail(database, { kind: 'login_link', company_id: company.id, email })
    await emptied()
    expect(taken).toEqual([])
  })

  test('D11 a company’s own sender and public address are used, and its text cannot break the mail', async () => {
    const loja = await world.createCompany('loja', {
      name: 'Loja <b>& "Cia"',
      program_name: 'Clube <script>alert(1)</script>',
      frontend_domain: 'clube.loja.example',
      emails: { from: 'clube@loja.example', reply_to: 'sac@loja.example' },
    })
    const { email } = await world.registered(loja, { name: '<img src=x> Silva' })
    const { queueMail } = await startQueue()
    await queueMail(database, { kind: 'login_link', company_id: loja.id, email })
    const { from, mail } = await mailTo(email)
    expect(from).toBe('clube@loja.example')
    expect(mail.replyTo).toMatchObject([{ address: 'sac@loja.example' }])
    expect(linkIn(mail).origin).toBe('https://clube.loja.example')
    expect(mail.html).not.toMatch(/<script|<img src=x|<b>/)
    expect(mail.html).toContain('lang="pt-BR"')
  })
})

test('D11 the company’s logo is in the mail as a picture that mail programs show', async () => {
  const company = await readCompanyFolder('companies/cafe')
  await applyCompany(database, company, world.now())
  const { email } = await world.registered(cafe)
  const { queueMail } = await startQueue()
  await queueMail(database, { kind: 'login_link', company_id: cafe.id, email })
  const { mail } = await mailTo(email)
  expect(mail.html).toContain('src="cid:logo"')
  expect(mail.attachments).toMatchObject([{ contentId: '<logo>', mimeType: 'image/png' }])
  const { width, height } = await sharp(
    Buffer.from(mail.attachments[0]!.content as ArrayBuffer),
  ).metadata()
  expect([width, height]).toEqual([303, 72])
})

describe('the queue', () => {
  test('a mail is sent if and only if what it tells of is committed', async () => {
    const [kept, undone] = [await world.registered(cafe), await world.registered(cafe)]
    const { queueMail } = await startQueue()
    const job = (email: string) => ({ kind: 'login_link', company_id: cafe.id, email }) as const
    await transaction(database, async (connection) => {
      await queueMail(connection, job(undone.email))
      throw new Error('undone')
    }).catch(() => undefined)
    await transaction(database, (connection) => queueMail(connection, job(kept.email)))
    await mailTo(kept.email)
    await emptied()
    expect(taken).toHaveLength(1)
  })

  test('two nodes send it once', async () => {
    const { queueMail } = await startQueue()
    await startQueue()
    const customers = await Promise.all(Array.from({ length: 8 }, () => world.registered(cafe)))
    for (const { email } of customers) {
      await queueMail(database, { kind: 'login_link', company_id: cafe.id, email })
    }
    for (const { email } of customers) await mailTo(email)
    await emptied()
    expect(taken).toHaveLength(8)
  })

  test('one that was queued and not sent when all nodes stopped goes out when one starts', async () => {
    const customer = await world.registered(cafe)
    const first = await startQueue({ port: 1 })
    await first.queueMail(database, {
      kind: 'login_link',
      company_id: cafe.id,
      email: customer.email,
    })
    await vi.waitFor(() => expect(log.join('')).toContain('a mail was not sent'), {
      timeout: 10_000,
    })
    await running.pop()!.stop()
    await startQueue()
    await mailTo(customer.email)
  })

  test('a server that is busy is asked again, and each attempt has the same Message-ID', async () => {
    const customer = await world.registered(cafe)
    answers = [false, true]
    const { queueMail } = await startQueue()
    await queueMail(database, { kind: 'login_link', company_id: cafe.id, email: customer.email })
    const { mail } = await mailTo(customer.email)
    const job = await row<{ id: string }>(
      database,
      sql`select id from pgboss.job where name = 'mail' order by created_on desc limit 1`,
    )
    expect(mail.messageId).toBe(`<${job!.id}@cafe.localhost>`)
  })

  test('D10 D12 neither queue nor log holds a secret, and the log no address', async () => {
    const customer = await world.registered(cafe)
    answers = [false, true]
    const { queueMail } = await startQueue()
    await queueMail(database, { kind: 'login_link', company_id: cafe.id, email: customer.email })
    const token = linkIn((await mailTo(customer.email)).mail).searchParams.get('token')!
    const jobs = await rows<{ text: string }>(
      database,
      sql`select job::text as text from pgboss.job`,
    )
    expect(jobs.map(({ text }) => text).join(' ')).not.toContain(token)
    expect(log.join('')).toContain('a mail was not sent')
    expect(log.join('')).not.toContain(customer.email)
    expect(log.join('')).not.toContain('busy')
  })
})
