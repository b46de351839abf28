import { useWrite } from '#console/client/write.ts'
import { mergeText } from '#console/text/merge.ts'
import { useUnsentText } from '#console/unsent/use-unsent-values.ts'
import type { Merged, MergeRequest } from '#contract/console/merge.ts'
import { RequestFailure } from '#contract/request/request-failure.ts'

/**
 * Returns the act that merges two accounts. It keeps its key until an answer arrives, as the act of an adjustment does: a press after
 * a lost answer is the same merge.
 */
export function useMerge(recordId: string) {
  const merge = useWrite('POST /admin/customer/{id}/merge')
  const [unanswered, keep] = useUnsentText(`merge key ${recordId}`)

  return async function mergeOnce(
    staying_id: string,
    body: Omit<MergeRequest, 'key'>,
  ): Promise<Merged> {
    const key = unanswered || crypto.randomUUID()
    keep(key)
    try {
      const merged = await merge({ params: { id: staying_id }, body: { ...body, key } })
      keep('')
      return merged
    } catch (error) {
      if (!(error instanceof RequestFailure) || error.type !== 'idempotency_mismatch') throw error
      keep('')
      throw new RequestFailure(error.status, error.type, mergeText.unlikeRepeat)
    }
  }
}
