import { useWrite } from '#console/client/write.ts'
import { toast } from '#console/feedback/toasts.tsx'
import { useAction } from '#console/feedback/use-action.ts'
import { customerText } from '#console/text/customer.ts'

/** Returns the act that undoes an adjustment, by its record. A toast says what became of it. */
export function useUndoAdjustment() {
  const undo = useWrite('POST /admin/adjustment/{id}/undo')
  const { busy, run } = useAction(toast)
  const start = (id: string) =>
    run(async () => {
      await undo({ params: { id } })
      toast(customerText.adjustmentUndone)
    })
  return { busy, undo: start }
}
