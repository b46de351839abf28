import { useState } from 'react'

import { useWrite } from '#console/client/write.ts'
import { ConfirmDialog } from '#console/feedback/ConfirmDialog.tsx'
import { FormFailure } from '#console/feedback/FormFailure.tsx'
import { toast } from '#console/feedback/toasts.tsx'
import { useAction } from '#console/feedback/use-action.ts'
import { importText } from '#console/text/import.ts'
import type { ImportDetail } from '#contract/console/import.ts'
import { Button } from '#ui/Button.tsx'

import { bringsNothing } from './brings-nothing.ts'

import styles from './import.module.css'

/** Applies, goes on with, or gives up the import. */
export function ImportActs({ found, isSending }: { found: ImportDetail; isSending: boolean }) {
  const { id, state } = found
  const params = { id }
  const begin = useWrite('POST /admin/import/{id}/apply')
  const next = useWrite('POST /admin/import/{id}/continue')
  const discard = useWrite('DELETE /admin/import/{id}')
  const { busy, failure, run } = useAction()
  const [open, setOpen] = useState<'apply' | 'discard'>()
  const close = () => setOpen(undefined)

  /** Each call applies for some seconds. */
  async function applyAll() {
    while ((await next({ params })).state === 'APPLYING');
    toast(importText.isApplied)
  }
  return (
    <>
      <div className={styles.row}>
        {state === 'CHECKED' && !bringsNothing(found) && (
          <Button busy={busy} onClick={() => setOpen('apply')}>
            {importText.apply}
          </Button>
        )}
        {state === 'APPLYING' && (
          <Button busy={busy} onClick={() => run(applyAll)}>
            {importText.continue}
          </Button>
        )}
        {(state === 'CHECKED' || state === 'RECEIVING') && !isSending && (
          <Button variant="quiet" onClick={() => setOpen('discard')}>
            {importText.discard}
          </Button>
        )}
      </div>
      <FormFailure text={failure} />
      {open === 'apply' && (
        <ConfirmDialog
          title={importText.applyTitle(found.balances)}
          confirm={importText.apply}
          onConfirm={async () => {
            await begin({ params })
            close()
            run(applyAll)
          }}
          onClose={close}
        >
          <p>{importText.applyText(found.points_amount, found.points_value)}</p>
          <p>{importText.applyFinal}</p>
        </ConfirmDialog>
      )}
      {open === 'discard' && (
        <ConfirmDialog
          title={importText.discardTitle}
          confirm={importText.discard}
          onConfirm={async () => {
            await discard({ params })
            close()
            toast(importText.isDiscarded)
          }}
          onClose={close}
        >
          <p>{importText.discardText}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
