import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

import { markStale } from '#portal/client/stale.ts'

import { Arrivals } from './Arrivals.tsx'
import { latestIntention, storeIntention } from './queries.ts'
import { followIntentions } from './stream.ts'

/** R8.1. The poll runs beside the stream (D13). It is cheap: an unchanged answer is a 304. */
const poll_ms = 10_000

/**
 * Polls for the customer's intention during the whole session. Only this component polls; others read its result from the
 * cache.
 */
export function IntentionFollower() {
  const client = useQueryClient()
  useQuery({ ...latestIntention, refetchInterval: poll_ms })
  // An effect, because the connection lives outside React.
  useEffect(
    () =>
      followIntentions({
        onIntention: (intention) => storeIntention(client, intention),
        onPoints: () => markStale(client, 'event: points moved'),
      }),
    [client],
  )
  return <Arrivals />
}
