/**
 * I1: every earned point and centavo is accounted for. The check adds up stored rows and applies no rule of the ledger: no
 * share, no rounding, no order of lots. So it detects a rule that loses a centavo, which a replay by the same rule cannot.
 *
 * - Each point of a generation (GNR) is in its lot, expired there, held, paid to a deficit, or allocated to a record.
 * - A record is the sum of three parts: its changes of lots, the deficit it caused, and a stated difference.
 * - The reversal of a consumption gives back the amount that the consumption took. Of a merge it may give back less.
 * - The returns of a fully returned purchase take all its points, except those let go or left to the customer.
 * - A deficit is either paid or still owed. 0 points are worth 0 centavos.
 */

import type { Made } from './replay-lots.ts'
import type { Shortfall } from './replay-returns.ts'
import type { Replayed, ReplayRecord } from './replay-state.ts'

type StoredTotals = Pick<
  Replayed,
  | 'lots'
  | 'allocations'
  | 'holds'
  | 'paid_by_holds'
  | 'shortfalls'
  | 'deficit_amount'
  | 'deficit_value'
  | 'difference_value'
>
/** All lines about one subject must sum to 0 points and 0 centavos. */
type Line = { about: string } & Made

/** One sentence for each sum that is not 0; empty when everything adds up. */
export function unaccounted(records: ReplayRecord[], stored: StoredTotals): string[] {
  const sums = new Map<string, Made>()
  for (const { about, amount, value } of [
    ...generationLines(records, stored),
    ...recordLines(records, stored),
    ...returnLines(records, stored),
    ...deficitLines(stored),
  ]) {
    const sum = sums.get(about) ?? { amount: 0, value: 0 }
    sums.set(about, { amount: sum.amount + amount, value: sum.value + value })
  }
  return [
    ...[...sums]
      .filter(([, { amount, value }]) => amount !== 0 || value !== 0)
      .map(
        ([about, { amount, value }]) =>
          `${about}: ${amount} points and ${value} centavos are unaccounted for`,
      ),
    ...worthWithoutPoints(stored),
  ]
}

function generationLines(records: ReplayRecord[], stored: StoredTotals): Line[] {
  const about = (id: string) => `generation ${id}`
  const removal = ({ lot, amount, value }: Made & { lot: string }): Line => ({
    about: about(lot),
    amount: -amount,
    value: -value,
  })
  return [
    ...records
      .filter(({ type_id }) => type_id === 'GNR')
      .map(({ id, amount, value }) => ({ about: about(id), amount, value })),
    ...stored.lots.map(({ id, amount, value, expired_amount, expired_value }) =>
      removal({ lot: id, amount: amount + expired_amount, value: value + expired_value }),
    ),
    ...stored.holds.flatMap(({ draws }) => draws.map(removal)),
    ...stored.paid_by_holds.map(removal),
    ...stored.allocations.map(({ lot, amount, value }) => ({ about: about(lot), amount, value })),
  ]
}

function recordLines(records: ReplayRecord[], stored: StoredTotals): Line[] {
  const about = (id: string) => `record ${id}`
  return [
    ...records
      .filter(({ type_id }) => type_id !== 'GNR')
      .map(({ id, amount, value }) => ({ about: about(id), amount, value })),
    ...stored.allocations
      .filter(({ absorbs_deficit }) => !absorbs_deficit)
      .map(({ record, amount, value }) => ({
        about: about(record),
        amount: -amount,
        value: -value,
      })),
    ...stored.shortfalls.map(({ record, owed_amount, owed_value, difference_value }) => ({
      about: about(record),
      amount: owed_amount,
      value: owed_value - difference_value,
    })),
  ]
}

/** Each undone record beside the records that reverse it. */
function returnLines(records: ReplayRecord[], stored: StoredTotals): Line[] {
  const reversals = Map.groupBy(
    records.filter(({ reverses_id }) => reverses_id !== null),
    ({ reverses_id }) => reverses_id,
  )
  const shortfalls = Map.groupBy(stored.shortfalls, ({ lot }) => lot)
  return records.flatMap(({ id, type_id, amount, value, purchase_value, is_merge }) => {
    const undone = reversals.get(id) ?? []
    if (undone.length === 0) return []
    const returned = undone.reduce((sum, one) => sum + (one.purchase_value ?? 0), 0)
    const is_whole = (type_id === 'CNS' && !is_merge) || returned === purchase_value
    if (!is_whole) return []
    const about = `${type_id === 'CNS' ? 'consumption' : 'purchase'} ${id}, undone in whole`
    const remaining = (shortfalls.get(id) ?? []).reduce((sum, one) => sum + leftAmount(one), 0)
    return [{ about, amount, value }, ...undone]
      .map((one) => ({
        about,
        amount: one.amount,
        // Points that stay with the customer keep their centavos, so the value is not compared.
        value: remaining > 0 ? 0 : one.value,
      }))
      .concat({ about, amount: -remaining, value: 0 })
  })
}

function leftAmount({ let_go_amount, recovered_amount, kept_amount }: Shortfall): number {
  return let_go_amount - recovered_amount + kept_amount
}

function deficitLines(stored: StoredTotals): Line[] {
  const about = 'the deficit'
  const aboutDifference = 'the difference between lots and records'
  const payments = [
    ...stored.paid_by_holds.map(({ amount, value, deficit_value }) => ({
      amount,
      value,
      deficit_value,
    })),
    ...stored.allocations
      .filter(({ absorbs_deficit }) => absorbs_deficit)
      .map(({ amount, value, deficit_value }) => ({
        amount: -amount,
        value: -value,
        deficit_value: deficit_value ?? 0,
      })),
  ]
  return [
    { about, amount: -stored.deficit_amount, value: -stored.deficit_value },
    { about: aboutDifference, amount: 0, value: -stored.difference_value },
    ...stored.shortfalls.flatMap(({ owed_amount, owed_value, difference_value }) => [
      { about, amount: owed_amount, value: owed_value },
      { about: aboutDifference, amount: 0, value: difference_value },
    ]),
    ...payments.flatMap(({ amount, value, deficit_value }) => [
      { about, amount: -amount, value: -deficit_value },
      { about: aboutDifference, amount: 0, value: value - deficit_value },
    ]),
  ]
}

function worthWithoutPoints({ lots, deficit_amount, deficit_value }: StoredTotals): string[] {
  const stored = [
    { about: 'the deficit', amount: deficit_amount, value: deficit_value },
    ...lots.flatMap(({ id, amount, value, expired_amount, expired_value }) => [
      { about: `generation ${id}`, amount, value },
      { about: `what expired of generation ${id}`, amount: expired_amount, value: expired_value },
    ]),
  ]
  return stored
    .filter(({ amount, value }) => value < 0 || (amount === 0 && value !== 0))
    .map(({ about, amount, value }) => `${about}: ${amount} points are worth ${value} centavos`)
}
