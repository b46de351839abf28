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

import styles from './audit.module.css'

/** The entries of the same filters as a file. */
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

/** Offers a file to the browser's downloads. */
function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser reads the file after the press; 60 s is enough.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
