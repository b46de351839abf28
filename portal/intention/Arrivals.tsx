import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'

import { useCompany } from '#portal/company/company.ts'
import { useNotices } from '#portal/feedback/notices.tsx'
import { arrivalLine } from '#portal/points/arrival.ts'
import { celebrate } from '#ui/motion/celebrate.ts'

import { type Arrival, followArrivals } from './follow-arrivals.ts'

/** Time to read a line of 60 characters. */
const toast_ms = 5_000
const vibration_ms = 20

/**
 * Announces points that a till gives while the portal is open: the amount and the shop. It adds the level that the customer
 * reached, or the points that are missing for the next level.
 */
export function Arrivals() {
  const client = useQueryClient()
  const notices = useNotices()
  const { company } = useCompany()
  const announce = useEffectEvent(({ entry, levels, hasRisen }: Arrival) => {
    notices.snackbar(arrivalLine(entry, levels, hasRisen, company), toast_ms)
    if (hasRisen) celebrate()
    // Not every phone vibrates, and none before the person has touched the page.
    if ('vibrate' in navigator) navigator.vibrate(vibration_ms)
  })
  // An effect, because the answers enter the cache outside React.
  useEffect(() => followArrivals(client, (arrival) => announce(arrival)), [client])
  return null
}
