import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useSyncExternalStore } from 'react'

import { write } from '#console/client/write.ts'
import { company } from '#console/company/company.ts'
import { useMe } from '#console/session/use-me.ts'

import { followQueues, type QueuedSale, saleQueue, sendQueue } from './queue.ts'

/** The sales of the signed-in person that wait on this device. */
export function useQueue() {
  const { staff } = useMe()
  const queue = useMemo(
    () => saleQueue(localStorage, { company_id: company.id, staff_id: staff.id }),
    [staff.id],
  )
  const text = useSyncExternalStore(followQueues, queue.text)
  const sales = useMemo(() => JSON.parse(text) as QueuedSale[], [text])
  return { queue, sales }
}

/** Milliseconds after which the waiting sales are sent again: the browser does not always know that the network is back. */
const retry_ms = 20_000

/**
 * Sends the waiting sales when the screen opens, when the network is back, and from time to time. Tabs take turns. `tell` gets the
 * number of recorded sales.
 */
export function useSending(tell: (sent: number) => void) {
  const { queue, sales } = useQueue()
  const client = useQueryClient()
  const hasWaiting = sales.some(({ failure }) => failure === undefined)
  const sendNow = useCallback(async () => {
    const sent = await navigator.locks.request(`${queue.name}:send`, () =>
      sendQueue(queue, (body) => write(client, 'POST /admin/counter/sale', { body })),
    )
    if (sent > 0) tell(sent)
  }, [queue, client, tell])
  // An effect, because the network is outside of React.
  useEffect(() => {
    if (!hasWaiting) return undefined
    const send = () => void (navigator.onLine && sendNow())
    send()
    window.addEventListener('online', send)
    const timer = setInterval(send, retry_ms)
    return () => {
      window.removeEventListener('online', send)
      clearInterval(timer)
    }
  }, [hasWaiting, sendNow])
  return { queue, sales, sendNow }
}
