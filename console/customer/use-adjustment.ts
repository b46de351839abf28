import { useState } from 'react'

import { useWrite } from '#console/client/write.ts'
import { customerText } from '#console/text/customer.ts'
import { useUnsentValues } from '#console/unsent/use-unsent-values.ts'
import type { Adjustment, MadeAdjustment } from '#contract/console/desk.ts'
import { RequestFailure } from '#contract/request/request-failure.ts'

const noKey = { key: '' }

/**
 * Returns the act that adjusts a customer's points. The act keeps its key until an answer arrives, also when the sheet is
 * closed or the page reloaded. So a press after a lost answer is the same adjustment. If the figures were changed since,
 * the API refuses the key: the person is told, and the next press is another adjustment.
 */
export function useAdjustment(id: string) {
  const adjust = useWrite('POST /admin/customer/{id}/adjustment')
  const unanswered = useUnsentValues(`adjustment key ${id}`)
  const [key, setKey] = useState(() => storedKey(unanswered.read(noKey)) ?? crypto.randomUUID())

  return async function adjustOnce(body: Omit<Adjustment, 'key'>): Promise<MadeAdjustment> {
    unanswered.keep(noKey, { key })
    try {
      const made = await adjust({ params: { id }, body: { ...body, key } })
      unanswered.clear()
      return made
    } catch (error) {
      if (!isRepeated(error)) throw error
      unanswered.clear()
      setKey(crypto.randomUUID())
      throw new RequestFailure(error.status, error.type, customerText.repeatedAdjustment)
    }
  }
}

function storedKey({ key }: Record<string, unknown>): string | undefined {
  return typeof key === 'string' ? key : undefined
}

function isRepeated(error: unknown): error is RequestFailure {
  return error instanceof RequestFailure && error.type === 'idempotency_mismatch'
}
