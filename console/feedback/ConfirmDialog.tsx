import type { ReactNode } from 'react'

import { shellText } from '#console/text/shell.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/overlay/Dialog.tsx'

import { FormFailure } from './FormFailure.tsx'
import { useAction } from './use-action.ts'

type ConfirmDialogProps = {
  title: string
  /** A sentence about what cannot be undone. */
  children: ReactNode
  /** The verb of the act, as 'Revogar'. */
  confirm: string
  /** Acts and closes the dialog. May throw RequestFailure, which the dialog shows. */
  onConfirm: () => Promise<void>
  onClose: () => void
}

/** Asks before an act that cannot be undone. An act that can be undone happens at once, and a toast offers to undo it. */
export function ConfirmDialog({
  title,
  children,
  confirm,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  const { busy, failure, run } = useAction()
  return (
    <Dialog
      title={title}
      onClose={onClose}
      focusesTitle
      actions={
        <>
          <Button variant="quiet" onClick={onClose}>
            {shellText.cancel}
          </Button>
          <Button busy={busy} onClick={() => run(onConfirm)}>
            {confirm}
          </Button>
        </>
      }
    >
      {children}
      <FormFailure text={failure} />
    </Dialog>
  )
}
