/** The statements of webhooks: api/webhook/stored/webhook.sql. */

import type { Delivery } from '../disk/disk.ts'
import { instant } from '../engine/result.ts'
import { type Call, type Handler, type Known, Waits } from './handler.ts'

const claim_ms = 60_000

const claim: Handler = (call) => {
  const { disk, chance, values } = call
  const [busy, perEndpoint, limit, now] = values as [string[], number, number, Date]
  const endpoints = [...disk.endpoints.values()].filter(
    ({ id, disabled_ms }) => disabled_ms === null && !busy.includes(id),
  )
  // The real statement takes companies and endpoints in a random order.
  if (chance.is(0.5)) endpoints.reverse()
  let room = limit
  return endpoints.flatMap((endpoint) => {
    const due = dueTo(call, endpoint.id, now.getTime()).slice(0, Math.min(perEndpoint, room))
    room -= due.length
    return due.map((delivery) => claimed(call, delivery, now.getTime()))
  })
}

/** The due deliveries that no other transaction has locked, the oldest first. */
function dueTo({ tx, disk }: Call, endpoint_id: string, now_ms: number): Delivery[] {
  return [...disk.deliveries.values()]
    .filter((one) => one.endpoint_id === endpoint_id && one.due_ms !== null && one.due_ms <= now_ms)
    .toSorted((one, other) => one.due_ms! - other.due_ms!)
    .filter(({ event_id }) => tx.lock(`delivery ${event_id} ${endpoint_id}`))
}

function claimed({ tx, disk }: Call, delivery: Delivery, now_ms: number): object {
  const { company_id, event_id, endpoint_id } = delivery
  const attempts = delivery.attempts + 1
  const due_ms = now_ms + claim_ms
  tx.set(disk.deliveries, `${event_id} ${endpoint_id}`, { ...delivery, attempts, due_ms })
  const { url, secret } = disk.endpoints.get(endpoint_id)!
  const { type, data, created_ms } = disk.events.get(event_id)!
  return {
    company_id,
    event_id,
    endpoint_id,
    attempts,
    claimed_until: instant(due_ms),
    url,
    secrets: [secret],
    type,
    data,
    created_at: instant(created_ms),
  }
}

type Attempt = {
  n: number
  event_id: string
  endpoint_id: string
  claimed_until: string
  status: number | null
  retry_s: number
  now: string
}

/** Waits for the rows of the deliveries, as an UPDATE does. */
const settle: Handler = (call) => {
  const calls = JSON.parse(call.values[0] as string) as { attempts: Attempt[] }[]
  const attempts = calls.flatMap((one) => one.attempts)
  for (const { event_id, endpoint_id } of attempts) {
    const lock = `delivery ${event_id} ${endpoint_id}`
    if (!call.tx.lock(lock)) return new Waits(lock)
  }
  return attempts.flatMap((attempt) => settled(call, attempt))
}

function settled({ tx, disk }: Call, attempt: Attempt): object[] {
  const { n, event_id, endpoint_id, status } = attempt
  const now_ms = Date.parse(attempt.now)
  const endpoint = disk.endpoints.get(endpoint_id)!
  if (status === 410 && endpoint.disabled_ms === null) {
    tx.set(disk.endpoints, endpoint_id, { ...endpoint, disabled_ms: now_ms })
  }
  const key = `${event_id} ${endpoint_id}`
  const delivery = tx.get(disk.deliveries, key)!
  const isTaken = status !== null && status >= 200 && status <= 299
  const isOwn = delivery.due_ms === Date.parse(attempt.claimed_until)
  if (delivery.delivered_ms !== null || (!isTaken && !isOwn)) return []
  const isRetried = !isTaken && now_ms < delivery.give_up_ms
  const retry_ms = Math.min(now_ms + attempt.retry_s * 1_000, delivery.give_up_ms)
  const due_ms = isRetried ? retry_ms : null
  tx.set(disk.deliveries, key, { ...delivery, due_ms, delivered_ms: isTaken ? now_ms : null })
  return [{ n, outcome: outcomeOf(isTaken, status, due_ms) }]
}

function outcomeOf(isTaken: boolean, status: number | null, due_ms: number | null): string {
  if (isTaken) return 'delivered'
  if (status === 410) return 'disabled'
  return due_ms === null ? 'given_up' : 'retry'
}

export const outboxStatements: Known[] = [
  ['claim_deliveries(', claim],
  ['settle_deliveries(', settle],
]
