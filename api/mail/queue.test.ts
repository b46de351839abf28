/**
 * No mail is lost, and a crash repeats at most one mail. The tests use the real queue, with nodes that stop or
 * are killed, and a real mail server.
 */

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

import { PgBoss } from 'pg-boss'
import { afterEach, describe, expect, test } from 'vitest'

import type { MailJob } from '#api/context/mail-job.ts'
import { mailOptions } from '#api/job/mails.ts'
import { eventually } from '#api/testing/worlds/eventually.ts'
import { createMailWorld, linkIn } from '#api/testing/worlds/mail-world.ts'
import { row, rows, sql, transaction } from '#database/sql.ts'

const world = await createMailWorld()
const { cafe, database, offered, replies, log, openQueue, startQueue, stopQueues } = world
const { mailTo, emptied } = world

afterEach(async () => {
  await stopQueues()
  await rows(database, sql`delete from pgboss.job where name = 'mail'`)
})

function loginLink(email: string): MailJob {
  return { kind: 'login_link', company_id: cafe.id, email }
}

function logged(words: string): Promise<void> {
  return eventually(() => expect(log.join('')).toContain(words))
}

function jobsIn(state: string): Promise<object[]> {
  return rows(
    database,
    sql`select id from pgboss.job where name = 'mail' and state = ${state}::pgboss.job_state`,
  )
}

/** The process as on a server: on a given database, so without demo. Resolves once it listens. */
async function startProcess(): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['demo/main.ts'], {
    cwd: join(import.meta.dirname, '../..'),
    env: {
      ...process.env,
      PORT: '0',
      DATABASE_URL: world.url,
      FIEL_SECRET: 'f'.repeat(32),
      SMTP_URL: `smtp://127.0.0.1:${world.smtpPort}`,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  child.stdout.resume()
  return child
}

/** Runs the queue's maintenance at once, which every node does each minute. */
async function superviseQueue(): Promise<void> {
  const boss = new PgBoss({ connectionString: world.url, supervise: false, schedule: false })
  await boss.start()
  await rows(
    database,
    sql`update pgboss.queue set monitor_on = null, monitor_claim_on = null, maintain_on = null`,
  )
  await boss.supervise('mail')
  await boss.stop()
}

describe('normal delivery', () => {
  test('a mail is sent if and only if its transaction commits', async () => {
    const [kept, undone] = [await world.registered(cafe), await world.registered(cafe)]
    const { queueMail } = await startQueue()
    await transaction(database, async (connection) => {
      await queueMail(connection, loginLink(undone.email))
      throw new Error('undone')
    }).catch(() => undefined)
    await transaction(database, (connection) => queueMail(connection, loginLink(kept.email)))
    await mailTo(kept.email)
    await emptied()
    expect(offered.map(({ to }) => to)).toEqual([[kept.email]])
  })

  test('two nodes send each mail once', async () => {
    const { queueMail } = await startQueue()
    await startQueue()
    const customers = await Promise.all(Array.from({ length: 25 }, () => world.registered(cafe)))
    const emails = customers.map(({ email }) => email)
    await Promise.all(emails.map((email) => queueMail(database, loginLink(email))))
    await emptied()
    expect(offered.flatMap(({ to }) => to).toSorted()).toEqual(emails.toSorted())
  })

  test('the server’s sender is used for a company without a sender of its own [D11]', async () => {
    const { email } = await world.registered(cafe)
    const { queueMail } = await startQueue({ mailFrom: 'envios@provedor.example' })
    await queueMail(database, loginLink(email))
    const { from, mail } = await mailTo(email)
    expect(from).toBe('envios@provedor.example')
    expect(mail.from).toMatchObject({ name: 'Programa de Fidelidade' })
  })
})

describe('a mail server that is away', () => {
  test('a mail that is refused for now is retried with the same Message-ID and a new link', async () => {
    const { email } = await world.registered(cafe)
    replies.push('refuse')
    const { queueMail } = await startQueue()
    await queueMail(database, loginLink(email))
    await mailTo(email)
    const [refused, taken] = offered.map(({ mail }) => mail)
    expect(taken!.messageId).toMatch(/^<[0-9a-f-]{36}@cafe\.localhost>$/)
    expect(refused!.messageId).toBe(taken!.messageId)
    const [first, second] = [linkIn(refused!), linkIn(taken!)]
    expect(second.searchParams.get('token')).not.toBe(first.searchParams.get('token'))
  })

  test('mails wait until the mail server is back', async () => {
    const { email } = await world.registered(cafe)
    const { queueMail } = await startQueue({ smtpPort: 1 })
    await queueMail(database, loginLink(email))
    await logged('a mail was not sent')
    await stopQueues()
    await startQueue()
    await mailTo(email)
    await emptied()
    expect(offered).toHaveLength(1)
  })

  test('after the last attempt the mail is given up, which is logged without its address', async () => {
    const { email } = await world.registered(cafe)
    const { queueMail, startSending } = await openQueue({ smtpPort: 1 })
    await queueMail(database, loginLink(email))
    await rows(
      database,
      sql`update pgboss.job set retry_count = ${mailOptions.retryLimit} where name = 'mail' and state = 'created'`,
    )
    await startSending(3000)
    await logged('a mail was given up')
    await emptied()
    expect(log.join('')).not.toContain(email)
  })
})

describe('a crash', () => {
  let node: ChildProcess | undefined
  afterEach(() => void node?.kill('SIGKILL'))

  test('a mail committed before a crash is sent by the next node', async () => {
    const { email } = await world.registered(cafe)
    const { queueMail } = await openQueue()
    await queueMail(database, loginLink(email))
    await stopQueues()
    expect(offered).toEqual([])
    await startQueue()
    await mailTo(email)
  })

  test('after a crash during sending, another node repeats unsent mails with the same Message-ID', async () => {
    const customers = await Promise.all(Array.from({ length: 3 }, () => world.registered(cafe)))
    const { queueMail } = await openQueue()
    for (const { email } of customers) await queueMail(database, loginLink(email))
    await stopQueues()

    // The server accepts two of three mails and then hangs.
    replies.push('take', 'take', 'hang')
    node = await startProcess()
    await eventually(() => expect(offered).toHaveLength(3))
    await eventually(async () => expect(await jobsIn('completed')).toHaveLength(2))
    node.kill('SIGKILL')
    await once(node, 'exit')

    await startQueue()
    await rows(
      database,
      sql`update pgboss.job set started_on = started_on - interval '121 s' where state = 'active'`,
    )
    await superviseQueue()
    await emptied()
    const ids = offered.map(({ mail }) => mail.messageId)
    const hung = offered.find(({ reply }) => reply === 'hang')!
    expect(ids).toHaveLength(4)
    expect(ids.filter((id) => id === hung.mail.messageId)).toHaveLength(2)
    expect(new Set(ids).size).toBe(3)
  })
})

describe('stored data', () => {
  test('the queue contains no token, and the log neither token nor address [D10 D12]', async () => {
    const { email } = await world.registered(cafe)
    replies.push('refuse')
    const { queueMail } = await startQueue()
    await queueMail(database, loginLink(email))
    const token = linkIn((await mailTo(email)).mail).searchParams.get('token')!
    await emptied()
    const jobs = await rows<{ text: string }>(
      database,
      sql`select job::text as text from pgboss.job`,
    )
    const storedJobs = jobs.map(({ text }) => text).join(' ')
    expect(storedJobs).not.toContain(token)
    expect(storedJobs).not.toContain('the mailbox is busy')
    expect(log.join('')).toContain('a mail was not sent')
    expect(log.join('')).not.toMatch(new RegExp(`${email}|${token}|the mailbox is busy`))
  })

  test('the job of a sent mail, with the typed email, is deleted after a minute [D12]', async () => {
    const email = 'quem-digitou@exemplo.com.br'
    const { queueMail } = await startQueue()
    await queueMail(database, loginLink(email))
    await emptied()
    const holding = () =>
      row(database, sql`select 1 from pgboss.job where data::text like ${`%${email}%`}`)
    expect(await holding()).toBeDefined()
    await rows(
      database,
      sql`update pgboss.job set completed_on = completed_on - interval '61 s' where name = 'mail'`,
    )
    await superviseQueue()
    expect(await holding()).toBeUndefined()
  })
})
