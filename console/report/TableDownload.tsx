import { api } from '#console/client/api.ts'
import { company } from '#console/company/company.ts'
import { DownloadButton } from '#console/feedback/DownloadButton.tsx'
import { reportText } from '#console/text/report.ts'
import type { ReportPeriod, ReportTable } from '#contract/console/report.ts'

import { companyToday } from './address.ts'

type TableDownloadProps = {
  table: ReportTable
  label?: string
  /** Absent: the table is of today, and its file has no period. */
  period?: ReportPeriod
}

/** Downloads a table of this screen. */
export function TableDownload({ table, label = reportText.csv, period }: TableDownloadProps) {
  // At the press: a page may stay open past midnight.
  const chosen = () => period ?? { from: companyToday(), to: companyToday() }
  return (
    <DownloadButton
      label={label}
      saved={reportText.csvSaved}
      name={() => {
        const { from, to } = chosen()
        return reportText.csvName(company.slug, reportText.tableNames[table], from, to)
      }}
      load={() => api('GET /admin/report/file', { query: { ...chosen(), table } })}
    />
  )
}
