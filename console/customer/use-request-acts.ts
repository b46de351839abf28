import { useWrite } from '#console/client/write.ts'
import { toast } from '#console/feedback/toasts.tsx'
import { useAction } from '#console/feedback/use-action.ts'
import { controlText } from '#console/text/customer-control.ts'
import { customerText } from '#console/text/customer.ts'

/** Returns the acts on a request for an adjustment. A toast says what became of it. */
export function useRequestActs() {
  const approveRequest = useWrite('POST /admin/adjustment-request/{id}/approve')
  const endRequest = useWrite('DELETE /admin/adjustment-request/{id}')
  const { busy, run } = useAction(toast)

  function approve(id: string, name: string): void {
    run(async () => {
      const { points_amount } = await approveRequest({ params: { id } })
      toast(controlText.approved(customerText.adjusted(points_amount, name)))
    })
  }

  function end(id: string, sentence: string): void {
    run(async () => {
      await endRequest({ params: { id } })
      toast(sentence)
    })
  }

  return { busy, approve, end }
}
