import { Download } from 'lucide-react'

import { api } from '#console/client/api.ts'
import { toast } from '#console/feedback/toasts.tsx'
import { useAction } from '#console/feedback/use-action.ts'
import { useMe } from '#console/session/use-me.ts'
import { reportText } from '#console/text/report.ts'
import type { ReportPeriod, ReportTable } from '#contract/console/report.ts'
import { Button } from '#ui/Button.tsx'
import { saveFile } from '#ui/save-file.ts'

import styles from './report.module.css'

type DownloadButtonProps = { table: ReportTable; period: ReportPeriod }

/** Downloads the table of this screen. */
export function DownloadButton({ table, period }: DownloadButtonProps) {
  const { company } = useMe()
  const { busy, run } = useAction(toast)
  async function download() {
    const file = (await api('GET /admin/report/file', { query: { ...period, table } })) as Blob
    const name = reportText.tableNames[table]
    saveFile(file, reportText.csvName(company.slug, name, period.from, period.to))
    toast(reportText.csvSaved)
  }
  return (
    <Button variant="quiet" busy={busy} onClick={() => run(download)}>
      <span className={styles.withIcon}>
        <Download size={16} aria-hidden="true" /> {reportText.csv}
      </span>
    </Button>
  )
}
