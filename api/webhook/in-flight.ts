/** The deliveries of a node in flight. Decides when enough have ended to poll the outbox again. */

type Limits = {
  /** Deliveries in flight to all endpoints. */
  max: number
  maxToEndpoint: number
  /** Deliveries of one endpoint in one claim. An endpoint with less room than this is busy. */
  maxClaimed: number
}

type Claimed = { endpoint_id: string }[]

export type InFlight = {
  /** Room for further deliveries. */
  room: () => number
  busyEndpoints: () => string[]
  add: (sending: Promise<void>, endpoint_id: string) => void
  /** Ends a delivery. Returns whether to poll now. */
  remove: (sending: Promise<void>) => boolean
  /** Records a claim that was made with this room and without the busy endpoints. Returns whether to poll again. */
  noteClaim: (claimed: Claimed, room: number, busy: string[]) => boolean
  /** Resolves when all current deliveries have ended. */
  ended: () => Promise<unknown>
}

export function createInFlight({ max, maxToEndpoint, maxClaimed }: Limits): InFlight {
  const endpoints = new Map<Promise<void>, string>()
  const counts = new Map<string, number>()
  /** Endpoints whose last claim took the maximum, so they may have more deliveries due. */
  const unfinished = new Set<string>()
  /** Whether the last claim used all room, so that further endpoints may have deliveries due. */
  let wasFull = false

  const maxBeforeClaim = maxToEndpoint - maxClaimed
  const countOf = (endpoint_id: string) => counts.get(endpoint_id) ?? 0
  const isBusy = (endpoint_id: string) => countOf(endpoint_id) > maxBeforeClaim

  function count(endpoint_id: string, change: number): number {
    const changed = countOf(endpoint_id) + change
    if (changed === 0) counts.delete(endpoint_id)
    else counts.set(endpoint_id, changed)
    return changed
  }

  return {
    room: () => max - endpoints.size,
    busyEndpoints: () => [...counts.keys()].filter(isBusy),
    add: (sending, endpoint_id) => {
      endpoints.set(sending, endpoint_id)
      count(endpoint_id, 1)
    },
    // While the count falls, each condition is true at exactly one count. So any number of ended deliveries causes one poll.
    remove: (sending) => {
      const endpoint_id = endpoints.get(sending)!
      endpoints.delete(sending)
      const remaining = count(endpoint_id, -1)
      if (wasFull) return endpoints.size === max - maxToEndpoint
      return remaining === maxBeforeClaim && unfinished.has(endpoint_id)
    },
    noteClaim: (claimed, room, busy) => {
      wasFull = claimed.length === room
      if (!wasFull) {
        for (const endpoint_id of unfinished) {
          if (!busy.includes(endpoint_id)) unfinished.delete(endpoint_id)
        }
      }
      for (const [endpoint_id, { length }] of Map.groupBy(claimed, (one) => one.endpoint_id)) {
        if (length === maxClaimed) unfinished.add(endpoint_id)
      }
      if (wasFull) return endpoints.size <= max - maxToEndpoint
      return [...unfinished].some((endpoint_id) => !isBusy(endpoint_id))
    },
    ended: () => Promise.all(endpoints.keys()),
  }
}
