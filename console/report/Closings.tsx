import { useState } from 'react'

import { useWrite } from '#console/client/write.ts'
import { ConfirmDialog } from '#console/feedback/ConfirmDialog.tsx'
import { Section } from '#console/feedback/Section.tsx'
import { toast } from '#console/feedback/toasts.tsx'
import { useRefusal } from '#console/session/use-me.ts'
import { reportText } from '#console/text/report.ts'
import type { Liability } from '#contract/console/closing.ts'
import { formatInteger, formatMoney } from '#contract/value/money.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { SelectField } from '#ui/form/SelectField.tsx'

import { monthText } from './month-text.ts'
import { ReportTable } from './ReportTable.tsx'
import { TableDownload } from './TableDownload.tsx'

import styles from './report.module.css'

/** The closed months, those that a job closes now, and the next one to close. */
export function Closings({ found: { closings, open_months, runs } }: { found: Liability }) {
  const { closingColumns: columns } = reportText
  const running = new Set(runs.filter(({ error }) => error === null).map(({ month }) => month))
  return (
    <Section
      title={reportText.closing}
      text={reportText.closingText}
      actions={<TableDownload table="closings" />}
    >
      {runs.map(({ month, customers, error }) => (
        <Banner key={month} tone={error === null ? 'info' : 'error'}>
          {error === null
            ? reportText.closingNow(monthText(month), customers)
            : reportText.notClosed(monthText(month), error)}
        </Banner>
      ))}
      <CloseMonth months={open_months.filter((month) => !running.has(month))} />
      {closings.length === 0 ? (
        <p className={styles.soft}>{reportText.noClosings}</p>
      ) : (
        <ReportTable
          label={reportText.closings}
          columns={Object.values(columns)}
          rows={closings.map(({ month, liability, records, expired, closed_by }) => ({
            key: month,
            name: monthText(month),
            cells: [
              formatMoney(liability.value),
              formatInteger(liability.amount),
              formatMoney(records.value),
              formatMoney(expired.value),
              closed_by,
            ],
          }))}
        />
      )}
    </Section>
  )
}

/** Closes one of the months that can be closed, by default the last one. */
function CloseMonth({ months }: { months: string[] }) {
  const [chosen, setChosen] = useState<string>()
  // The month that the dialog asks about. The list may be read again meanwhile, and then begins with another month or is empty.
  const [monthToConfirm, setMonthToConfirm] = useState<string>()
  const refusal = useRefusal('report.close')
  const close = useWrite('POST /admin/report/closing')
  const month = months.find((one) => one === chosen) ?? months[0]
  async function act(body: { month: string }) {
    const { closing } = await close({ body })
    setMonthToConfirm(undefined)
    // A job closes the month, and a banner follows it.
    if (closing) toast(reportText.closed(monthText(body.month)))
  }
  return (
    <>
      {month !== undefined && (
        <div className={`${styles.controls} ${styles.withButton}`}>
          {months.length > 1 && (
            <SelectField
              label={reportText.monthToClose}
              name="month"
              value={month}
              onChange={({ target }) => setChosen(target.value)}
            >
              {months.map((one) => (
                <option key={one} value={one}>
                  {monthText(one)}
                </option>
              ))}
            </SelectField>
          )}
          <Button variant="quiet" disabledReason={refusal} onClick={() => setMonthToConfirm(month)}>
            {reportText.close(monthText(month))}
          </Button>
        </div>
      )}
      {monthToConfirm !== undefined && (
        <ConfirmDialog
          title={reportText.closeTitle(monthText(monthToConfirm))}
          confirm={reportText.close(monthText(monthToConfirm))}
          onConfirm={() => act({ month: monthToConfirm })}
          onClose={() => setMonthToConfirm(undefined)}
        >
          <p>{reportText.closeFinal}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
