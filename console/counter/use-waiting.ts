import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'

import { useWrite } from '#console/client/write.ts'
import { toast } from '#console/feedback/toasts.tsx'
import { useAction } from '#console/feedback/use-action.ts'
import { counterText } from '#console/text/counter.ts'
import type { TillIntention } from '#contract/intention.ts'
import { RequestFailure } from '#contract/request/request-failure.ts'

import type { Done } from './DoneStep.tsx'
import type { Known } from './look-up.ts'
import { intention } from './queries.ts'

export type WaitingProps = {
  shop: string
  customer: Known
  intention: TillIntention
  rule: string | undefined
  onDone: (done: Done) => void
}

/**
 * The request for points while the customer decides: its state, the code that the customer says, the capture, and the way out. Without a
 * network the way out leaves the request as it is, unless a capture without an answer may have recorded the sale.
 */
export function useWaiting({ shop, customer, intention: opened, rule, onDone }: WaitingProps) {
  const { id } = opened
  const { data } = useQuery({ ...intention(id, shop), initialData: opened })
  const now = data ?? opened
  const [code, setCode] = useState('')
  const captureNow = useWrite('POST /admin/counter/intention/{id}/capture')
  const cancelNow = useWrite('POST /admin/counter/intention/{id}/cancel')
  const { busy, failure, run } = useAction()
  // A capture without an answer may have recorded the sale.
  const mayBeCaptured = useRef(false)

  function capture(typed: string) {
    run(async () => {
      mayBeCaptured.current = true
      const body = {
        shop,
        ...(typed !== '' && { code: typed }),
        ...(rule !== undefined && { calculation_rule_id: rule }),
      }
      try {
        const { intention: ended, sale } = await captureNow({ params: { id }, body })
        onDone({ kind: 'recorded', name: customer.found?.name ?? null, sale, used: ended.captured })
      } catch (error) {
        if (error instanceof RequestFailure && isAnswered(error)) mayBeCaptured.current = false
        throw error
      } finally {
        setCode('')
      }
    })
  }

  /** Ends the request, and goes on with `then`. */
  function cancel(then: () => void) {
    run(async () => {
      try {
        await cancelNow({ params: { id }, body: { shop } })
      } catch (error) {
        const isOffline = error instanceof RequestFailure && !isAnswered(error)
        if (!isOffline || mayBeCaptured.current) throw error
        toast(counterText.stillHeld)
      }
      then()
    })
  }

  const isAuthorized = now.status === 'AUTHORIZED'
  const onAuthorized = useEffectEvent(() => capture(''))
  // The customer's yes is an event outside of React.
  useEffect(() => {
    if (isAuthorized) onAuthorized()
  }, [isAuthorized])

  return {
    now,
    code,
    setCode,
    busy,
    failure,
    capture,
    cancel,
  }
}

/** Whether the server has decided. Without an answer, or with a 503, the call may have had its effect. */
function isAnswered({ status }: RequestFailure): boolean {
  return status !== null && status < 500
}
