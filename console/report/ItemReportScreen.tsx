import { useQuery } from '@tanstack/react-query'

import { CallButton } from '#console/call/CallButton.tsx'
import { PageHeader } from '#console/feedback/PageHeader.tsx'
import { QueryView } from '#console/feedback/QueryView.tsx'
import { Section } from '#console/feedback/Section.tsx'
import { callText } from '#console/text/call.ts'
import { reportText } from '#console/text/report.ts'
import { titles } from '#console/text/titles.ts'
import {
  type ItemKind,
  itemKinds,
  itemKindsOfShops,
  type ItemLine,
} from '#contract/console/report.ts'
import { formatInteger, formatMoney } from '#contract/value/money.ts'
import { Stack } from '#ui/Stack.tsx'

import { Controls, usePeriod } from './Controls.tsx'
import { items } from './queries.ts'
import { ReportTable } from './ReportTable.tsx'
import { TableDownload } from './TableDownload.tsx'
import { shareText } from './trend.ts'

import styles from './report.module.css'

export default function ItemReportScreen() {
  const chosen = usePeriod()
  const query = useQuery(items(chosen.period))
  return (
    <Stack>
      <PageHeader
        title={titles['report.items']}
        text={reportText.itemsIntro}
        actions={
          <>
            <CallButton
              calls={() => [
                {
                  title: callText.report,
                  endpoint: 'GET /admin/report/item',
                  query: chosen.period,
                },
              ]}
            />
            <TableDownload table="items" period={chosen.period} />
          </>
        }
      />
      <Controls {...chosen} hasShop />
      {itemKinds.map((kind) => (
        <Section key={kind} title={reportText.kinds[kind]}>
          {chosen.period.shop !== undefined && !itemKindsOfShops.includes(kind) ? (
            <p className={styles.soft}>{reportText.notByShop}</p>
          ) : (
            <QueryView query={query}>
              {(lines) => <Items kind={kind} lines={lines!.filter((line) => line.kind === kind)} />}
            </QueryView>
          )}
        </Section>
      ))}
    </Stack>
  )
}

function Items({ kind, lines }: { kind: ItemKind; lines: ItemLine[] }) {
  if (lines.length === 0) return <p className={styles.soft}>{reportText.noItems}</p>
  const { column } = reportText
  const largest = Math.max(1, ...lines.map(({ current }) => current.amount))
  return (
    <ReportTable
      label={reportText.kinds[kind]}
      columns={[column.name, column.times, column.points, column.value, column.trend]}
      rows={lines.map(({ item, name, current, previous }) => ({
        key: item,
        name,
        share: Math.max(0, current.amount) / largest,
        cells: [
          formatInteger(current.count),
          formatInteger(current.amount),
          formatMoney(current.value),
          shareText(current.amount, previous.amount) ?? '–',
        ],
      }))}
    />
  )
}
