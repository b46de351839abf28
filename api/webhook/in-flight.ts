/** The deliveries that a node has on their way, and when their ends make another poll of the outbox worth its cost. */

type Limits = {
  /** On their way at once, to all endpoints. */
  max: number
  maxToEndpoint: number
  /** Of one endpoint in one claim. A busy endpoint has no room for as many. */
  maxClaimed: number
}

type Claimed = { endpoint_id: string }[]

export type InFlight = {
  /** How many more there is room for. */
  room: () => number
  busyEndpoints: () => string[]
  add: (sending: Promise<void>, endpoint_id: string) => void
  /** True if it is time to poll. */
  remove: (sending: Promise<void>) => boolean
  /** Notes a claim that was made with so much room and without the busy endpoints. True if it is time to poll again. */
  noteClaim: (claimed: Claimed, room: number, busy: string[]) => boolean
  /** Resolves when all that is on its way now has ended. */
  ended: () => Promise<unknown>
}

export function createInFlight({ max, maxToEndpoint, maxClaimed }: Limits): InFlight {
  const endpoints = new Map<Promise<void>, string>()
  const counts = new Map<string, number>()
  /** Endpoints that have perhaps more that is due: their last claim took as many as it may. */
  const unfinished = new Set<string>()
  /** The last claim used all room: endpoints that it left out may have something due. */
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
    // Each test is true at one count only, on the way down: one poll for many ends.
    remove: (sending) => {
      const endpoint_id = endpoints.get(sending)!
      endpoints.delete(sending)
      const left = count(endpoint_id, -1)
      if (wasFull) return endpoints.size === max - maxToEndpoint
      return left === maxBeforeClaim && unfinished.has(endpoint_id)
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
