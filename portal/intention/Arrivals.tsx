import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'

import type { Customer } from '#contract/customer.ts'
import { api } from '#portal/client/api.ts'
import { useCompany } from '#portal/company/company.ts'
import { customer } from '#portal/customer/queries.ts'
import { useNotices } from '#portal/feedback/notices.tsx'
import { arrivalLine, isArrival } from '#portal/points/arrival.ts'
import { balance } from '#portal/points/queries.ts'
import { celebrate } from '#ui/motion/celebrate.ts'

/** Time to read a line of 60 characters. */
const toast_ms = 5_000
const vibration_ms = 20

/** The threshold of the customer's level; below the first one it is less than any. */
function triggerOf({ levels_system }: Customer): number {
  return levels_system.current?.level.trigger_amount ?? -1
}

/** Says what a till gave while the portal is open: the amount, the shop and the level that it reached, or what is missing for the next one. */
export function Arrivals() {
  const client = useQueryClient()
  const notices = useNotices()
  const { company } = useCompany()
  const amount = useQuery(balance).data?.amount_balance
  const earlierAmount = useRef(amount)
  const toasted = useRef<string>(undefined)
  const { data: shownOwner } = useQuery(customer)
  const seenTrigger = useRef<number>(undefined)
  // The level with which the page opened.
  useEffect(() => {
    if (shownOwner) seenTrigger.current ??= triggerOf(shownOwner)
  }, [shownOwner])
  const tell = useEffectEvent(async () => {
    const [newest] = await api('GET /points', { query: { per_page: 1 } })
    if (!newest || !isArrival(newest) || newest.id === toasted.current) return
    toasted.current = newest.id
    const owner = await client.fetchQuery({ ...customer, staleTime: 0 })
    const lastTrigger = seenTrigger.current
    seenTrigger.current = triggerOf(owner)
    const hasRisen = lastTrigger !== undefined && triggerOf(owner) > lastTrigger
    notices.snackbar(arrivalLine(newest, owner.levels_system, hasRisen, company), toast_ms)
    if (hasRisen) celebrate()
    // Not every phone vibrates, and none before the person has touched the page.
    if ('vibrate' in navigator) navigator.vibrate(vibration_ms)
  })
  useEffect(() => {
    const earlier = earlierAmount.current
    earlierAmount.current = amount
    if (earlier === undefined || amount === undefined || amount <= earlier) return
    // The balance and the history already show the points, so a failure needs no message.
    tell().catch(() => undefined)
  }, [amount])
  return null
}
