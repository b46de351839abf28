import { useState } from 'react'

import { useWrite } from '#console/client/write.ts'
import { ConfirmDialog } from '#console/feedback/ConfirmDialog.tsx'
import { toast } from '#console/feedback/toasts.tsx'
import { counterText } from '#console/text/counter.ts'
import type { CounterMovement } from '#contract/console/counter.ts'

type UndoUseDialogProps = { shop: string; use: CounterMovement; onClose: () => void }

/** Gives the points of a use back, after it has said what is final. */
export function UndoUseDialog({ shop, use, onClose }: UndoUseDialogProps) {
  const [external_id] = useState(() => crypto.randomUUID())
  const undo = useWrite('POST /admin/counter/record/{id}/return')
  return (
    <ConfirmDialog
      title={counterText.undoTitle}
      confirm={counterText.undoUse}
      onClose={onClose}
      onConfirm={async () => {
        await undo({ params: { id: use.id }, body: { shop, external_id } })
        onClose()
        toast(counterText.undone)
      }}
    >
      <p>{counterText.undoText}</p>
    </ConfirmDialog>
  )
}
