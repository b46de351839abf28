import { api } from '#console/client/api.ts'
import { DownloadButton } from '#console/feedback/DownloadButton.tsx'
import { importText } from '#console/text/import.ts'
import { type ImportDetail, refusedFileWords } from '#contract/console/import.ts'

import styles from './import.module.css'

/** The first refused lines, and the file with all of them. */
export function RefusedLines({ found }: { found: ImportDetail }) {
  const { id, refused, refused_lines } = found
  const more = refused - refused_lines.length
  if (refused_lines.length === 0) return null
  return (
    <div className={styles.stack}>
      <h3 className={styles.part}>{importText.refusedTitle}</h3>
      <p className={styles.soft}>{importText.refusedText(refused)}</p>
      <div className={styles.row}>
        <DownloadButton
          label={importText.download}
          saved={importText.downloaded}
          name={() => refusedFileWords.name}
          load={() => api('GET /admin/import/{id}/refused', { params: { id } })}
        />
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
