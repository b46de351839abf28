/**
 * The course of the made-up history: who earned and spent how many points, when, and by which lots. Three purchases, then a
 * voucher, again and again; record after record goes round all customers, so that those of one customer lie as far apart on
 * the disk as in life.
 */

import { day_ms } from './calendar.ts'

export type Size = { customers: number; records: number; companies: number }

const span_ms = 330 * day_ms

/** Every fourth record of a customer spends, the others earn. */
export const spends = (round: number) => round % 4 === 3
/** 50 to 549 points. One point is worth a centavo: points_per_real is 100. */
export const earned = (customer: number, round: number) => 50 + (scrambled(customer, round) % 500)
/** Never more than three purchases earn at least. */
export const spent = (customer: number, round: number) => 1 + (scrambled(customer, round) % 150)

/** The times and ids of a history that ends a day before `now`. */
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

/** The records in the order of time. */
export function* recordsOf({ customers, records }: Size) {
  for (let record = 0; record < records; record += 1) {
    yield { record, customer: record % customers, round: Math.floor(record / customers) }
  }
}

/** Each record in the order of time, with what it does to its customer's lots. */
export function* movements(size: Size, standing: Standing = standingOf(size.customers)) {
  for (const { record, customer, round } of recordsOf(size)) {
    const draws = spends(round) ? draw(standing, customer, spent(customer, round)) : []
    if (draws.length === 0) standing.balance[customer]! += earned(customer, round)
    yield { record, customer, round, draws }
  }
}

/** How each customer stands after the last record. */
export function finalStanding(size: Size): Standing {
  const standing = standingOf(size.customers)
  for (const { draws } of movements(size, standing)) void draws
  return standing
}

/** Of each customer: the points, those spent, the round of the first purchase with points left, and how many were drawn from it. */
export type Standing = {
  balance: Int32Array
  spent: Int32Array
  head: Int32Array
  drawn: Int32Array
}

export function standingOf(customers: number): Standing {
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

export function leftOf({ head, drawn }: Standing, customer: number, round: number): number {
  if (round < head[customer]!) return 0
  return earned(customer, round) - (round === head[customer] ? drawn[customer]! : 0)
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
