/** A world with a real SMTP server, which accepts, refuses or hangs as the test sets. */

import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'

import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterAll, afterEach, expect } from 'vitest'

import { openJobs } from '#api/jobs.ts'
import { createLog } from '#api/log/log.ts'
import { openMailQueue } from '#api/mail/queue.ts'
import { smtpTransport } from '#api/mail/transport.ts'
import { eventually } from '#api/testing/worlds/eventually.ts'
import { row, sql } from '#database/sql.ts'

import { createWorld } from './world.ts'

/** The SMTP server's reply to a mail. With `hang` it reads the mail and never replies. */
type Reply = 'take' | 'refuse' | 'hang'
type ReceivedMail = { from: string; to: string[]; raw: string; mail: Email; reply: Reply }

/** Call it once at the top of a test file. */
export async function createMailWorld() {
  const world = await createWorld()
  const { database } = world
  const { server, port, offered, replies, mailTo } = await openMailServer()
  const log: string[] = []
  const queues: { stop: () => Promise<void> }[] = []

  /** A node of Fiel, which sends when the test calls it. */
  async function openQueue({ smtpPort = port, mailFrom = null as string | null } = {}) {
    const logger = createLog('debug', { write: (line) => void log.push(line) })
    const boss = await openJobs(world.url, logger)
    const queue = await openMailQueue({
      boss,
      database,
      clock: world.now,
      log: logger,
      secret: world.secret,
      transport: smtpTransport(`smtp://127.0.0.1:${smtpPort}`),
      mailFrom,
    })
    async function stop(): Promise<void> {
      await boss.stop({ timeout: 10_000 })
      queue.stop()
    }
    const node = { ...queue, stop }
    queues.push(node)
    return node
  }

  /** A node of Fiel that sends mails, with links to port 3000. */
  async function startQueue(settings: Parameters<typeof openQueue>[0] = {}) {
    const queue = await openQueue(settings)
    await queue.startSending(3000)
    return queue
  }

  async function stopQueues(): Promise<void> {
    await Promise.all(queues.splice(0).map((queue) => queue.stop()))
  }

  afterEach(() => {
    for (const list of [offered, replies, log]) list.length = 0
  })
  afterAll(async () => {
    await stopQueues()
    await promisify(server.close.bind(server))()
  })

  /** Resolves when the queue of mails is empty. */
  function emptied(): Promise<void> {
    return eventually(async () => {
      const unfinished = await row(
        database,
        sql`select 1 from pgboss.job where name = 'mail' and state in ('created', 'retry', 'active')`,
      )
      expect(unfinished).toBeUndefined()
    })
  }

  return {
    ...world,
    smtpPort: port,
    offered,
    replies,
    log,
    openQueue,
    startQueue,
    stopQueues,
    mailTo,
    emptied,
  }
}

/** An SMTP server that answers each mail with the reply that the test has set. */
async function openMailServer() {
  /** Every mail that was offered, oldest first. */
  const offered: ReceivedMail[] = []
  /** Replies to the next mails, in order; later mails are accepted. */
  const replies: Reply[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 100,
    onData(stream, { envelope: { mailFrom, rcptTo } }, done) {
      void (async () => {
        const chunks: Buffer[] = []
        for await (const chunk of stream) chunks.push(chunk as Buffer)
        const raw = Buffer.concat(chunks)
        const reply = replies.shift() ?? 'take'
        offered.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          raw: raw.toString(),
          mail: await PostalMime.parse(raw),
          reply,
        })
        if (reply !== 'hang') done(reply === 'refuse' ? new Error('the mailbox is busy') : null)
      })()
    },
  })
  // Swallow errors: a test kills the sender while it waits.
  server.on('error', () => undefined)
  const listener = server.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const { port } = listener.address() as AddressInfo

  /** Resolves with the mail to this address once it was accepted. */
  function mailTo(email: string): Promise<ReceivedMail> {
    return eventually(() => {
      const found = offered.find(({ to, reply }) => reply === 'take' && to.includes(email))
      if (!found) throw new Error(`no mail to ${email}`)
      return found
    })
  }

  return { server, port, offered, replies, mailTo }
}

/** The first address in a mail's text part. */
export function linkIn({ text }: Email): URL {
  return new URL(/https?:\S+/.exec(text!)![0])
}
