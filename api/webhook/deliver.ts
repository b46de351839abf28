/** Sends due messages of the outbox at least once. All nodes share the work. */

import type { Logger } from 'pino'
import type { Webhook } from 'standardwebhooks'

import { causeOf } from '#api/log/cause.ts'
import type { WebhookEvent } from '#contract/webhook.ts'
import { createBatchScheduler } from '#database/batch-scheduler.ts'
import { batched } from '#database/batch.ts'
import { type Io, type Random, systemIo, systemRandom } from '#database/io.ts'
import { type Database, limitsOf, rows, sql } from '#database/sql.ts'

import { createInFlight } from './in-flight.ts'
import { openSender, type Outcome, type Sender } from './post.ts'
import { signedHeaders, signerOf } from './signature.ts'

/** ms for an answer. A claim lasts 60 s (webhook.sql), which is well above. */
const defaultTimeout_ms = 10_000
/** ms between polls of the outbox. */
const defaultLook_ms = 1_000
/** Maximum messages of a node in flight. Eight endpoints that never answer occupy all of them until their time-out. */
const maxInFlight = 256
/**
 * Maximum messages in flight to one endpoint, because a company's server may be small. With answers after 100 ms this allows 320
 * messages a second. A message costs 210 µs of database CPU with 32, 330 µs with 16 and 175 µs with 64 (busy machine).
 */
export const maxToEndpoint = 32
/** Maximum messages of one endpoint in a claim. A claim for each message would cost more than the message. */
const maxClaimed = maxToEndpoint / 2

type Needs = {
  database: Database
  clock: () => Date
  log: Logger
  /** The machine's by default. */
  io?: Pick<Io, 'clock' | 'random'>
  /** By default a sender to the Internet, with the settings. */
  sender?: Sender
}
type Settings = {
  /** Allows http and private addresses, for the demo and tests. */
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
  /** Hexadecimal; null: no secret is live. */
  secrets: string[] | null
  type: WebhookEvent['type']
  data: WebhookEvent['data']
  created_at: string
}

export type Deliveries = {
  /** Stops, and waits for messages in flight. */
  stop: () => Promise<void>
}

export function startDeliveries(needs: Needs, settings: Settings): Deliveries {
  const { database, clock, log } = needs
  const { allow_private, timeout_ms = defaultTimeout_ms, look_ms = defaultLook_ms } = settings
  const { io = systemIo(database), sender = openSender({ allow_private, timeout_ms }) } = needs
  const settle = createSettle(database, io)
  const delivering = { sender, settle, clock, log, io }
  const inFlight = createInFlight({ max: maxInFlight, maxToEndpoint, maxClaimed })
  let polling: Promise<void> | undefined
  let pollsAgain = false
  let isStopped = false

  /** One poll at a time. Polls again when a message ended during the poll, because that made room. */
  function wake(): void {
    if (isStopped) return
    if (polling) {
      pollsAgain = true
      return
    }
    pollsAgain = false
    polling = poll()
      .catch((error: unknown) => log.error(causeOf(error), 'webhooks: the outbox was not read'))
      .finally(() => {
        polling = undefined
        if (pollsAgain) wake()
      })
  }

  async function poll(): Promise<void> {
    const room = inFlight.room()
    if (room === 0) return
    const busy = inFlight.busyEndpoints()
    const claimed = await rows<Delivery>(
      database,
      sql`select * from claim_deliveries(${busy}, ${maxClaimed}, ${room}, ${clock()})`,
    )
    for (const delivery of claimed) {
      const signers = (delivery.secrets ?? []).map((secret) => signerOf(Buffer.from(secret, 'hex')))
      const sending = deliver(delivering, delivery, signers)
        // The attempt could not be stored. The delivery stays claimed, and is due again when its claim ends.
        .catch((error: unknown) => log.error(causeOf(error), 'webhooks: an attempt was not noted'))
        .finally(() => {
          if (inFlight.remove(sending)) wake()
        })
      inFlight.add(sending, delivery.endpoint_id)
    }
    if (inFlight.noteClaim(claimed, room, busy)) wake()
  }

  function look(): void {
    cancelLook = io.clock.after(look_ms, look)
    wake()
  }

  let cancelLook = io.clock.after(look_ms, look)
  wake()
  return {
    stop: async () => {
      isStopped = true
      cancelLook()
      await polling
      await inFlight.ended()
      sender.close()
    },
  }
}

/** The outcome of an attempt. */
type Attempt = Pick<Delivery, 'company_id' | 'event_id' | 'endpoint_id' | 'claimed_until'> & {
  status: Outcome['status']
  failure: Outcome['failure']
  duration_ms: number
  retry_s: number
  now: Date
}
type Settled = 'delivered' | 'retry' | 'disabled' | 'given_up' | 'taken_over'
type Settle = (attempt: Attempt) => Promise<Settled>

/**
 * Stores attempts, many in one statement and one commit. It sends one statement at a time, because no caller waits for it and
 * further attempts gather for the next one. Three at a time cause 50 % more statements.
 */
function createSettle(database: Database, { clock, random }: Pick<Io, 'clock' | 'random'>): Settle {
  async function run(attempts: Attempt[]): Promise<Settled[]> {
    const numbered = attempts.map((attempt, n) => ({ ...attempt, n }))
    const calls = [...Map.groupBy(numbered, ({ company_id }) => company_id)]
      // Company ids in ascending order, like all locks.
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([company_id, of]) => ({ company_id, attempts: of }))
    const settled = await rows<{ n: number; outcome: Settled }>(
      database,
      sql`select settled.n, settled.outcome
            from jsonb_to_recordset(${JSON.stringify(calls)}) call (company_id uuid, attempts jsonb)
           cross join lateral settle_deliveries(call.company_id, call.attempts) settled`,
    )
    const outcomes = new Map(settled.map(({ n, outcome }) => [n, outcome]))
    return attempts.map((_, n) => outcomes.get(n) ?? 'taken_over')
  }
  const scheduler = createBatchScheduler(1, limitsOf(database).answer_ms, { clock })
  return batched(scheduler, run, { laneOf: ({ company_id }) => company_id, clock, random })
}

async function deliver(
  { sender, settle, clock, log, io }: Required<Omit<Needs, 'database'>> & { settle: Settle },
  delivery: Delivery,
  signers: Webhook[],
): Promise<void> {
  const { company_id, event_id, endpoint_id, attempts, claimed_until, type, data } = delivery
  const body = JSON.stringify({ type, timestamp: delivery.created_at, data })
  const headers = signedHeaders(event_id, clock(), body, signers)
  const began_ms = io.clock.elapsed_ms()
  const { status, failure } = await sender.post(delivery.url, headers, body)
  const duration_ms = Math.round(io.clock.elapsed_ms() - began_ms)
  const retry_s = retrySeconds(attempts, io.random)
  const attempt = { company_id, event_id, endpoint_id, claimed_until, status, failure }
  const outcome = await settle({ ...attempt, duration_ms, retry_s, now: clock() })
  if (outcome === 'delivered') return
  const line = { company_id, event_id, endpoint_id, attempts, status, failure, outcome }
  // Leave out the URL, which may contain a secret.
  if (outcome === 'given_up' || outcome === 'disabled') log.error(line, 'a webhook was given up')
  else log.warn(line, 'a webhook was not taken')
}

/** A partner’s restart takes seconds. */
const firstRetry_s = 5
/** 5 s grow to 4 h within nine attempts. */
const retryGrowth = 3
/** The longest wait of a message after the partner has returned. */
const maxRetry_s = 4 * 3_600

/** Seconds until the next attempt: 5, 15, 45 … up to 4 h, with 25 % jitter so that failures do not retry in step. */
export function retrySeconds(attempts: number, { fraction }: Random = systemRandom): number {
  const planned = Math.min(firstRetry_s * retryGrowth ** (attempts - 1), maxRetry_s)
  return planned * (0.75 + fraction() / 2)
}
