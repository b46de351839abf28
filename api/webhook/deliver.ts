/** Takes what is due from the outbox and sends it, at least once, on as many nodes as there are. */

import type { Logger } from 'pino'

import type { WebhookEvent } from '#contract/webhook.ts'
import { batched } from '#database/batch.ts'
import { flightsOf } from '#database/flights.ts'
import { type Database, rows, sql } from '#database/sql.ts'

import { type Outcome, post } from './post.ts'
import { signedHeaders } from './signature.ts'

/** A claim lasts a minute (webhook.sql): long past this. */
const default_timeout_ms = 10_000
/** How soon an event is seen. */
const default_look_ms = 1_000
/** Messages of one node on their way at once: in all, and, about, to one endpoint. */
const most_under_way = 64
const most_to_endpoint = 8

type Needs = { database: Database; clock: () => Date; log: Logger }
type Settings = {
  /** http and private addresses: the demo and tests. */
  allow_private: boolean
  timeout_ms?: number
  look_ms?: number
}

type Delivery = {
  company_id: string
  event_id: string
  endpoint_id: string
  attempts: number
  claimed_until: string
  url: string
  /** Hexadecimal; null: none is live. */
  secrets: string[] | null
  type: WebhookEvent['type']
  data: WebhookEvent['data']
  created_at: string
}

export type Deliveries = {
  /** What is on its way is waited for. */
  stop: () => Promise<void>
}

export function startDeliveries(needs: Needs, settings: Settings): Deliveries {
  const { database, clock, log } = needs
  const settle = createSettle(database)
  const under_way = new Map<Promise<void>, string>()
  let looking: Promise<void> | undefined
  let looksAgain = false
  let is_stopped = false
  let may_be_more = false

  /** One look at a time. What ends during a look may have made room that it did not see: then it looks again. */
  function wake(): void {
    if (is_stopped) return
    if (looking) {
      looksAgain = true
      return
    }
    looksAgain = false
    looking = look()
      .catch((error: unknown) => log.error(causeOf(error), 'webhooks: the outbox was not read'))
      .finally(() => {
        looking = undefined
        if (looksAgain) wake()
      })
  }

  async function look(): Promise<void> {
    const room = most_under_way - under_way.size
    if (room <= 0) return
    const busy = busyEndpoints()
    const claimed = await rows<Delivery>(
      database,
      sql`select * from claim_deliveries(${busy}, ${most_to_endpoint}, ${room}, ${clock()})`,
    )
    // A busy endpoint was not looked at. Its next delivery that ends makes room for more.
    may_be_more = claimed.length > 0 || busy.length > 0
    for (const delivery of claimed) {
      const sending = deliver(settle, needs, settings, delivery)
        // It stays claimed, and is due again when the claim is over.
        .catch((error: unknown) => log.error(causeOf(error), 'webhooks: an attempt was not noted'))
        .finally(() => {
          under_way.delete(sending)
          if (may_be_more) wake()
        })
      under_way.set(sending, delivery.endpoint_id)
    }
  }

  function busyEndpoints(): string[] {
    const counts = new Map<string, number>()
    for (const endpoint_id of under_way.values()) {
      counts.set(endpoint_id, (counts.get(endpoint_id) ?? 0) + 1)
    }
    return [...counts].filter(([, count]) => count >= most_to_endpoint).map(([id]) => id)
  }

  const timer = setInterval(wake, settings.look_ms ?? default_look_ms)
  wake()
  return {
    stop: async () => {
      is_stopped = true
      clearInterval(timer)
      await looking
      await Promise.all(under_way.keys())
    },
  }
}

/** How an attempt went. */
type Attempt = Pick<Delivery, 'company_id' | 'event_id' | 'endpoint_id' | 'claimed_until'> & {
  status: Outcome['status']
  failure: Outcome['failure']
  duration_ms: number
  retry_s: number
  now: Date
}
type Settle = (attempt: Attempt) => Promise<{ outcome: string }>

/** Notes attempts: those that end together in one statement and one commit. */
function createSettle(database: Database): Settle {
  return batched<Attempt, { outcome: string }>(flightsOf(database), (attempts) =>
    rows(
      database,
      sql`select settle_delivery(one.company_id, one.event_id, one.endpoint_id, one.claimed_until, one.status, one.failure,
                 one.duration_ms, one.retry_s, one.now) as outcome
            from rows from (jsonb_to_recordset(${JSON.stringify(attempts)}) as (
                   company_id uuid, event_id uuid, endpoint_id uuid, claimed_until timestamptz, status integer,
                   failure text, duration_ms integer, retry_s double precision, now timestamptz)) with ordinality one (
                   company_id, event_id, endpoint_id, claimed_until, status, failure, duration_ms, retry_s, now, n)
           order by one.n`,
    ),
  )
}

async function deliver(
  settle: Settle,
  { clock, log }: Needs,
  { allow_private, timeout_ms = default_timeout_ms }: Settings,
  delivery: Delivery,
): Promise<void> {
  const { company_id, event_id, endpoint_id, attempts, claimed_until, type, data } = delivery
  const body = JSON.stringify({ type, timestamp: delivery.created_at, data })
  const secrets = (delivery.secrets ?? []).map((secret) => Buffer.from(secret, 'hex'))
  const headers = signedHeaders(event_id, clock(), body, secrets)
  const began = performance.now()
  const { status, failure }: Outcome = await post(delivery.url, headers, body, {
    allow_private,
    timeout_ms,
  })
  const duration_ms = Math.round(performance.now() - began)
  const retry_s = retrySeconds(attempts)
  const attempt = { company_id, event_id, endpoint_id, claimed_until, status, failure }
  const { outcome } = await settle({ ...attempt, duration_ms, retry_s, now: clock() })
  if (outcome === 'delivered') return
  const line = { company_id, event_id, endpoint_id, attempts, status, failure, outcome }
  // Not its address, which may hold a secret.
  if (outcome === 'given_up' || outcome === 'disabled') log.error(line, 'a webhook was given up')
  else log.warn(line, 'a webhook was not taken')
}

const first_retry_s = 5
const retry_growth = 3
const max_retry_s = 4 * 3_600

/** 5 s, 15 s, 45 s … 4 hours, a quarter more or less, so that what failed together does not come back together. */
export function retrySeconds(attempts: number): number {
  const planned = Math.min(first_retry_s * retry_growth ** (attempts - 1), max_retry_s)
  return planned * (0.75 + Math.random() / 2)
}

function causeOf(error: unknown): { name: string; code: string | undefined } {
  const { name, code } = error as { name: string; code?: string }
  return { name, code }
}
