import { api } from '#console/client/api.ts'
import { toast } from '#console/feedback/toasts.tsx'
import { useAction } from '#console/feedback/use-action.ts'
import { importText } from '#console/text/import.ts'
import { type ImportDetail, refusedFileWords } from '#contract/console/import.ts'
import { Button } from '#ui/Button.tsx'
import { saveFile } from '#ui/save-file.ts'

import styles from './import.module.css'

/** The first refused lines, and the file with all of them. */
export function RefusedLines({ found }: { found: ImportDetail }) {
  const { id, refused, refused_lines } = found
  const { busy, run } = useAction(toast)
  const more = refused - refused_lines.length
  if (refused_lines.length === 0) return null
  async function download() {
    const file = await api('GET /admin/import/{id}/refused', { params: { id } })
    saveFile(file as Blob, refusedFileWords.name)
    toast(importText.downloaded)
  }
  return (
    <div className={styles.stack}>
      <h3 className={styles.part}>{importText.refusedTitle}</h3>
      <p className={styles.soft}>{importText.refusedText(refused)}</p>
      <div className={styles.row}>
        <Button variant="quiet" busy={busy} onClick={() => run(download)}>
          {importText.download}
        </Button>
      </div>
      <ul className={styles.list} aria-label={importText.refusedTitle}>
        {refused_lines.map(({ line, field, sentence }) => (
          <li key={line} className={styles.refused}>
            <strong>{importText.line(line, field)}</strong> {sentence}
          </li>
        ))}
      </ul>
      {more > 0 && <p className={styles.soft}>{importText.more(more)}</p>}
    </div>
  )
}
