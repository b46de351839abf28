import type { QueryClient } from '@tanstack/react-query'

import type { Customer } from '#contract/customer.ts'
import type { CustomerLevels } from '#contract/level.ts'
import type { PointsEntry } from '#contract/points.ts'
import { customer } from '#portal/customer/queries.ts'
import { isArrival } from '#portal/points/arrival.ts'
import { balance, newestEntry } from '#portal/points/queries.ts'

/** Points that a till gave while the portal is open, and the customer's levels after it. */
export type Arrival = {
  entry: PointsEntry
  levels: CustomerLevels['levels_system']
  hasRisen: boolean
}

/**
 * Reports each arrival once, after a higher balance than before enters the cache. Returns the function that stops the reports.
 */
export function followArrivals(
  client: QueryClient,
  onArrival: (arrival: Arrival) => void,
): () => void {
  let amount = cachedAmount()
  let reportedId: string | undefined
  // The threshold of the customer's level when the page opened, or at the last arrival. The cached level cannot serve for the
  // comparison: a screen may have read the new level before the poll of the balance.
  let trigger = cachedTrigger()

  function cachedAmount(): number | undefined {
    return client.getQueryData(balance.queryKey)?.amount_balance
  }
  function cachedTrigger(): number | undefined {
    const owner = client.getQueryData(customer.queryKey)
    return owner && triggerOf(owner)
  }

  async function report(): Promise<void> {
    const [entry] = await client.fetchQuery({ ...newestEntry, staleTime: 0 })
    if (!entry || !isArrival(entry) || entry.id === reportedId) return
    reportedId = entry.id
    const owner = await client.fetchQuery({ ...customer, staleTime: 0 })
    const earlierTrigger = trigger
    trigger = triggerOf(owner)
    const hasRisen = earlierTrigger !== undefined && triggerOf(owner) > earlierTrigger
    onArrival({ entry, levels: owner.levels_system, hasRisen })
  }

  return client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return
    trigger ??= cachedTrigger()
    const earlierAmount = amount
    amount = cachedAmount()
    if (earlierAmount === undefined || amount === undefined || amount <= earlierAmount) return
    // The balance and the history already show the points, so a failure needs no message.
    report().catch(() => undefined)
  })
}

/** The threshold of the customer's level. For a customer without a level it is -1, less than any threshold. */
function triggerOf({ levels_system }: Customer): number {
  return levels_system.current?.level.trigger_amount ?? -1
}
