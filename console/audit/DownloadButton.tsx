import { Download } from 'lucide-react'

import { api } from '#console/client/api.ts'
import { toast } from '#console/feedback/toasts.tsx'
import { useAction } from '#console/feedback/use-action.ts'
import { useMe } from '#console/session/use-me.ts'
import { auditText } from '#console/text/audit.ts'
import type { AuditFilters } from '#contract/console/audit.ts'
import { localDate } from '#contract/value/date.ts'
import { Button } from '#ui/Button.tsx'
import { saveFile } from '#ui/save-file.ts'

import styles from './audit.module.css'

/** Downloads the entries that match the filters as a file. */
export function DownloadButton({ filters }: { filters: Partial<AuditFilters> }) {
  const { company } = useMe()
  const { busy, run } = useAction(toast)
  async function download() {
    const file = (await api('GET /admin/audit/file', { query: filters })) as Blob
    saveFile(file, auditText.csvName(company.slug, localDate(new Date(), company.time_zone)))
    toast(auditText.csvSaved)
  }
  return (
    <Button variant="quiet" busy={busy} onClick={() => run(download)}>
      <span className={styles.withIcon}>
        <Download size={16} aria-hidden="true" /> {auditText.csv}
      </span>
    </Button>
  )
}
