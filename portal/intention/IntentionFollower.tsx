import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

import { learn, latestIntention } from './queries.ts'
import { followIntentions } from './stream.ts'

/** R8.1. Beside the stream too (D13): an unchanged answer is a 304. */
const poll_ms = 10_000

/** Asks what tills ask, for as long as somebody is signed in. One of these polls; who shows it reads what it found. */
export function IntentionFollower() {
  const client = useQueryClient()
  useQuery({ ...latestIntention, refetchInterval: poll_ms })
  // The connection is the browser's.
  useEffect(() => followIntentions((intention) => learn(client, intention)), [client])
  return null
}
