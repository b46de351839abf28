import { useWrite } from '#console/client/write.ts'
import { customerText } from '#console/text/customer.ts'
import { useUnsentText } from '#console/unsent/use-unsent-values.ts'
import type { Adjustment, MadeAdjustment } from '#contract/console/desk.ts'
import { RequestFailure } from '#contract/request/request-failure.ts'

/**
 * Returns the act that adjusts a customer's points. The act keeps its key until an answer arrives, also when the sheet is
 * closed or the page reloaded. So a press after a lost answer is the same adjustment. If the figures were changed since,
 * the API refuses the key: the person is told, and the next press is another adjustment.
 */
export function useAdjustment(id: string) {
  const adjust = useWrite('POST /admin/customer/{id}/adjustment')
  const [unanswered, keep] = useUnsentText(`adjustment key ${id}`)

  return async function adjustOnce(body: Omit<Adjustment, 'key'>): Promise<MadeAdjustment> {
    const key = unanswered || crypto.randomUUID()
    keep(key)
    try {
      const made = await adjust({ params: { id }, body: { ...body, key } })
      keep('')
      return made
    } catch (error) {
      if (!isRepeated(error)) throw error
      keep('')
      throw new RequestFailure(error.status, error.type, customerText.repeatedAdjustment)
    }
  }
}

function isRepeated(error: unknown): error is RequestFailure {
  return error instanceof RequestFailure && error.type === 'idempotency_mismatch'
}
