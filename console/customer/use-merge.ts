import { useWrite } from '#console/client/write.ts'
import { mergeText } from '#console/text/merge.ts'
import { useKeyed } from '#console/unsent/use-keyed.ts'
import type { Merged, MergeRequest } from '#contract/console/merge.ts'

/** Returns the act that merges two accounts. `recordId`: the account whose record is open. */
export function useMerge(recordId: string) {
  const merge = useWrite('POST /admin/customer/{id}/merge')
  const once = useKeyed(`merge key ${recordId}`, mergeText.unlikeRepeat)
  return (staying_id: string, body: Omit<MergeRequest, 'key'>): Promise<Merged> =>
    once((key) => merge({ params: { id: staying_id }, body: { ...body, key } }))
}
