import { useQuery } from '@tanstack/react-query'

import { CallButton } from '#console/call/CallButton.tsx'
import { Chart } from '#console/chart/Chart.tsx'
import { PageHeader } from '#console/feedback/PageHeader.tsx'
import { QueryView } from '#console/feedback/QueryView.tsx'
import { Section } from '#console/feedback/Section.tsx'
import { callText } from '#console/text/call.ts'
import { reportText } from '#console/text/report.ts'
import { titles } from '#console/text/titles.ts'
import type { Liability } from '#contract/console/closing.ts'
import { toBrazilianDate } from '#contract/value/date.ts'
import { formatInteger, formatMoney } from '#contract/value/money.ts'
import { Stack } from '#ui/Stack.tsx'

import { companyToday } from './address.ts'
import { Closings } from './Closings.tsx'
import { Figure } from './Figures.tsx'
import { monthText } from './month-text.ts'
import { liability } from './queries.ts'
import { TableDownload } from './TableDownload.tsx'

import styles from './report.module.css'

/** A closing that goes on as a job tells after each page of customers how far it is. */
const poll_ms = 3_000

export default function LiabilityScreen() {
  const query = useQuery({
    ...liability,
    refetchInterval: ({ state: { data } }) =>
      data?.runs.some(({ error }) => error === null) ? poll_ms : false,
  })
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
      <Closings found={found} />
    </Stack>
  )
}
