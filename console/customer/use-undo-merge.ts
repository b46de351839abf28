import { useWrite } from '#console/client/write.ts'
import { toast } from '#console/feedback/toasts.tsx'
import { useAction } from '#console/feedback/use-action.ts'
import { mergeText } from '#console/text/merge.ts'

/** Returns the act that undoes a merge right after it. A toast says what became of it. */
export function useUndoMerge(): (id: string) => void {
  const undo = useWrite('POST /admin/merge/{id}/undo')
  const { run } = useAction(toast)
  return (id) =>
    run(async () => {
      const { points_amount, kept_amount } = await undo({ params: { id } })
      toast(mergeText.parted(points_amount, kept_amount))
    })
}
