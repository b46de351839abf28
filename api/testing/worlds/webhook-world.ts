/** A world with real webhook receivers: each accepts, refuses, stalls, redirects or hangs up as the test sets. */

import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

import { afterAll, afterEach } from 'vitest'

import { createLog } from '#api/log/log.ts'
import { eventually } from '#api/testing/worlds/eventually.ts'
import { type Deliveries, startDeliveries } from '#api/webhook/deliver.ts'
import { replaceSecret } from '#api/webhook/endpoint.ts'
import type { WebhookEvent } from '#contract/webhook.ts'
import { type Database, row, rows, sql } from '#database/sql.ts'

import { createWorld } from './world.ts'

export type Message = {
  path: string
  id: string
  headers: IncomingHttpHeaders
  body: string
  event: WebhookEvent
}
/** The status of an answer, `stall` (no answer), `hang_up`, or the target of a redirect. */
type Reply = number | 'stall' | 'hang_up' | { location: string }

/** Call it once at the top of a test file. Its clock starts at the real time, because receivers refuse old timestamps. */
export async function createWebhookWorld() {
  const world = await createWorld()
  const { database } = world
  world.moveClock(new Date().toISOString())
  const { server, endpointUrl, received, replies, messagesTo } = await openReceiver()
  const log: string[] = []
  const nodes: Deliveries[] = []

  /** A node of Fiel that delivers. */
  function startNode({ timeout_ms = 5_000, allow_private = true, look_ms = 20 } = {}): Deliveries {
    const node = startDeliveries(
      {
        database,
        clock: world.now,
        log: createLog('debug', { write: (line) => void log.push(line) }),
      },
      { allow_private, timeout_ms, look_ms },
    )
    nodes.push(node)
    return node
  }

  async function stopNodes(): Promise<void> {
    server.closeAllConnections()
    await Promise.all(nodes.splice(0).map((node) => node.stop()))
  }

  afterEach(async () => {
    await stopNodes()
    await deleteEvents(database)
    for (const list of [received, replies, log]) list.length = 0
    world.moveClock(new Date().toISOString())
  })
  afterAll(() => void server.close())

  /** A company whose webhook URL ends with its slug. */
  async function listeningCompany(slug: string, webhook: object = {}, changes: object = {}) {
    const webhooks = [{ url: endpointUrl(slug), ...webhook }]
    const company = await world.createCompany(slug, { ...changes, webhooks })
    const { secret } = await replaceSecret(database, company.id, undefined, world.now())
    return { ...company, slug, secret }
  }

  async function emit(company: { id: string }, type: string, data: object = {}): Promise<void> {
    await row(database, sql`select emit_event(${company.id}, ${type}, ${data}, ${world.now()})`)
  }

  /** Resolves once this many attempts are stored, successful or not. */
  async function attempted(company: { id: string }, count: number): Promise<void> {
    await eventually(async () => {
      const attempts = (await deliveriesOf(database, company)).flatMap((delivery) => delivery.log)
      if (attempts.length < count) throw new Error(`${attempts.length} of ${count} attempts`)
    })
  }

  function passSeconds(seconds: number): void {
    world.moveClock(new Date(world.now().getTime() + seconds * 1_000).toISOString())
  }

  return {
    ...world,
    endpointUrl,
    received,
    replies,
    log,
    startNode,
    stopNodes,
    listeningCompany,
    emit,
    messagesTo,
    deliveries: (company: { id: string }) => deliveriesOf(database, company),
    attempted,
    passSeconds,
  }
}

/** One receiver for all companies. Each message gets the reply that the test has set. */
async function openReceiver() {
  /** All received messages, oldest first. */
  const received: Message[] = []
  /** Replies to the next messages of any URL, in order; later messages are accepted. */
  const replies: Reply[] = []

  const server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      const body = Buffer.concat(chunks).toString()
      const { headers } = request
      const event = JSON.parse(body) as WebhookEvent
      received.push({ path: request.url!, id: String(headers['webhook-id']), headers, body, event })
      answer(response, replies.shift() ?? 204)
    })()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo

  function endpointUrl(path: string): string {
    return `http://127.0.0.1:${port}/${path}`
  }

  /** Resolves with the messages to a URL once there are this many. */
  function messagesTo(slug: string, count: number): Promise<Message[]> {
    return eventually(() => {
      const found = received.filter(({ path }) => path === `/${slug}`)
      if (found.length < count) throw new Error(`${found.length} of ${count} messages to ${slug}`)
      return found
    })
  }

  return { server, endpointUrl, received, replies, messagesTo }
}

/** The state of a company's deliveries, oldest first. */
function deliveriesOf(database: Database, company: { id: string }) {
  return rows<{
    attempts: number
    due_at: string | null
    delivered_at: string | null
    log: (number | string)[]
  }>(
    database,
    sql`select attempts, due_at, delivered_at,
               array(select coalesce(status::text, failure)
                       from webhook_attempt
                      where webhook_attempt.company_id = webhook_delivery.company_id
                        and webhook_attempt.event_id = webhook_delivery.event_id
                        and webhook_attempt.endpoint_id = webhook_delivery.endpoint_id
                      order by id) as log
          from webhook_delivery
         where company_id = ${company.id}
         order by event_id`,
  )
}

async function deleteEvents(database: Database): Promise<void> {
  await rows(
    database,
    sql`delete from webhook_attempt where company_id in (select company_id from company)`,
  )
  await rows(
    database,
    sql`delete from webhook_delivery where company_id in (select company_id from company)`,
  )
  await rows(
    database,
    sql`delete from webhook_event where company_id in (select company_id from company)`,
  )
}

function answer(response: ServerResponse, reply: Reply): void {
  if (reply === 'stall') return
  if (reply === 'hang_up') return void response.destroy()
  if (typeof reply === 'number') return void response.writeHead(reply).end()
  response.writeHead(307, reply).end()
}
