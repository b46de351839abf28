import type { QueryClient } from '@tanstack/react-query'

import type { Customer } from '#contract/customer.ts'
import type { CustomerLevels } from '#contract/level.ts'
import type { PointsEntry } from '#contract/points.ts'
import { timeSince } from '#portal/client/server-clock.ts'
import { customer } from '#portal/customer/queries.ts'
import { isArrival } from '#portal/points/arrival.ts'
import { balance, newestEntry } from '#portal/points/queries.ts'

/** The estimate of the server's clock and the instants of two answers may be this far from the truth. */
const tolerance_ms = 5_000

/** Points that a till gave while the portal is open, and the customer's levels after it. */
export type Arrival = {
  entry: PointsEntry
  levels: CustomerLevels['levels_system']
  hasRisen: boolean
}

/**
 * Reports each arrival once, after a higher balance than before enters the cache. A balance also rises when a hold ends or pending points
 * mature: then the newest record is older than the balance before it, and is not reported. Returns the function that stops the reports.
 */
export function followArrivals(
  client: QueryClient,
  onArrival: (arrival: Arrival) => void,
): () => void {
  let amount = cachedAmount()
  let read_ms = lastRead_ms()
  let reportedId: string | undefined
  // The threshold of the customer's level when the page opened, or at the last arrival. The cached level cannot serve for the
  // comparison: a screen may have read the new level before the poll of the balance.
  let trigger = cachedTrigger()

  function cachedAmount(): number | undefined {
    return client.getQueryData(balance.queryKey)?.amount_balance
  }
  function lastRead_ms(): number {
    return client.getQueryState(balance.queryKey)?.dataUpdatedAt ?? 0
  }
  function cachedTrigger(): number | undefined {
    const owner = client.getQueryData(customer.queryKey)
    return owner && triggerOf(owner)
  }

  /** `since_ms`: by the device's clock, when the lower balance was read. */
  async function report(since_ms: number): Promise<void> {
    const [entry] = await client.fetchQuery({ ...newestEntry, staleTime: 0 })
    if (!entry || !isArrival(entry) || entry.id === reportedId) return
    if (timeSince(entry.created_at) > Date.now() - since_ms + tolerance_ms) return
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
    const earlier_ms = read_ms
    amount = cachedAmount()
    read_ms = lastRead_ms()
    if (earlierAmount === undefined || amount === undefined || amount <= earlierAmount) return
    // The balance and the history already show the points, so a failure needs no message.
    report(earlier_ms).catch(() => undefined)
  })
}

/** The threshold of the customer's level. For a customer without a level it is -1, less than any threshold. */
function triggerOf({ levels_system }: Customer): number {
  return levels_system.current?.level.trigger_amount ?? -1
}
