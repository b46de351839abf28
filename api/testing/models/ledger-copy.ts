/** A copy of a ledger model, so that a search can try several orders of commands from one state. */

import { LedgerModel } from './ledger-model.ts'

/** Copies lots, and what refers to them, in time proportional to their number. */
export function copyOfLedger(ledger: LedgerModel): LedgerModel {
  const lots = new Map(ledger.lots.map((lot) => [lot, { ...lot }]))
  const part = <Part extends { lot: (typeof ledger.lots)[number] }>(one: Part): Part => ({
    ...one,
    lot: lots.get(one.lot)!,
  })
  const spends = new Map(
    ledger.spends.map((spend) => [spend, { ...spend, parts: spend.parts.map(part) }]),
  )
  const copy = new LedgerModel(Number(ledger.points_per_real), ledger.policy)
  copy.today = ledger.today
  copy.place = ledger.place
  copy.lots = [...lots.values()]
  copy.spends = [...spends.values()]
  copy.holds = ledger.holds.map((hold) => hold && { ...hold, parts: hold.parts.map(part) })
  copy.purchases = ledger.purchases.map((purchase) => ({
    ...purchase,
    lot: purchase.lot && lots.get(purchase.lot)!,
    letGo: purchase.letGo.map((one) => ({ ...one })),
  }))
  copy.adjustments = ledger.adjustments.map((one) => {
    if ('lot' in one) return part(one)
    return { spend: { ...one.spend, parts: one.spend.parts.map(part) } }
  })
  copy.owed = ledger.owed
  copy.owed_worth = ledger.owed_worth
  copy.difference = ledger.difference
  return copy
}
