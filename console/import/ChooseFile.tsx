import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { markStale } from '#console/client/stale.ts'
import { useWrite } from '#console/client/write.ts'
import { FormFailure } from '#console/feedback/FormFailure.tsx'
import { useAction } from '#console/feedback/use-action.ts'
import { FileButton } from '#console/form/FileButton.tsx'
import { exampleFile } from '#console/text/import-example.ts'
import { importText } from '#console/text/import.ts'
import { Button } from '#ui/Button.tsx'
import { Progress } from '#ui/Progress.tsx'
import { saveFile } from '#ui/save-file.ts'

import { sendFile } from './send-file.ts'

import styles from './import.module.css'

type ChooseFileProps = {
  /** Gets the id of the import whose file is being sent; undefined at the end. */
  onSending: (id: string | undefined) => void
  /** Gets the id of the checked import. */
  onChecked: (id: string) => void
}

/** Chooses a file and checks it. */
export function ChooseFile({ onSending, onChecked }: ChooseFileProps) {
  const client = useQueryClient()
  const begin = useWrite('POST /admin/import')
  const send = useWrite('POST /admin/import/{id}/part')
  const { busy, failure, run } = useAction()
  const [ratio, setRatio] = useState(0)
  async function check(file: File) {
    setRatio(0)
    const view = await sendFile(file, {
      begin: async (body) => {
        const begun = await begin({ body })
        onSending(begun.id)
        return begun
      },
      send: (of, body) => send({ params: { id: of }, body }),
      onProgress: setRatio,
    }).finally(() => {
      onSending(undefined)
      markStale(client, 'POST /admin/import')
    })
    onChecked(view.id)
  }
  return (
    <div className={styles.stack}>
      <div className={styles.row}>
        <FileButton
          accept=".csv,.txt,text/csv,text/plain"
          disabled={busy}
          onFile={(file) => run(() => check(file))}
        >
          {importText.choose}
        </FileButton>
        <Button variant="quiet" onClick={() => saveFile(exampleBlob(), importText.exampleName)}>
          {importText.example}
        </Button>
      </div>
      {busy && (
        <div className={styles.progress}>
          <Progress
            label={importText.checkingLabel}
            valueText={importText.checking(ratio)}
            ratio={ratio}
          />
          <p className={styles.soft}>{importText.checking(ratio)}</p>
        </div>
      )}
      <FormFailure text={failure} />
    </div>
  )
}

/** With a byte order mark, by which a spreadsheet knows UTF-8. */
function exampleBlob(): Blob {
  return new Blob(['\uFEFF', exampleFile], { type: 'text/csv;charset=utf-8' })
}
