/** The ledger's own promises: sums, sequence, returns and intentions. */

import { balanceOf, leftOf } from '../disk/account.ts'
import type { Disk, PointsRecord } from '../disk/disk.ts'

export function ledgerWrongs(disk: Disk): string[] {
  const byCustomer = Map.groupBy(disk.records.values(), ({ customer_id }) => customer_id)
  return [...disk.accounts].flatMap(([customer_id, account]) => {
    const records = (byCustomer.get(customer_id) ?? []).toSorted((a, b) => a.sequence - b.sequence)
    const { held, deficit } = balanceOf(account)
    const left = leftOf(account)
    const moved = records.reduce((sum, { amount }) => sum + amount, 0)
    const isGapless = records.every(({ sequence }, at) => sequence === at + 1)
    return [
      ...(moved === left + held - deficit
        ? []
        : [
            `${customer_id}: records move ${moved}, and ${left} + ${held} - ${deficit} are there [I1 I3]`,
          ]),
      ...(isGapless && records.length === account.sequence
        ? []
        : [`${customer_id}: the sequence of records has a gap [I14]`]),
      ...(account.lots.every((lot) => lot.left >= 0) && deficit >= 0
        ? []
        : [`${customer_id}: a lot is below 0 [I2]`]),
      ...reversalWrongs(records),
    ]
  })
}

function reversalWrongs(records: PointsRecord[]): string[] {
  const reversals = Map.groupBy(
    records.filter(({ reverses_id }) => reverses_id !== null),
    ({ reverses_id }) => reverses_id!,
  )
  return [...reversals].flatMap(([id, of]) => {
    const first = records.find((record) => record.id === id)!
    const returned = of.reduce((sum, { purchase_value }) => sum + (purchase_value ?? 0), 0)
    const points = of.reduce((sum, { amount }) => sum + amount, 0)
    const isTooMuch = Math.abs(points) > Math.abs(first.amount)
    const isWrong =
      first.type_id === 'CNS'
        ? of.length > 1 || isTooMuch
        : returned > first.purchase_value! || isTooMuch
    return isWrong ? [`the record ${id} is reversed by more than it is [I10]`] : []
  })
}

export function intentionWrongs(disk: Disk): string[] {
  return [...disk.intentions.values()].flatMap((intention) => {
    const { id, status, points_amount, captured_amount, record_id, ended_ms, expires_ms } =
      intention
    const records = [...disk.records.values()].filter(
      ({ source_id, type_id }) => source_id === id && type_id === 'CNS',
    )
    if (status !== 'CAPTURED') {
      return records.length > 0 ? [`intention ${id} is ${status} and has a record [I9]`] : []
    }
    const isRight =
      records.length === 1 &&
      records[0]!.id === record_id &&
      captured_amount! <= points_amount &&
      -records[0]!.amount === captured_amount &&
      ended_ms! <= expires_ms
    return isRight ? [] : [`the capture of intention ${id} is not what was shown [I9]`]
  })
}
