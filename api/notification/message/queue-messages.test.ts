/** Notices become mails, from the engine's row, through the real queue, to a real mail server. */

import { describe, expect, test, vi } from 'vitest'

import { eventually } from '#api/testing/worlds/eventually.ts'
import { createMailWorld, linkIn } from '#api/testing/worlds/mail-world.ts'
import { timeOutWrites } from '#api/testing/worlds/time-out.ts'
import { sale, type TestCompany } from '#api/testing/worlds/world.ts'
import type { NoticeKind } from '#contract/notification.ts'
import { row, rows, sql } from '#database/sql.ts'

import { writeNotices } from '../expiry/notices.ts'
import { purgeMessages } from '../purge.ts'
import { queueMessages, startMessages } from './queue-messages.ts'

const world = await createMailWorld()
const { database, offered, emptied, mailTo } = world
const { queueMail, startSending } = await world.openQueue()
await startSending(3000)
const log = { error: vi.fn() }
const needs = {
  database,
  clock: world.now,
  log,
  queueMail,
  queuePush: null,
} as unknown as Parameters<typeof queueMessages>[0]

const noon = '2026-11-20T15:00:00Z'
/** Makes `queueMessages` read all notices: the id is greater than every id, and the notices of these tests are committed. */
const all = { before: 'ffffffff-ffff-ffff-ffff-ffffffffffff' }

type Person = { id: string; email: string; headers: Record<string, string> }

async function tell(company: TestCompany, { id }: Person, type: NoticeKind, data: object) {
  await row(
    database,
    sql`select add_notices(${company.id}, array[row(${id}, ${type}, ${data}, ${world.now()})::notice])`,
  )
}

async function sent(): Promise<string[]> {
  await queueMessages(needs, all)
  await emptied()
  return offered.map(({ mail }) => mail.subject!)
}

const level = { level_name: 'Ouro', previous_level_name: 'Prata', is_rise: true }
const issued = {
  voucher_id: '0199f3a2-7c1e-7000-8000-5f0c9b1d2e3f',
  prize_name: 'Café coado',
  expires_at: '2026-12-20',
}
const promotion = { promotion_name: 'Aniversário', points_amount: 20, points_value: 20 }

function start(slug: string, changes: object = {}) {
  world.moveClock(noon)
  return world.createCompany(slug, { program_name: 'Clube', ...changes })
}

describe('the mail of a notice', () => {
  test('a notice is one mail in the company’s look, with a link to unsubscribe [D21]', async () => {
    const company = await start('um')
    const customer = await world.confirmed(company)
    await tell(company, customer, 'level_changed', level)
    expect(await sent()).toEqual(['Você subiu para o nível Ouro: Clube'])
    const { mail } = await mailTo(customer.email)
    expect(mail.text).toContain('Olá, Ana!')
    expect(linkIn(mail).href).toBe('http://um.localhost:3000/niveis')
    const header = (key: string) => mail.headers.find((one) => one.key === key)?.value
    const unsubscribe = header('list-unsubscribe')!
    expect(unsubscribe).toMatch(
      /^<http:\/\/um\.localhost:3000\/api\/notification\/unsubscribe\?token=/,
    )
    expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    expect(mail.text).toContain(unsubscribe.slice(1, -1))
    expect(unsubscribe).not.toContain(customer.email)
    expect(await sent()).toHaveLength(1)
  })

  test('the mail of a notice is sent once when several nodes poll at the same time [D21]', async () => {
    const company = await start('nos')
    const customers = await Promise.all(Array.from({ length: 6 }, () => world.confirmed(company)))
    for (const one of customers) await tell(company, one, 'level_changed', level)
    await Promise.all(
      Array.from({ length: 4 }, () => queueMessages(needs, { ...all, pageSize: 2 })),
    )
    for (let page = 0; page < 3; page += 1) await queueMessages(needs, { ...all, pageSize: 2 })
    await emptied()
    expect(offered.flatMap(({ to }) => to).toSorted()).toEqual(
      customers.map(({ email }) => email).toSorted(),
    )
  })

  test('the mail of a notice is neither lost nor sent twice after a failure between message and job [D21]', async () => {
    const company = await start('falha')
    const customer = await world.confirmed(company)
    await tell(company, customer, 'level_changed', level)
    const failing = { ...needs, queueMail: () => Promise.reject(new Error(customer.email)) }
    await queueMessages(failing, all)
    expect(log.error).toHaveBeenCalledOnce()
    expect(JSON.stringify(log.error.mock.calls)).not.toContain(customer.email)
    expect(await sent()).toHaveLength(1)
  })

  test('the mail of a notice is queued although the notices of another company take too long [D21]', async () => {
    const companies = [await start('demorada'), await start('pontual')]
    const [first, second] = companies.toSorted((one, other) => (one.id < other.id ? -1 : 1))
    for (const company of [first!, second!]) {
      await tell(company, await world.confirmed(company), 'level_changed', level)
    }
    await timeOutWrites(database, 'notice_message', first!.id)
    expect(await sent()).toHaveLength(1)
    // The next test would send it.
    await rows(database, sql`delete from notification where company_id = ${first!.id}`)
  })

  test('the mail of a notice keeps its Message-ID when the mail server refuses it first [D21]', async () => {
    const company = await start('outra-vez')
    const customer = await world.confirmed(company)
    world.replies.push('refuse')
    await tell(company, customer, 'voucher_issued', issued)
    expect(await sent()).toHaveLength(2)
    const [refused, taken] = offered.map(({ mail }) => mail.messageId)
    expect(refused).toBe(taken)
    const [stored] = await rows<{ id: string }>(
      database,
      sql`select id from notice_message where customer_id = ${customer.id}`,
    )
    expect(taken).toBe(`<${stored!.id}@outra-vez.localhost>`)
  })

  test('the mail of a notice is sent by a running node once the transaction of the notice is committed [D21]', async () => {
    const company = await start('no')
    const customer = await world.confirmed(company)
    const stop = startMessages(needs)
    await tell(company, customer, 'level_changed', level)
    await mailTo(customer.email)
    await stop()
  })

  test('the mail of a notice waits while an older open transaction may still write notices [D21]', async () => {
    const company = await start('aberta')
    const customer = await world.confirmed(company)
    const older = await database.connect()
    await older.query('begin; select pg_current_xact_id()')
    await tell(company, customer, 'level_changed', level)
    // Longer than the margin of 1 s in settledBefore.
    await row(database, sql`select pg_sleep(1.1)`)
    await queueMessages(needs)
    await emptied()
    expect(offered).toEqual([])
    await older.query('rollback')
    older.release()
    await queueMessages(needs)
    await emptied()
    expect(offered).toHaveLength(1)
  })

  test('the mail of a notice is not sent for a notice of more than two days ago [D21]', async () => {
    const company = await start('velha')
    const customer = await world.confirmed(company)
    await tell(company, customer, 'level_changed', level)
    world.moveClock('2026-11-22T15:00:01Z')
    expect(await sent()).toEqual([])
  })
})

test('the row of a message is deleted after 60 days [D12]', async () => {
  const company = await start('purga')
  const customer = await world.confirmed(company)
  const queued = () =>
    rows(database, sql`select 1 from notice_message where customer_id = ${customer.id}`)
  await tell(company, customer, 'level_changed', level)
  await sent()
  world.moveClock('2027-01-19T14:00:00Z')
  await purgeMessages(database, world.now())
  expect(await queued()).toHaveLength(1)
  world.moveClock('2027-01-19T16:00:00Z')
  await purgeMessages(database, world.now())
  expect(await queued()).toEqual([])
})

describe('a mail is not sent', () => {
  test('no mail of a notice is sent to an email that is not confirmed [D21]', async () => {
    const company = await start('sem-prova')
    await tell(company, await world.registered(company), 'level_changed', level)
    expect(await sent()).toEqual([])
  })

  test('no mail is sent for a kind of notice that is off, until the customer switches it on [D21]', async () => {
    const company = await start('desligado')
    const customer = await world.confirmed(company, 100)
    expect(await sent()).toEqual([])
    const choose = (kind: NoticeKind, is_on: boolean) =>
      world.call('PUT /notification/preferences', {
        headers: customer.headers,
        body: { kind, channel: 'mail', is_on },
      })
    await choose('points_received', true)
    await choose('level_changed', false)
    await tell(company, customer, 'level_changed', level)
    await world.generate(company, sale(customer.document))
    expect(await sent()).toEqual(['Você ganhou 100 pontos: Clube'])
    expect(offered[0]!.mail.text).toContain('Sua compra em Loja 1 rendeu 100 pontos.')
  })

  test('no mail about a promotion is sent if the customer has not consented to marketing [D21]', async () => {
    const company = await start('sem-consentimento')
    const customer = await world.confirmed(company)
    await tell(company, customer, 'promotion_credited', promotion)
    expect(await sent()).toEqual([])
    await world.call('PUT /customer', {
      headers: customer.headers,
      body: { opt_in_marketing: true },
    })
    await tell(company, customer, 'promotion_credited', promotion)
    expect(await sent()).toEqual(['Você ganhou 20 pontos: Clube'])
  })

  test('no mail of a notice is sent if the customer switches its kind off while it waits [D21]', async () => {
    const company = await start('tarde-demais')
    const customer = await world.confirmed(company)
    await world.stopQueues()
    const waiting = await world.openQueue()
    await tell(company, customer, 'level_changed', level)
    await queueMessages({ ...needs, queueMail: waiting.queueMail }, all)
    await world.call('PUT /notification/preferences', {
      headers: customer.headers,
      body: { kind: 'level_changed', channel: 'mail', is_on: false },
    })
    await waiting.startSending(3000)
    await emptied()
    expect(offered).toEqual([])
    await world.stopQueues()
  })

  test('at most six notices are mailed to one mailbox at once; account mails are still sent [T20]', async () => {
    const queue = await world.startQueue()
    const company = await start('muitas')
    const customer = await world.confirmed(company)
    for (let n = 0; n < 8; n += 1) await tell(company, customer, 'level_changed', level)
    await queueMessages({ ...needs, queueMail: queue.queueMail }, all)
    await emptied()
    expect(offered).toHaveLength(6)
    const { id: customer_id, email } = customer
    const account = { kind: 'credentials_changed', company_id: company.id, customer_id } as const
    await queue.queueMail(database, { ...account, email })
    await emptied()
    expect(offered).toHaveLength(7)
    expect(world.log.join('')).not.toContain(email)
    await world.stopQueues()
  })
})

describe('quiet hours', () => {
  test.each([
    ['2026-11-20T23:59:59Z', 0],
    ['2026-11-21T00:00:00Z', 11 * 3600],
    ['2026-11-21T10:59:59Z', 1],
    ['2026-11-21T11:00:00Z', 0],
  ])(
    'because of quiet hours a message of %s waits %i s, by the company’s clock (UTC−3) [D21]',
    async (at, wait_s) => {
      const company = await start(`quieta-${Date.parse(at)}`)
      const customer = await world.confirmed(company)
      world.moveClock(at)
      await tell(company, customer, 'level_changed', level)
      const queued: (number | undefined)[] = []
      const noting = async (_: unknown, __: unknown, seconds?: number) => void queued.push(seconds)
      await queueMessages({ ...needs, queueMail: noting }, all)
      expect(queued).toEqual([wait_s])
    },
  )

  test('quiet hours delay a mail that a busy mail server has held until after they began [D21]', async () => {
    const company = await start('tarde')
    const customer = await world.confirmed(company)
    const queue = await world.openQueue()
    await tell(company, customer, 'level_changed', level)
    await queueMessages({ ...needs, queueMail: queue.queueMail }, all)
    world.moveClock('2026-11-21T00:30:00Z')
    await queue.startSending(3000)
    const waiting = () =>
      rows<{ wait_s: number }>(
        database,
        sql`select round(extract(epoch from start_after - created_on))::int as wait_s
              from pgboss.job
             where name = 'mail' and state = 'created' and start_after > created_on`,
      )
    await eventually(async () => expect(await waiting()).toEqual([{ wait_s: 10.5 * 3600 }]))
    expect(offered).toEqual([])
    world.moveClock('2026-11-21T11:00:00Z')
    await rows(database, sql`update pgboss.job set start_after = created_on where name = 'mail'`)
    await emptied()
    expect(offered).toHaveLength(1)
    const message = await row<{ id: string }>(
      database,
      sql`select id from notice_message where customer_id = ${customer.id}`,
    )
    expect(offered[0]!.mail.messageId).toContain(message!.id)
    await world.stopQueues()
  })
})

describe('the digest mail of expiring points', () => {
  const rules = [{ name: 'Compra', type: 'POINTS_PER_REAL', rate: 1, expires_in: { days: 60 } }]

  async function onDay(instant: string, queue: Awaited<ReturnType<typeof world.startQueue>>) {
    world.moveClock(instant)
    await writeNotices(database, world.now())
    await queueMessages({ ...needs, queueMail: queue.queueMail }, all)
    await emptied()
    return offered.splice(0).map(({ mail }) => mail)
  }

  test('the digest of expiring points is one mail at 30, 7 and 1 days, whatever the number of lots [D21]', async () => {
    const queue = await world.startQueue()
    const company = await start('digesto', { calculation_rules: rules })
    world.moveClock('2027-01-01T15:00:00Z')
    const customer = await world.confirmed(company)
    for (const purchase_value of [10_000, 5_000, 2_500]) {
      await world.generate(company, sale(customer.document, { purchase_value }))
    }
    const days = [
      '2027-01-31',
      '2027-02-10',
      '2027-02-23',
      '2027-02-24',
      '2027-03-01',
      '2027-03-02',
    ]
    const subjects: string[][] = []
    for (const day of days) {
      const mails = await onDay(`${day}T15:00:00Z`, queue)
      subjects.push(mails.map(({ subject }) => subject!))
    }
    expect(subjects).toEqual([
      ['175 pontos vencem em 30 dias: Clube'],
      [],
      ['175 pontos vencem em 7 dias: Clube'],
      [],
      ['175 pontos vencem amanhã: Clube'],
      [],
    ])
    await world.stopQueues()
  })

  test('digests of one distance are ≥ 6 days apart; none leaves out those of 7 days and 1 day [D21]', async () => {
    const queue = await world.startQueue()
    const company = await start('diario', { calculation_rules: rules })
    world.moveClock('2027-01-01T15:00:00Z')
    const customer = await world.confirmed(company)
    for (let day = 1; day <= 9; day += 1) {
      world.moveClock(`2027-01-0${day}T15:00:00Z`)
      await world.generate(company, sale(customer.document, { purchase_value: 1_000 }))
    }
    const counts: number[] = []
    let last = ''
    for (let day = 20; day <= 28; day += 1) {
      const mails = await onDay(`2027-02-${day}T15:00:00Z`, queue)
      counts.push(mails.length)
      last = mails[0]?.text ?? last
    }
    expect(counts).toEqual([1, 0, 0, 1, 0, 0, 0, 0, 0])
    expect(last).toContain('90 pontos vencem até 10/03/2027.')
    expect(last).toContain('Os primeiros: 10 pontos, em 7 dias, em 02/03/2027.')
    for (const day of ['01', '02']) {
      const mails = await onDay(`2027-03-${day}T15:00:00Z`, queue)
      expect(mails).toHaveLength(1)
      expect(mails[0]!.text).toMatch(/Os primeiros: 10 pontos, (amanhã|hoje), em 02\/03\/2027/)
      expect(await onDay(`2027-03-${day}T18:00:00Z`, queue)).toEqual([])
    }
    await world.stopQueues()
  })

  test('the digest of expiring points is not sent if the points were used while it waited [D21]', async () => {
    const company = await start('usados', { calculation_rules: rules })
    world.moveClock('2027-01-01T15:00:00Z')
    const customer = await world.confirmed(company, 100)
    const queue = await world.openQueue()
    world.moveClock('2027-01-31T03:05:00Z')
    await writeNotices(database, world.now())
    await queueMessages({ ...needs, queueMail: queue.queueMail }, all)
    await rows(
      database,
      sql`update lot set remaining_amount = 0, remaining_value = 0 where customer_id = ${customer.id}`,
    )
    world.moveClock('2027-01-31T11:00:00Z')
    await rows(database, sql`update pgboss.job set start_after = created_on where name = 'mail'`)
    await queue.startSending(3000)
    await emptied()
    expect(offered).toEqual([])
    await world.stopQueues()
  })
})
