import { useWrite } from '#console/client/write.ts'
import { toast } from '#console/feedback/toasts.tsx'
import { useAction } from '#console/feedback/use-action.ts'
import { controlText } from '#console/text/customer-control.ts'
import type { BlockReason } from '#contract/console/block.ts'

/** Returns the acts that block a customer and end the block. The toast of each offers the other, with the same reason. */
export function useBlock(id: string, name: string) {
  const startBlock = useWrite('POST /admin/customer/{id}/block')
  const endBlock = useWrite('DELETE /admin/customer/{id}/block')
  const { busy, run } = useAction(toast)

  async function block(reason: BlockReason): Promise<void> {
    await startBlock({ params: { id }, body: { reason } })
    toast(controlText.blocked(name), () => run(() => unblock(reason)))
  }

  async function unblock(reason: BlockReason): Promise<void> {
    await endBlock({ params: { id } })
    toast(controlText.unblocked(name), () => run(() => block(reason)))
  }

  return { busy, block, unblock: (reason: BlockReason) => run(() => unblock(reason)) }
}
