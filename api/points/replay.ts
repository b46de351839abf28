/**
 * What the records say a balance must be, worked out in plain TypeScript and apart from the ledger's own functions.
 *
 * A generation (GNR) opens a lot of its amount and value. A lot is good through the whole last day that its record
 * names, in the company's time zone, and never without such a day. The balance at an instant is the sum of the lots
 * that are good then; what was received is the sum of all generations, expired or not. (D4)
 */

export type ReplayRecord = {
  id: string
  sequence: number
  amount: number
  value: number
  expires_on: string | null
}

type ReplayLot = { id: string; amount: number; value: number; expires_on: string | null }

export type Replayed = {
  amount: number
  value: number
  received_amount: number
  sequence: number
  lots: ReplayLot[]
}

/** `today` is the company's local date. Throws when a record is missing: the sequence has no gaps. */
export function replay(records: ReplayRecord[], today: string): Replayed {
  const ordered = records.toSorted((one, other) => one.sequence - other.sequence)
  ordered.forEach(({ sequence }, at) => {
    if (sequence !== at + 1) throw new Error(`record ${at + 1} is missing: ${sequence} follows`)
  })
  const lots = ordered
    .filter(({ amount }) => amount > 0)
    .map(({ id, amount, value, expires_on }) => ({ id, amount, value, expires_on }))
  const good = lots.filter(({ expires_on }) => expires_on === null || today <= expires_on)
  return {
    amount: sum(good.map((lot) => lot.amount)),
    value: sum(good.map((lot) => lot.value)),
    received_amount: sum(ordered.map((record) => record.amount)),
    sequence: ordered.length,
    lots,
  }
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
