/** The mail that announces an erasure: from the nightly job, through the real queue, to a real mail server. */

import { beforeEach, expect, test } from 'vitest'

import { eraseInactive } from '#api/privacy/inactive/inactive.ts'
import { eventually } from '#api/testing/worlds/eventually.ts'
import { createMailWorld, linkIn } from '#api/testing/worlds/mail-world.ts'
import { asGuest, type TestCompany } from '#api/testing/worlds/world.ts'
import { row, rows, sql } from '#database/sql.ts'

const world = await createMailWorld()
const { call, database, secret, offered, replies, mailTo, emptied } = world
const { queueMail } = await world.startQueue()
const retention = { inactive_months: 12 }
const padaria = await world.createCompany('padaria', { retention })
const mercado = await world.createCompany('mercado', { retention, display_mode: 'CASH' })

beforeEach(() => world.moveClock('2026-11-20T15:00:00Z'))

function run(): Promise<object> {
  return eraseInactive({ database, secret, queueMail, now: world.now() })
}

function announcementFor({ id: company_id }: TestCompany, customer: { id: string }) {
  return row<{ id: string; sent_at: string | null }>(
    database,
    sql`select id, sent_at
          from erasure_announcement
         where company_id = ${company_id} and customer_id = ${customer.id}`,
  )
}

function isSent(company: TestCompany, customer: { id: string }): Promise<void> {
  return eventually(async () =>
    expect((await announcementFor(company, customer))?.sent_at).toEqual(expect.any(String)),
  )
}

test('an erasure’s announcement says last day, loss and how to stay, without unsubscribe link [D16]', async () => {
  const customer = await world.confirmed(padaria, 1234)
  world.moveClock('2027-11-21T15:00:00Z')
  await run()
  const { mail } = await mailTo(customer.email)
  expect(mail.subject).toBe('Sua conta será apagada depois de 21/12/2027: Programa de Fidelidade')
  expect(mail.text).toContain('Olá, Ana!')
  expect(mail.text).toContain('basta entrar na sua conta até 21/12/2027.')
  expect(mail.text).toContain('você perde 1.234 pontos, o histórico e os vouchers.')
  expect(linkIn(mail).href).toBe('http://padaria.localhost:3000/fidelidade/resumo')
  expect(mail.headers.map(({ key }) => key)).not.toContain('list-unsubscribe')
  await isSent(padaria, customer)
  const { id } = (await announcementFor(padaria, customer))!
  expect(mail.messageId).toBe(`<${id}@padaria.localhost>`)
})

test('an erasure’s announcement names money in a CASH company, and no loss without a balance [D16 D7]', async () => {
  const [rich, poor] = [await world.confirmed(mercado, 1234), await world.confirmed(mercado)]
  world.moveClock('2027-11-21T15:00:00Z')
  await run()
  expect((await mailTo(rich.email)).mail.text).toMatch(/você perde R\$\s12,34, o histórico/)
  const { text } = (await mailTo(poor.email)).mail
  expect(text).toContain('apagamos a conta, com o histórico e os vouchers.')
})

test('an announcement counts as sent once the mail server takes it; retries keep the Message-ID [D16]', async () => {
  const customer = await world.confirmed(padaria)
  replies.push('refuse')
  world.moveClock('2027-11-21T15:00:00Z')
  await run()
  await eventually(() => expect(offered).toHaveLength(1))
  expect(await announcementFor(padaria, customer)).toMatchObject({ sent_at: null })
  await mailTo(customer.email)
  await isSent(padaria, customer)
  const [refused, taken] = offered.map(({ mail }) => mail.messageId)
  expect(refused).toBe(taken)
})

test('an erasure’s announcement waits for the end of quiet hours; a sign-in drops it [D16 D21]', async () => {
  const customer = await world.confirmed(padaria)
  // 1:00 in São Paulo.
  world.moveClock('2027-11-22T04:00:00Z')
  await run()
  const job = await row<{ wait_s: number; priority: number }>(
    database,
    sql`select extract(epoch from start_after - created_on)::integer as wait_s, priority
          from pgboss.job
         where name = 'mail' and data ->> 'customer_id' = ${customer.id} and state = 'created'`,
  )
  expect(job!.wait_s).toBeGreaterThan(6 * 3_600)
  // A lower priority, so that links to sign in are sent before thousands of announcements.
  expect(job!.priority).toBe(-1)
  const body = { identifier: customer.email, password: customer.password }
  const headers = asGuest(padaria)
  expect((await call('POST /customer/login', { headers, body })).status).toBe(200)
  await rows(database, sql`update pgboss.job set start_after = now() where name = 'mail'`)
  await emptied()
  expect(offered.filter(({ to }) => to.includes(customer.email))).toEqual([])
  expect(await announcementFor(padaria, customer)).toMatchObject({ sent_at: null })
})
