import { Download } from 'lucide-react'
import { useState } from 'react'

import { api } from '#console/client/api.ts'
import { toast } from '#console/feedback/toasts.tsx'
import { useMe } from '#console/session/use-me.ts'
import { auditText } from '#console/text/audit.ts'
import type { AuditFilters } from '#contract/console/audit.ts'
import { RequestFailure } from '#contract/request/request-failure.ts'
import { localDate } from '#contract/value/date.ts'
import { Button } from '#ui/Button.tsx'
import { saveFile } from '#ui/save-file.ts'

import styles from './audit.module.css'

/** Downloads the entries that match the filters as a file. */
export function DownloadButton({ filters }: { filters: Partial<AuditFilters> }) {
  const { company } = useMe()
  const [busy, setBusy] = useState(false)
  async function download() {
    setBusy(true)
    try {
      const file = (await api('GET /admin/audit/file', { query: filters })) as Blob
      saveFile(file, auditText.csvName(company.slug, localDate(new Date(), company.time_zone)))
      toast(auditText.csvSaved)
    } catch (error) {
      if (!(error instanceof RequestFailure)) throw error
      toast(error.message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button variant="quiet" busy={busy} onClick={() => void download()}>
      <span className={styles.withIcon}>
        <Download size={16} aria-hidden="true" /> {auditText.csv}
      </span>
    </Button>
  )
}
