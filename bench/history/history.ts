/** The generated history (timeline.ts) as table rows: what the ledger would have written in eleven months. Deterministic. */

import type { VoucherCodes } from '#api/voucher/code/sealed-code.ts'

import { beginningOf, dateOf, day_ms, expiry, goodUntil, localDay } from './calendar.ts'
import { recordColumns, RecordChain } from './record-chain.ts'
import {
  createTimeline,
  earned,
  finalStanding,
  leftOf,
  movements,
  recordsOf,
  type Size,
  spends,
  spent,
  type Standing,
  standingOf,
  type Timeline,
} from './timeline.ts'

/** The company that owns the rows. Levels are in ascending order; every customer reaches the first. */
export type Shop = {
  company_id: string
  partner_key_id: string
  prize_id: string
  /** The id of the rule by which every purchase earns. */
  rule_id: string
  levels: { id: string; name: string; trigger_amount: number }[]
}

type Row = (string | number | null)[]

export type Table = { name: string; columns: string[]; rows: () => Iterable<Row> }

/** The level system's look-back in days. It is longer than the history, so that every purchase counts. */
export const update_lookback = 365
/** How long notifications are kept. */
const notified_ms = 90 * day_ms
const subsidiary = 'Loja 1'

/** The input of every table. */
type History = {
  size: Size
  timeline: Timeline
  /** Each customer's state after the last record. */
  standing: Standing
  /** Holds the hash of each customer's last record once all records have been written. */
  chain: RecordChain
  codes: VoucherCodes
  now: Date
  shopOf: (customer: number) => Shop
}

/** The tables in order of their references: rows refer only to tables earlier in the list. */
export function historyTables(size: Size, shops: Shop[], codes: VoucherCodes, now: Date): Table[] {
  const history: History = {
    size,
    timeline: createTimeline(size, now),
    standing: finalStanding(size),
    chain: new RecordChain(size.customers),
    codes,
    now,
    shopOf: (customer) => shops[customer % shops.length]!,
  }
  return [
    customerTable(history),
    recordTable(history),
    lotTable(history),
    allocationTable(history),
    voucherTable(history),
    notificationTable(history),
    balanceTable(history),
    levelTable(history),
  ]
}

function customerTable({ size, timeline, shopOf }: History): Table {
  return {
    name: 'customer',
    columns:
      'company_id id name document email email_verified_at login_type opt_in created_at'.split(' '),
    *rows() {
      const created_at = new Date(timeline.began_ms).toISOString()
      for (let customer = 0; customer < size.customers; customer += 1) {
        const { company_id } = shopOf(customer)
        const key = [company_id, timeline.customerId(customer), 'Carga', cnpj(customer)]
        yield [...key, `carga-${customer}@exemplo.com.br`, created_at, 'EMAIL', 't', created_at]
      }
    },
  }
}

function recordTable({ size, timeline, shopOf, chain }: History): Table {
  return {
    name: 'points_record',
    columns: [...recordColumns, 'hash'],
    *rows() {
      const running = standingOf(size.customers)
      for (const { record, customer, round, draws } of movements(size, running)) {
        const { company_id, partner_key_id, rule_id } = shopOf(customer)
        const time = timeline.timeOf(record)
        const balance = running.balance[customer]!
        const key = [
          company_id,
          timeline.recordId(customer, round),
          timeline.customerId(customer),
          round + 1,
        ]
        const after = [balance, balance, new Date(time).toISOString()]
        if (draws.length > 0) {
          const points = -spent(customer, round)
          const use = ['CNS', 'voucher', timeline.voucherId(record), null, null, null, null, null]
          const entry = [...key, ...use, points, points, null, null, ...after]
          yield chain.link(customer, entry)
          continue
        }
        const points = earned(customer, round)
        const sale = [
          'GNR',
          'api:/points/generate',
          null,
          partner_key_id,
          `carga-${record}`,
          bytea(Buffer.of(0)),
          subsidiary,
        ]
        const earning = [
          points * 100,
          points,
          points,
          calculation(points, rule_id),
          goodUntil(time),
        ]
        const entry = [...key, ...sale, ...earning, ...after]
        yield chain.link(customer, entry)
      }
    },
  }
}

/** In the format that PostgreSQL prints jsonb in, because a record's hash covers this text. */
function calculation(points: number, rule_id: string): string {
  const base = points * 100
  return `{"base": ${base}, "rate": 1, "rule": "Compra", "type": "POINTS_PER_REAL", "rule_id": "${rule_id}", "rounding": "down", "multiplier": 1, "points_per_real": 100}`
}

function lotTable({ size, timeline, shopOf, standing }: History): Table {
  return {
    name: 'lot',
    columns:
      'company_id id customer_id amount value remaining_amount remaining_value expires_at created_at'.split(
        ' ',
      ),
    *rows() {
      for (const { record, customer, round } of recordsOf(size)) {
        if (spends(round)) continue
        const points = earned(customer, round)
        const remaining = leftOf(standing, customer, round)
        const time = timeline.timeOf(record)
        yield [
          shopOf(customer).company_id,
          timeline.recordId(customer, round),
          timeline.customerId(customer),
          points,
          points,
          remaining,
          remaining,
          expiry(time),
          new Date(time).toISOString(),
        ]
      }
    },
  }
}

function allocationTable({ size, timeline, shopOf }: History): Table {
  return {
    name: 'allocation',
    columns: ['company_id', 'record_id', 'lot_id', 'absorbs_deficit', 'amount', 'value'],
    *rows() {
      for (const { customer, round, draws } of movements(size)) {
        const record_id = timeline.recordId(customer, round)
        for (const { lot, points } of draws) {
          const lot_id = timeline.recordId(customer, lot)
          yield [shopOf(customer).company_id, record_id, lot_id, 'f', -points, -points]
        }
      }
    },
  }
}

function voucherTable({ size, timeline, shopOf, codes }: History): Table {
  return {
    name: 'voucher',
    columns:
      'company_id id customer_id prize_id code_key sealed_code points_amount record_id created_at'.split(
        ' ',
      ),
    *rows() {
      for (const { record, customer, round } of movements(size)) {
        if (!spends(round)) continue
        const { company_id, prize_id } = shopOf(customer)
        const { code_key, sealed_code } = codes.pairOf(company_id, `CARGA-${record}`)
        const created_at = new Date(timeline.timeOf(record)).toISOString()
        const points = spent(customer, round)
        yield [
          company_id,
          timeline.voucherId(record),
          timeline.customerId(customer),
          prize_id,
          bytea(code_key),
          bytea(sealed_code),
          points,
          timeline.recordId(customer, round),
          created_at,
        ]
      }
    },
  }
}

/** Bytes in COPY's text format. */
function bytea(bytes: Buffer): string {
  return String.raw`\\x${bytes.toString('hex')}`
}

function notificationTable({ size, timeline, shopOf, now }: History): Table {
  return {
    name: 'notification',
    columns: ['company_id', 'id', 'customer_id', 'type', 'data', 'created_at'],
    *rows() {
      for (const { record, customer, round } of recordsOf(size)) {
        const time = timeline.timeOf(record)
        if (spends(round) || time < now.getTime() - notified_ms) continue
        const points = earned(customer, round)
        const data = JSON.stringify({
          record_id: timeline.recordId(customer, round),
          subsidiary_name: subsidiary,
          points_amount: points,
          points_value: points,
        })
        yield [
          shopOf(customer).company_id,
          timeline.notificationId(record),
          timeline.customerId(customer),
          'points_received',
          data,
          new Date(time).toISOString(),
        ]
      }
    },
  }
}

/** Must follow the records: a balance carries the hash of its customer's last record. */
function balanceTable(history: History): Table {
  const { size, timeline, shopOf, standing, chain } = history
  return {
    name: 'balance',
    columns:
      'company_id customer_id amount value received_amount spent_value sequence changes_at last_hash level_left level_due_at level_settled_at level_sequence'.split(
        ' ',
      ),
    *rows() {
      for (let customer = 0; customer < size.customers; customer += 1) {
        const sequence = recordCount(size, customer)
        const amount = standing.balance[customer]!
        const spentPoints = standing.spent[customer]!
        const head = standing.head[customer]!
        const changes_at =
          amount > 0 ? expiry(timeline.timeOf(timeline.recordOf(customer, head))) : 'infinity'
        yield [
          shopOf(customer).company_id,
          timeline.customerId(customer),
          amount,
          amount,
          amount + spentPoints,
          spentPoints,
          sequence,
          changes_at,
          chain.head(customer),
          ...levelColumns(history, customer, amount + spentPoints),
          sequence,
        ]
      }
    },
  }
}

/** As settle_level writes them: the points missing to the next level, and when the level can change without a movement. */
function levelColumns({ timeline, shopOf, now }: History, customer: number, earnedAmount: number) {
  const { levels } = shopOf(customer)
  const next = levels.find(({ trigger_amount }) => trigger_amount > earnedAmount)
  const changesDay = localDay(timeline.timeOf(customer)) + update_lookback
  return [
    next ? next.trigger_amount - earnedAmount : null,
    earnedAmount < (levels[1]?.trigger_amount ?? Infinity) ? 'infinity' : beginningOf(changesDay),
    now.toISOString(),
  ]
}

function levelTable({ size, timeline, shopOf, standing }: History): Table {
  return {
    name: 'customer_level',
    columns:
      'company_id customer_id level_id level_name trigger_amount consolidated_at calculated_at levels_system update_lookback after_sequence counted_sequence accumulated_amount standing_amount cycle_sequence cycle_amount changes_on due_at'.split(
        ' ',
      ),
    *rows() {
      for (let customer = 0; customer < size.customers; customer += 1) {
        const { company_id, levels } = shopOf(customer)
        const sequence = recordCount(size, customer)
        const earnedAmount = standing.balance[customer]! + standing.spent[customer]!
        const reached = levels.findLast(({ trigger_amount }) => trigger_amount <= earnedAmount)!
        const settledAt = new Date(
          timeline.timeOf(timeline.recordOf(customer, sequence - 1)),
        ).toISOString()
        const changesDay = localDay(timeline.timeOf(customer)) + update_lookback
        yield [
          company_id,
          timeline.customerId(customer),
          reached.id,
          reached.name,
          reached.trigger_amount,
          settledAt,
          settledAt,
          'LOOKBACK',
          update_lookback,
          0,
          sequence,
          earnedAmount,
          0,
          0,
          0,
          dateOf(changesDay),
          reached.trigger_amount > 0 ? beginningOf(changesDay) : null,
        ]
      }
    },
  }
}

function recordCount({ customers, records }: Size, customer: number): number {
  return Math.floor((records - 1 - customer) / customers) + 1
}

/** A CNPJ with letters and valid check digits. The contract allows letters, and with them there are enough for millions of customers. */
export function cnpj(number: number): string {
  const twelve = `BENCH${number.toString(36).toUpperCase().padStart(7, '0')}`
  const digit = (text: string, weights: number[]) => {
    const rest =
      weights.reduce((sum, weight, at) => sum + weight * (text.charCodeAt(at) - 48), 0) % 11
    return rest < 2 ? 0 : 11 - rest
  }
  const weights = [5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2]
  const first = digit(twelve, weights)
  return `${twelve}${first}${digit(`${twelve}${first}`, [6, ...weights])}`
}
