/**
 * A made-up history, the same each time: what so many customers of so many companies earned and spent over eleven months,
 * as the rows that the ledger would have written. Three purchases, then a voucher, again and again; record after record
 * goes round all customers, so that those of one customer lie as far apart on the disk as in life.
 */

import type { VoucherCodes } from '#api/voucher/sealed-code.ts'

import { record_columns, RecordChain } from './record-chain.ts'

export type Size = { customers: number; records: number; companies: number }

/** Whose it all is. The levels rise, and the first is everybody's. */
export type Shop = {
  company_id: string
  partner_key_id: string
  prize_id: string
  levels: { id: string; name: string; trigger_amount: number }[]
}

type Row = (string | number | null)[]

export type Table = { name: string; columns: string[]; rows: () => Iterable<Row> }

const span_ms = 330 * 86_400_000
const good_days = 730
/** The rule's: days of the company's calendar, which has been three hours behind UTC all year round since 2019. */
const zone_ms = -3 * 3_600_000
const day_ms = 86_400_000
/** Of the levels: longer than the history, so that every purchase counts. */
export const update_lookback = 365
/** What the bell keeps of purchases. */
const notified_ms = 90 * day_ms
const subsidiary = 'Loja 1'

/** Every fourth record of a customer spends, the others earn. */
const spends = (round: number) => round % 4 === 3
/** 50 to 549 points. One point is worth a centavo: points_per_real is 100. */
const earned = (customer: number, round: number) => 50 + (scrambled(customer, round) % 500)
/** Never more than three purchases earn at least. */
const spent = (customer: number, round: number) => 1 + (scrambled(customer, round) % 150)

/** The tables in an order in which each names only rows of those before it. */
export function historyTables(size: Size, shops: Shop[], codes: VoucherCodes, now: Date): Table[] {
  const { customers, records } = size
  const began_ms = now.getTime() - span_ms - day_ms
  const shopOf = (customer: number) => shops[customer % shops.length]!
  const timeOf = (record: number) => Math.floor(began_ms + (record / records) * span_ms)
  const recordId = (customer: number, round: number) =>
    id(1, round * customers + customer, timeOf(round * customers + customer))
  const voucherId = (record: number) => id(2, record, timeOf(record))
  const customerId = (customer: number) => id(3, customer, began_ms)

  /** Each record in the order of time, with what it does to its customer's lots. */
  function* movements(standing: Standing) {
    for (let record = 0; record < records; record += 1) {
      const customer = record % customers
      const round = Math.floor(record / customers)
      const draws = spends(round) ? draw(standing, customer, spent(customer, round)) : []
      if (draws.length === 0) standing.balance[customer]! += earned(customer, round)
      yield { record, customer, round, draws }
    }
  }

  const last = standingOf(customers)
  for (const { draws } of movements(last)) void draws

  // Of each customer the last record's hash, once the records are written: the balances, which come after, carry it.
  const chain = new RecordChain(customers)

  const customer_rows: Table = {
    name: 'customer',
    columns:
      'company_id id name document email email_verified_at login_type opt_in created_at'.split(' '),
    *rows() {
      const created_at = new Date(began_ms).toISOString()
      for (let customer = 0; customer < customers; customer += 1) {
        const { company_id } = shopOf(customer)
        const key = [company_id, customerId(customer), 'Carga', cnpj(customer)]
        yield [...key, `carga-${customer}@exemplo.com.br`, created_at, 'EMAIL', 't', created_at]
      }
    },
  }

  const record_rows: Table = {
    name: 'points_record',
    columns: [...record_columns, 'hash'],
    *rows() {
      const standing = standingOf(customers)
      for (const { record, customer, round, draws } of movements(standing)) {
        const { company_id, partner_key_id } = shopOf(customer)
        const time = timeOf(record)
        const balance = standing.balance[customer]!
        const key = [company_id, recordId(customer, round), customerId(customer), round + 1]
        const after = [balance, balance, new Date(time).toISOString()]
        if (draws.length > 0) {
          const points = -spent(customer, round)
          const use = ['CNS', 'voucher', voucherId(record), null, null, null, null, null]
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
        const earning = [points * 100, points, points, calculation(points), goodUntil(time)]
        const entry = [...key, ...sale, ...earning, ...after]
        yield chain.link(customer, entry)
      }
    },
  }

  const lot_rows: Table = {
    name: 'lot',
    columns:
      'company_id id customer_id amount value remaining_amount remaining_value expires_at created_at'.split(
        ' ',
      ),
    *rows() {
      for (let record = 0; record < records; record += 1) {
        const customer = record % customers
        const round = Math.floor(record / customers)
        if (spends(round)) continue
        const points = earned(customer, round)
        const left = leftOf(last, customer, round)
        const time = timeOf(record)
        yield [
          shopOf(customer).company_id,
          recordId(customer, round),
          customerId(customer),
          points,
          points,
          left,
          left,
          expiry(time),
          new Date(time).toISOString(),
        ]
      }
    },
  }

  const allocation_rows: Table = {
    name: 'allocation',
    columns: ['company_id', 'record_id', 'lot_id', 'absorbs_deficit', 'amount', 'value'],
    *rows() {
      for (const { customer, round, draws } of movements(standingOf(customers))) {
        const record_id = recordId(customer, round)
        for (const { lot, points } of draws) {
          const lot_id = recordId(customer, lot)
          yield [shopOf(customer).company_id, record_id, lot_id, 'f', -points, -points]
        }
      }
    },
  }

  const voucher_rows: Table = {
    name: 'voucher',
    columns:
      'company_id id customer_id prize_id code_key sealed_code points_amount record_id created_at'.split(
        ' ',
      ),
    *rows() {
      for (const { record, customer, round } of movements(standingOf(customers))) {
        if (!spends(round)) continue
        const { company_id, prize_id } = shopOf(customer)
        const { code_key, sealed_code } = codes.pairOf(company_id, `CARGA-${record}`)
        const created_at = new Date(timeOf(record)).toISOString()
        const points = spent(customer, round)
        yield [
          company_id,
          voucherId(record),
          customerId(customer),
          prize_id,
          bytea(code_key),
          bytea(sealed_code),
          points,
          recordId(customer, round),
          created_at,
        ]
      }
    },
  }

  const notification_rows: Table = {
    name: 'notification',
    columns: ['company_id', 'id', 'customer_id', 'type', 'data', 'created_at'],
    *rows() {
      for (let record = 0; record < records; record += 1) {
        const customer = record % customers
        const round = Math.floor(record / customers)
        const time = timeOf(record)
        if (spends(round) || time < now.getTime() - notified_ms) continue
        const points = earned(customer, round)
        const data = JSON.stringify({
          record_id: recordId(customer, round),
          subsidiary_name: subsidiary,
          points_amount: points,
          points_value: points,
        })
        yield [
          shopOf(customer).company_id,
          id(4, record, time),
          customerId(customer),
          'points_received',
          data,
          new Date(time).toISOString(),
        ]
      }
    },
  }

  const balance_rows: Table = {
    name: 'balance',
    columns:
      'company_id customer_id amount value received_amount spent_value sequence changes_at last_hash level_left level_due_at level_settled_at level_sequence'.split(
        ' ',
      ),
    *rows() {
      for (let customer = 0; customer < customers; customer += 1) {
        const sequence = Math.floor((records - 1 - customer) / customers) + 1
        const amount = last.balance[customer]!
        const taken = last.spent[customer]!
        const head = last.head[customer]!
        const changes_at = amount > 0 ? expiry(timeOf(head * customers + customer)) : 'infinity'
        yield [
          shopOf(customer).company_id,
          customerId(customer),
          amount,
          amount,
          amount + taken,
          taken,
          sequence,
          changes_at,
          chain.head(customer),
          ...levelColumns(customer, amount + taken),
          sequence,
        ]
      }
    },
  }

  /** As settle_level leaves them: what lacks to the next level, and when the level can change by itself. */
  function levelColumns(customer: number, earned_amount: number) {
    const { levels } = shopOf(customer)
    const next = levels.find(({ trigger_amount }) => trigger_amount > earned_amount)
    const changes_day = localDay(timeOf(customer)) + update_lookback
    return [
      next ? next.trigger_amount - earned_amount : null,
      earned_amount < (levels[1]?.trigger_amount ?? Infinity)
        ? 'infinity'
        : beginningOf(changes_day),
      now.toISOString(),
    ]
  }

  const level_rows: Table = {
    name: 'customer_level',
    columns:
      'company_id customer_id level_id level_name trigger_amount consolidated_at calculated_at levels_system update_lookback after_sequence counted_sequence accumulated_amount standing_amount cycle_sequence cycle_amount changes_on due_at'.split(
        ' ',
      ),
    *rows() {
      for (let customer = 0; customer < customers; customer += 1) {
        const { company_id, levels } = shopOf(customer)
        const sequence = Math.floor((records - 1 - customer) / customers) + 1
        const earned_amount = last.balance[customer]! + last.spent[customer]!
        const reached = levels.findLast(({ trigger_amount }) => trigger_amount <= earned_amount)!
        const settled_at = new Date(timeOf((sequence - 1) * customers + customer)).toISOString()
        const changes_day = localDay(timeOf(customer)) + update_lookback
        yield [
          company_id,
          customerId(customer),
          reached.id,
          reached.name,
          reached.trigger_amount,
          settled_at,
          settled_at,
          'LOOKBACK',
          update_lookback,
          0,
          sequence,
          earned_amount,
          0,
          0,
          0,
          dateOf(changes_day),
          reached.trigger_amount > 0 ? beginningOf(changes_day) : null,
        ]
      }
    },
  }

  return [
    customer_rows,
    record_rows,
    lot_rows,
    allocation_rows,
    voucher_rows,
    notification_rows,
    balance_rows,
    level_rows,
  ]
}

/** Of each customer: the points, those spent, the round of the first purchase with points left, and how many were drawn from it. */
type Standing = {
  balance: Int32Array
  spent: Int32Array
  head: Int32Array
  drawn: Int32Array
}

function standingOf(customers: number): Standing {
  const none = () => new Int32Array(customers)
  return { balance: none(), spent: none(), head: none(), drawn: none() }
}

/** The oldest first, which is also what expires first. */
function draw({ balance, spent, head, drawn }: Standing, customer: number, points: number) {
  const draws: { lot: number; points: number }[] = []
  balance[customer]! -= points
  spent[customer]! += points
  for (let missing = points; missing > 0;) {
    const lot = head[customer]!
    const part = Math.min(missing, earned(customer, lot) - drawn[customer]!)
    draws.push({ lot, points: part })
    missing -= part
    drawn[customer]! += part
    if (drawn[customer] === earned(customer, lot)) {
      head[customer] = spends(lot + 1) ? lot + 2 : lot + 1
      drawn[customer] = 0
    }
  }
  return draws
}

function leftOf({ head, drawn }: Standing, customer: number, round: number): number {
  if (round < head[customer]!) return 0
  return earned(customer, round) - (round === head[customer] ? drawn[customer]! : 0)
}

/** As COPY reads it. */
function bytea(bytes: Buffer): string {
  return String.raw`\\x${bytes.toString('hex')}`
}

/** As jsonb is written: a record's hash is of this text. */
function calculation(points: number): string {
  const base = points * 100
  return `{"base": ${base}, "rate": 1, "rule": "Compra", "type": "POINTS_PER_REAL", "rounding": "down", "multiplier": 1, "points_per_real": 100}`
}

/** Days since 1970. */
function localDay(time_ms: number): number {
  return Math.floor((time_ms + zone_ms) / day_ms)
}

function dateOf(day: number): string {
  return new Date(day * day_ms).toISOString().slice(0, 10)
}

function beginningOf(day: number): string {
  return new Date(day * day_ms - zone_ms).toISOString()
}

function goodUntil(time_ms: number): string {
  return dateOf(localDay(time_ms) + good_days)
}

/** The first instant after the last day. */
function expiry(time_ms: number): string {
  return beginningOf(localDay(time_ms) + good_days + 1)
}

/** A UUIDv7 of a time, a kind of row and a number. */
function id(kind: number, number: number, time_ms: number): string {
  const time = time_ms.toString(16).padStart(12, '0')
  const tail = number.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-700${kind}-8000-${tail}`
}

/** Any number of 31 bits, the same for the same two. */
function scrambled(customer: number, round: number): number {
  let mixed = Math.imul(customer + 1, 0x9e3779b1) ^ Math.imul(round + 1, 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d)
  mixed = Math.imul(mixed ^ (mixed >>> 12), 0x297a2d39)
  return (mixed ^ (mixed >>> 15)) >>> 1
}

/** The contract lets a CNPJ of letters through by the million; its check digits must be right. */
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
