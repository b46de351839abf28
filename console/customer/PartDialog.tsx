import { useWrite } from '#console/client/write.ts'
import { ConfirmDialog } from '#console/feedback/ConfirmDialog.tsx'
import { toast } from '#console/feedback/toasts.tsx'
import { mergeText } from '#console/text/merge.ts'

type PartDialogProps = { id: string; name: string; onClose: () => void }

/** Asks before a merge is undone: points that were used do not come back. */
export function PartDialog({ id, name, onClose }: PartDialogProps) {
  const undo = useWrite('POST /admin/merge/{id}/undo')
  async function part(): Promise<void> {
    const { points_amount, kept_amount } = await undo({ params: { id } })
    onClose()
    toast(mergeText.parted(points_amount, kept_amount))
  }
  return (
    <ConfirmDialog
      title={mergeText.partTitle}
      confirm={mergeText.part}
      onConfirm={part}
      onClose={onClose}
    >
      <p>{mergeText.partText(name)}</p>
    </ConfirmDialog>
  )
}
