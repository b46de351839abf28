/**
 * The generated history: who earned and spent how many points, when, and from which lots. Each customer repeats three
 * purchases and a voucher. Consecutive records belong to different customers, so the rows of one customer are spread over
 * the disk as in production.
 */

import { day_ms } from './calendar.ts'

export type Size = { customers: number; records: number; companies: number }

const span_ms = 330 * day_ms

/** Every fourth record of a customer spends; the others earn. */
export const spends = (round: number) => round % 4 === 3
/** 50 to 549 points. A point is worth one centavo: points_per_real is 100. */
export const earned = (customer: number, round: number) => 50 + (scrambled(customer, round) % 500)
/** At most 150 points, which three purchases always earn. */
export const spent = (customer: number, round: number) => 1 + (scrambled(customer, round) % 150)

/** Times and ids of a history that ends one day before `now`. */
export type Timeline = ReturnType<typeof createTimeline>

export function createTimeline({ customers, records }: Size, now: Date) {
  const began_ms = now.getTime() - span_ms - day_ms
  const timeOf = (record: number) => Math.floor(began_ms + (record / records) * span_ms)
  const recordOf = (customer: number, round: number) => round * customers + customer
  const idOf = (kind: number, record: number) => id(kind, record, timeOf(record))
  return {
    began_ms,
    timeOf,
    recordOf,
    recordId: (customer: number, round: number) => idOf(1, recordOf(customer, round)),
    voucherId: (record: number) => idOf(2, record),
    customerId: (customer: number) => id(3, customer, began_ms),
    notificationId: (record: number) => idOf(4, record),
  }
}

/** All records in chronological order. */
export function* recordsOf({ customers, records }: Size) {
  for (let record = 0; record < records; record += 1) {
    yield { record, customer: record % customers, round: Math.floor(record / customers) }
  }
}

/** All records in chronological order, each with the lots that it draws from. */
export function* movements(size: Size, standing: Standing = standingOf(size.customers)) {
  for (const { record, customer, round } of recordsOf(size)) {
    const draws = spends(round) ? draw(standing, customer, spent(customer, round)) : []
    if (draws.length === 0) standing.balance[customer]! += earned(customer, round)
    yield { record, customer, round, draws }
  }
}

/** Each customer's state after the last record. */
export function finalStanding(size: Size): Standing {
  const standing = standingOf(size.customers)
  for (const { draws } of movements(size, standing)) void draws
  return standing
}

/** The state of all customers: the index in each array is the customer's number. */
export type Standing = {
  balance: Int32Array
  spent: Int32Array
  /** The round of the customer's oldest purchase with points left. */
  head: Int32Array
  /** Points that were drawn from the purchase of `head`. */
  drawn: Int32Array
}

export function standingOf(customers: number): Standing {
  const none = () => new Int32Array(customers)
  return { balance: none(), spent: none(), head: none(), drawn: none() }
}

/** Draws from the oldest lot first, which also expires first. */
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

export function leftOf({ head, drawn }: Standing, customer: number, round: number): number {
  if (round < head[customer]!) return 0
  return earned(customer, round) - (round === head[customer] ? drawn[customer]! : 0)
}

/** A UUIDv7 made of a time, a kind of row and a number. */
function id(kind: number, number: number, time_ms: number): string {
  const time = time_ms.toString(16).padStart(12, '0')
  const tail = number.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-700${kind}-8000-${tail}`
}

/** A 31-bit hash of its two arguments. */
function scrambled(customer: number, round: number): number {
  let mixed = Math.imul(customer + 1, 0x9e3779b1) ^ Math.imul(round + 1, 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d)
  mixed = Math.imul(mixed ^ (mixed >>> 12), 0x297a2d39)
  return (mixed ^ (mixed >>> 15)) >>> 1
}
