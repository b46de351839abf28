import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

import { learn, latestIntention } from './queries.ts'
import { followIntentions } from './stream.ts'

/** R8.1. */
const poll_ms = 10_000
/** While the stream lives, in case that it tells nothing (D5). */
const slow_poll_ms = 60_000

/** Asks what tills ask, for as long as somebody is signed in. One of these polls; who shows it reads what it found. */
export function IntentionFollower() {
  const client = useQueryClient()
  const [is_living, setLiving] = useState(false)
  useQuery({ ...latestIntention, refetchInterval: is_living ? slow_poll_ms : poll_ms })
  // The connection is the browser's.
  useEffect(
    () => followIntentions({ tell: (intention) => learn(client, intention), setLiving }),
    [client],
  )
  return null
}
