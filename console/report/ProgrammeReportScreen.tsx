import { useQuery } from '@tanstack/react-query'

import { CallButton } from '#console/call/CallButton.tsx'
import { Chart } from '#console/chart/Chart.tsx'
import { PageHeader } from '#console/feedback/PageHeader.tsx'
import { QueryView } from '#console/feedback/QueryView.tsx'
import { Section } from '#console/feedback/Section.tsx'
import { callText } from '#console/text/call.ts'
import { reportText } from '#console/text/report.ts'
import { titles } from '#console/text/titles.ts'
import { instantText } from '#console/value/instant.ts'
import type { Report, ReportFigures, Sum } from '#contract/console/report.ts'
import { toBrazilianDate } from '#contract/value/date.ts'
import { formatInteger, formatMoney } from '#contract/value/money.ts'
import { Stack } from '#ui/Stack.tsx'

import { Controls, usePeriod } from './Controls.tsx'
import { Figures } from './Figures.tsx'
import { report } from './queries.ts'
import { ReportTable } from './ReportTable.tsx'
import { TableDownload } from './TableDownload.tsx'
import { shareText } from './trend.ts'

import styles from './report.module.css'

export default function ProgrammeReportScreen() {
  const chosen = usePeriod()
  const query = useQuery(report(chosen.period))
  return (
    <Stack>
      <PageHeader
        title={titles['report.programme']}
        text={reportText.intro}
        actions={
          <>
            <CallButton
              calls={() => [
                { title: callText.report, endpoint: 'GET /admin/report', query: chosen.period },
              ]}
            />
            <TableDownload table="summary" period={chosen.period} />
          </>
        }
      />
      <Controls {...chosen} hasShop />
      <QueryView query={query} height="40rem">
        {(found) => <Content report={found!} />}
      </QueryView>
    </Stack>
  )
}

function Content({ report: found }: { report: Report }) {
  const { before, folded_at, current } = found
  const from = toBrazilianDate(before.from)
  return (
    <Stack>
      <p className={styles.soft}>
        {folded_at ? reportText.folded(instantText(folded_at)) : reportText.notFolded}{' '}
        {reportText.nightly} {reportText.before(from, toBrazilianDate(before.to))}.
      </p>
      <Figures report={found} />
      {current.purchases === 0 && <p>{reportText.empty}</p>}
      <Sizes report={found} />
      <Charts report={found} />
      <Flows report={found} />
      <Vouchers report={found} />
    </Stack>
  )
}

const sizes = ['members', 'joined', 'left', 'purchases', 'purchase_value'] as const

/** How many people and purchases the programme has. Shops have no members of their own. */
function Sizes({ report: { current, previous } }: { report: Report }) {
  const { column } = reportText
  const rows = sizes.flatMap((size) => {
    const [now, before] = [current[size], previous[size]]
    if (now === null || before === null) return []
    const format = size === 'purchase_value' ? formatMoney : formatInteger
    const cells = [format(now), format(before), shareText(now, before) ?? '–']
    return [{ key: size, name: reportText.size[size], cells }]
  })
  return (
    <Section title={reportText.sizes} text={reportText.sizesText}>
      <ReportTable
        label={reportText.sizes}
        columns={[column.what, column.count, column.countBefore, column.trend]}
        rows={rows}
      />
    </Section>
  )
}

/** '12/11' */
const shortDay = (date: string) => toBrazilianDate(date).slice(0, 5)

function pointsOf({ parts }: Report, values: (figures: ReportFigures) => number[]) {
  return parts.map(({ from, to, figures }) => ({
    label: shortDay(from),
    title: from === to ? toBrazilianDate(from) : `${shortDay(from)} a ${toBrazilianDate(to)}`,
    values: values(figures),
  }))
}

function Charts({ report: found }: { report: Report }) {
  return (
    <>
      <Section title={reportText.alive} text={reportText.aliveText}>
        <Chart
          title={reportText.alive}
          series={[reportText.active30, reportText.active90]}
          points={pointsOf(found, ({ active_30, active_90 }) => [active_30, active_90])}
          format={formatInteger}
        />
      </Section>
      <Section title={reportText.cost} text={reportText.costText}>
        <Chart
          title={reportText.cost}
          series={[reportText.given, reportText.used]}
          points={pointsOf(found, ({ earned, promoted, returned, spent, redeemed }) => [
            earned.value + (promoted?.value ?? 0) - returned.value,
            spent.value + (redeemed?.value ?? 0),
          ])}
          format={formatMoney}
        />
      </Section>
      <Section title={reportText.expiring} text={reportText.expiringText}>
        <Chart
          title={reportText.expiring}
          series={[reportText.lost]}
          points={pointsOf(found, ({ expired }) => [expired.value])}
          format={formatMoney}
        />
      </Section>
    </>
  )
}

const flows = [
  'earned',
  'promoted',
  'adjusted',
  'returned',
  'spent',
  'redeemed',
  'expired',
] as const

function Flows({ report: { current, previous } }: { report: Report }) {
  const { column } = reportText
  const rows = flows.flatMap((flow) => {
    const now: Sum | null = current[flow]
    if (!now) return []
    const cells = [
      formatInteger(now.amount),
      formatMoney(now.value),
      formatInteger(previous[flow]?.amount ?? 0),
    ]
    return [{ key: flow, name: reportText.flow[flow], cells }]
  })
  return (
    <Section title={reportText.flows} text={reportText.flowsText}>
      <ReportTable
        label={reportText.flows}
        columns={[column.what, column.points, column.value, column.before]}
        rows={rows}
      />
    </Section>
  )
}

const voucherStates = ['issued', 'withdrawn', 'cancelled', 'expired'] as const

function Vouchers({ report: { current, previous } }: { report: Report }) {
  const { column } = reportText
  const rows = voucherStates.flatMap((state) => {
    const count = current.vouchers[state]
    if (count === null) return []
    const cells = [formatInteger(count), formatInteger(previous.vouchers[state] ?? 0)]
    return [{ key: state, name: reportText.voucher[state], cells }]
  })
  return (
    <Section title={reportText.vouchers}>
      <ReportTable
        label={reportText.vouchers}
        columns={[column.what, column.count, column.countBefore]}
        rows={rows}
      />
    </Section>
  )
}
