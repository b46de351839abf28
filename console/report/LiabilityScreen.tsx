import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { CallButton } from '#console/call/CallButton.tsx'
import { Chart } from '#console/chart/Chart.tsx'
import { useWrite } from '#console/client/write.ts'
import { ConfirmDialog } from '#console/feedback/ConfirmDialog.tsx'
import { PageHeader } from '#console/feedback/PageHeader.tsx'
import { QueryView } from '#console/feedback/QueryView.tsx'
import { Section } from '#console/feedback/Section.tsx'
import { toast } from '#console/feedback/toasts.tsx'
import { useRefusal } from '#console/session/use-me.ts'
import { callText } from '#console/text/call.ts'
import { reportText } from '#console/text/report.ts'
import { titles } from '#console/text/titles.ts'
import type { Closing, Liability } from '#contract/console/closing.ts'
import { toBrazilianDate } from '#contract/value/date.ts'
import { formatInteger, formatMoney } from '#contract/value/money.ts'
import { Button } from '#ui/Button.tsx'
import { SelectField } from '#ui/form/SelectField.tsx'
import { Stack } from '#ui/Stack.tsx'

import { companyToday } from './address.ts'
import { Figure } from './Figures.tsx'
import { liability } from './queries.ts'
import { ReportTable } from './ReportTable.tsx'
import { TableDownload } from './TableDownload.tsx'

import styles from './report.module.css'

export default function LiabilityScreen() {
  const query = useQuery(liability)
  return (
    <Stack>
      <PageHeader
        title={titles['report.liability']}
        text={reportText.liabilityIntro}
        actions={
          <>
            <CallButton
              calls={() => [
                { title: callText.report, endpoint: 'GET /admin/report/liability' },
                {
                  title: callText.closing,
                  endpoint: 'POST /admin/report/closing',
                  body: { month: query.data?.open_months[0] ?? companyToday().slice(0, 7) },
                },
              ]}
            />
            <TableDownload table="liability" />
            <TableDownload table="breakage" label={reportText.breakageCsv} />
          </>
        }
      />
      <QueryView query={query} height="30rem">
        {(found) => <Content found={found!} />}
      </QueryView>
    </Stack>
  )
}

/** '2026-10' → '10/2026' */
function monthText(month: string | null): string {
  return month === null ? reportText.never : month.split('-').toReversed().join('/')
}

function Content({ found }: { found: Liability }) {
  const { day, total, deficit, breakage, months } = found
  return (
    <Stack>
      <Section
        title={reportText.liability}
        text={day === null ? reportText.notCounted : reportText.liabilityDay(toBrazilianDate(day))}
      >
        <ul className={styles.figures}>
          <Figure
            name={reportText.owed}
            value={formatMoney(total.value)}
            note={reportText.figures.points(formatInteger(total.amount))}
          />
          <Figure
            name={reportText.breakage}
            value={breakage ? formatMoney(breakage.value) : '–'}
            note={
              breakage
                ? reportText.breakageText(
                    formatMoney(breakage.low_value),
                    formatMoney(breakage.high_value),
                    breakage.months,
                  )
                : reportText.noBreakage
            }
          />
          <Figure
            name={reportText.deficit}
            value={formatMoney(deficit.value)}
            note={reportText.deficitText}
          />
        </ul>
        <Chart
          title={reportText.liability}
          series={[reportText.owed]}
          points={months.map(({ month, value }) => ({
            label: monthText(month),
            title: monthText(month),
            values: [value],
          }))}
          format={formatMoney}
        />
      </Section>
      <Closings closings={found.closings} openMonths={found.open_months} />
    </Stack>
  )
}

function Closings({ closings, openMonths }: { closings: Closing[]; openMonths: string[] }) {
  const { closingColumns: columns } = reportText
  return (
    <Section
      title={reportText.closing}
      text={reportText.closingText}
      actions={<TableDownload table="closings" />}
    >
      <CloseMonth months={openMonths} />
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
    await close({ body })
    setMonthToConfirm(undefined)
    toast(reportText.closed(monthText(body.month)))
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
