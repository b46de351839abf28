import { useState } from 'react'

import { useWrite } from '#console/client/write.ts'
import { customerText } from '#console/text/customer.ts'
import type { AdjustedPoints, Adjustment } from '#contract/console/desk.ts'
import { RequestFailure } from '#contract/request/request-failure.ts'

/**
 * Returns the act that adjusts a customer's points. It keeps its key, so a press after a lost answer is the same adjustment. If the
 * figures were changed since, the API refuses the key: the person is told, and the next press is another adjustment.
 */
export function useAdjustment(id: string) {
  const adjust = useWrite('POST /admin/customer/{id}/adjustment')
  const [key, setKey] = useState(() => crypto.randomUUID())

  return async function adjustOnce(body: Omit<Adjustment, 'key'>): Promise<AdjustedPoints> {
    try {
      return await adjust({ params: { id }, body: { ...body, key } })
    } catch (error) {
      if (!isRepeated(error)) throw error
      setKey(crypto.randomUUID())
      throw new RequestFailure(error.status, error.type, customerText.repeatedAdjustment)
    }
  }
}

function isRepeated(error: unknown): error is RequestFailure {
  return error instanceof RequestFailure && error.type === 'idempotency_mismatch'
}
