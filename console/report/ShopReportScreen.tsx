import { useQuery } from '@tanstack/react-query'

import { CallButton } from '#console/call/CallButton.tsx'
import { PageHeader } from '#console/feedback/PageHeader.tsx'
import { QueryView } from '#console/feedback/QueryView.tsx'
import { Section } from '#console/feedback/Section.tsx'
import { callText } from '#console/text/call.ts'
import { reportText } from '#console/text/report.ts'
import { titles } from '#console/text/titles.ts'
import type { ShopLine } from '#contract/console/report.ts'
import { formatInteger, formatMoney } from '#contract/value/money.ts'
import { Stack } from '#ui/Stack.tsx'

import { Controls, usePeriod } from './Controls.tsx'
import { shops } from './queries.ts'
import { ReportTable } from './ReportTable.tsx'
import { TableDownload } from './TableDownload.tsx'
import { shareText } from './trend.ts'

import styles from './report.module.css'

export default function ShopReportScreen() {
  const chosen = usePeriod()
  const { from, to } = chosen.period
  const query = useQuery(shops({ from, to }))
  return (
    <Stack>
      <PageHeader
        title={titles['report.shops']}
        text={reportText.shopsIntro}
        actions={
          <>
            <CallButton
              calls={() => [
                {
                  title: callText.report,
                  endpoint: 'GET /admin/report/shop',
                  query: { from, to },
                },
              ]}
            />
            <TableDownload table="shops" period={{ from, to }} />
          </>
        }
      />
      <Controls {...chosen} hasShop={false} />
      <QueryView query={query} height="20rem">
        {(lines) => <Shops lines={lines!} />}
      </QueryView>
    </Stack>
  )
}

function Shops({ lines }: { lines: ShopLine[] }) {
  const listed = lines.filter(({ is_unknown }) => !is_unknown)
  const unknown = lines.filter(({ is_unknown }) => is_unknown)
  return (
    <Stack>
      <Section title={reportText.shopQuestion}>
        {listed.length === 0 ? (
          <p className={styles.soft}>{reportText.noShops}</p>
        ) : (
          <ShopTable label={reportText.shopQuestion} lines={listed} />
        )}
      </Section>
      {unknown.length > 0 && (
        <Section title={reportText.unknown} text={reportText.unknownText}>
          <ShopTable label={reportText.unknown} lines={unknown} />
        </Section>
      )}
    </Stack>
  )
}

function ShopTable({ label, lines }: { label: string; lines: ShopLine[] }) {
  const { column } = reportText
  const largest = Math.max(1, ...lines.map(({ current }) => current.purchase_value))
  return (
    <ReportTable
      label={label}
      columns={[
        reportText.shop,
        column.sales,
        column.trend,
        column.purchases,
        column.active,
        column.earned,
        column.spent,
        column.withdrawn,
      ]}
      rows={lines.map(({ shop, current, previous }) => ({
        key: shop,
        name: shop === '' ? reportText.noShop : shop,
        share: current.purchase_value / largest,
        cells: [
          formatMoney(current.purchase_value),
          shareText(current.purchase_value, previous.purchase_value) ?? '–',
          formatInteger(current.purchases),
          formatInteger(current.active_30),
          formatInteger(current.earned.amount - current.returned.amount),
          formatInteger(current.spent.amount),
          formatInteger(current.withdrawn),
        ],
      }))}
    />
  )
}
