/** Writes what a verb has decided: rows, events of the outbox and notices, as engine/write/ does. */

import { limits } from '#contract/limits.ts'

import type { PointsRecord, StoredIntention } from '../disk/disk.ts'
import type { Transaction } from '../disk/transaction.ts'
import type { Decision, Located } from './command.ts'

export function writeDecision(
  tx: Transaction,
  { company_id, customer_id }: Located,
  { account, records = [], intentions = [], vouchers = [], error }: Decision,
  now_ms: number,
): void {
  const { disk } = tx
  if (account) tx.set(disk.accounts, customer_id!, account)
  for (const record of records) {
    tx.set(disk.records, record.id, record)
    const { type_id, external_id } = record
    if (external_id !== null) tx.set(disk.externals, `${type_id} ${external_id}`, record.id)
  }
  for (const intention of intentions) {
    const before = tx.get(disk.intentions, intention.id)
    if (before && before.ended_ms !== null) {
      disk.violations.push(`intention ${before.id} was ${before.status} and is ${intention.status}`)
    }
    tx.set(disk.intentions, intention.id, intention)
    tx.set(disk.externals, `intention ${intention.external_id}`, intention.id)
    tx.set(disk.unended, intention.customer_id, intention.ended_ms === null ? intention.id : null)
  }
  for (const voucher of vouchers) tx.set(disk.vouchers, voucher.id, voucher)
  const events = [
    ...records.flatMap(eventOfRecord),
    ...intentions.flatMap((intention) => eventOfIntention(intention, error === null)),
    ...vouchers.map((voucher) => ({ type: 'voucher.issued', data: { id: voucher.id } })),
  ]
  for (const event of events) addEvent(tx, company_id, event, now_ms)
  const notices = [...records.flatMap(noticeOfRecord), ...vouchers.map(() => 'voucher_issued')]
  for (const kind of notices) {
    const id = tx.newId()
    tx.set(disk.notices, id, { company_id, id, customer_id: customer_id!, kind })
  }
}

type Event = { type: string; data: object }

function eventOfRecord({ id, type_id, amount, reverses_id, external_id }: PointsRecord): Event[] {
  if (type_id === 'GNR') {
    return [{ type: 'points.generated', data: { id, external_id, points_amount: amount } }]
  }
  return reverses_id === null
    ? []
    : [{ type: 'points.reversed', data: { id, reverses_id, points_amount: amount } }]
}

function eventOfIntention({ id, status }: StoredIntention, isDone: boolean): Event[] {
  const isTold =
    status === 'DECLINED' || status === 'EXPIRED' || (status === 'AUTHORIZED' && isDone)
  return isTold ? [{ type: `intention.${status.toLowerCase()}`, data: { id } }] : []
}

/** The event and its deliveries. A disabled endpoint gets none. */
function addEvent(tx: Transaction, company_id: string, event: Event, now_ms: number): void {
  const { disk } = tx
  const targets = [...disk.endpoints.values()].filter((one) => one.company_id === company_id)
  if (targets.length === 0) return
  const id = tx.newId()
  tx.set(disk.events, id, { company_id, id, ...event, created_ms: now_ms })
  for (const { id: endpoint_id, disabled_ms } of targets) {
    if (disabled_ms !== null) continue
    tx.set(disk.deliveries, `${id} ${endpoint_id}`, {
      company_id,
      event_id: id,
      endpoint_id,
      attempts: 0,
      due_ms: now_ms,
      give_up_ms: now_ms + limits.webhook_hours * 3_600_000,
      delivered_ms: null,
    })
  }
}

/** The notices that become mails: a sale's notice is a mail for a customer who has chosen it, as all of these have. */
function noticeOfRecord({ type_id, purchase_value, amount }: PointsRecord): string[] {
  return type_id === 'GNR' && purchase_value !== null && amount > 0 ? ['points_received'] : []
}
