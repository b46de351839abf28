import { useQueryClient } from '@tanstack/react-query'

import { FormFailure } from '#console/feedback/FormFailure.tsx'
import { FileButton } from '#console/form/FileButton.tsx'
import { exampleFile } from '#console/text/import-example.ts'
import { importText } from '#console/text/import.ts'
import { Button } from '#ui/Button.tsx'
import { Progress } from '#ui/Progress.tsx'
import { saveFile } from '#ui/save-file.ts'

import { uploadFile, useUpload, useUploadFailure } from './upload.ts'

import styles from './import.module.css'

/** Chooses a file and checks it. `onChecked` gets the id of the checked import, also after the screen was left. */
export function ChooseFile({ onChecked }: { onChecked: (id: string) => void }) {
  const client = useQueryClient()
  const upload = useUpload()
  const failure = useUploadFailure()
  async function check(file: File): Promise<void> {
    const checked = await uploadFile(client, file)
    if (checked) onChecked(checked.id)
  }
  return (
    <div className={styles.stack}>
      <div className={styles.row}>
        <FileButton
          accept=".csv,.txt,text/csv,text/plain"
          busy={upload !== null}
          onFile={(file) => void check(file)}
        >
          {importText.choose}
        </FileButton>
        <Button variant="quiet" onClick={() => saveFile(exampleBlob(), importText.exampleName)}>
          {importText.example}
        </Button>
      </div>
      {upload && (
        <div className={styles.progress}>
          <Progress
            label={importText.checkingLabel}
            valueText={importText.checking(upload.ratio)}
            ratio={upload.ratio}
          />
          <p className={styles.soft}>{importText.checking(upload.ratio)}</p>
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
