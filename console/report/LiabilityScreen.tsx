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
import { addDays } from '#contract/console/report.ts'
import { toBrazilianDate } from '#contract/value/date.ts'
import { formatInteger, formatMoney } from '#contract/value/money.ts'
import { Button } from '#ui/Button.tsx'
import { Stack } from '#ui/Stack.tsx'

import { companyToday } from './address.ts'
import { Figure } from './Figures.tsx'
import { FileButton } from './FileButton.tsx'
import { liability } from './queries.ts'
import { ReportTable } from './ReportTable.tsx'

import styles from './report.module.css'

/** The closed months of the file: all that a programme can have. */
const allMonths = (today: string) => ({ from: addDays(today, -1_095), to: today })

export default function LiabilityScreen() {
  const query = useQuery(liability)
  const period = allMonths(companyToday())
  const month = lastMonth(companyToday())
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
                  body: { month },
                },
              ]}
            />
            <FileButton table="liability" period={period} />
          </>
        }
      />
      <QueryView query={query} height="30rem">
        {(found) => <Content found={found!} />}
      </QueryView>
    </Stack>
  )
}

/** '2026-11-26' → '2026-10' */
function lastMonth(today: string): string {
  return addDays(`${today.slice(0, 7)}-01`, -1).slice(0, 7)
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
      <Closings closings={found.closings} />
    </Stack>
  )
}

function Closings({ closings }: { closings: Closing[] }) {
  const { closingColumns: columns } = reportText
  return (
    <Section
      title={reportText.closing}
      text={reportText.closingText}
      actions={<FileButton table="closings" period={allMonths(companyToday())} />}
    >
      <CloseButton closings={closings} />
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

/** Closes the month before this one, unless it is closed. */
function CloseButton({ closings }: { closings: Closing[] }) {
  const [isAsking, setIsAsking] = useState(false)
  const refusal = useRefusal('report.close')
  const close = useWrite('POST /admin/report/closing')
  const month = lastMonth(companyToday())
  const name = monthText(month)
  if (closings.some((closing) => closing.month === month)) return null
  async function act() {
    await close({ body: { month } })
    setIsAsking(false)
    toast(reportText.closed(name))
  }
  return (
    <div>
      <Button variant="quiet" disabledReason={refusal} onClick={() => setIsAsking(true)}>
        {reportText.close(name)}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={reportText.closeTitle(name)}
          confirm={reportText.close(name)}
          onConfirm={act}
          onClose={() => setIsAsking(false)}
        >
          <p>{reportText.closeFinal}</p>
        </ConfirmDialog>
      )}
    </div>
  )
}
