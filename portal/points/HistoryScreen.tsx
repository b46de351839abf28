import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { memo, useDeferredValue, useState } from 'react'
import { useSearch } from 'wouter'

import type { PointsEntry } from '#contract/points.ts'
import { useCompany } from '#portal/company/company.ts'
import { QueryBoundary } from '#portal/feedback/QueryBoundary.tsx'
import { SeenAt } from '#portal/offline/SeenAt.tsx'
import { pathTo } from '#portal/path/paths.ts'
import { history_text } from '#portal/text/history.ts'
import { points_text } from '#portal/text/points.ts'
import { text } from '#portal/text/pt-BR.ts'
import { LinkButton } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { LinkTabs } from '#ui/LinkTabs.tsx'
import { ScreenTitle } from '#ui/ScreenTitle.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'

import empty_history from './empty-history.svg?raw'
import { monthOf } from './entry-words.ts'
import { Arrived, Entry, EntrySkeletons } from './Entry.tsx'
import { More } from './More.tsx'
import { daysOf, history, history_days } from './queries.ts'
import { StatementDialog } from './StatementDialog.tsx'

import styles from './HistoryScreen.module.css'

const tabs = [
  { days: undefined, label: history_text.all },
  { days: history_days[0], label: history_text.last_15 },
  { days: history_days[1], label: history_text.last_30 },
]

/** R7.3: every movement of points, newest first. The address holds the tab. */
export default function HistoryScreen() {
  const days = daysOf(useSearch())
  // Deferred: a press highlights its tab at once, and up to 1,000 lines follow when they are ready.
  const shown_days = useDeferredValue(days)
  return (
    <>
      <div className={styles.top}>
        <ScreenTitle>{text.title.history}</ScreenTitle>
        <StatementDialog />
      </div>
      <LinkTabs
        label={history_text.tabs}
        tabs={tabs.map((tab) => ({
          label: tab.label,
          href: pathTo('history', {}, { days: tab.days }),
          current: tab.days === days,
        }))}
      />
      <div aria-busy={days !== shown_days} className={styles.lines}>
        <QueryBoundary key={shown_days} skeleton={<LinesSkeleton />}>
          <Lines days={shown_days} />
        </QueryBoundary>
      </div>
    </>
  )
}

const Lines = memo(function Lines({ days }: { days: number | undefined }) {
  const { time_zone } = useCompany().company
  const { data, ...pages } = useSuspenseInfiniteQuery(history(days))
  const entries = data.pages.flat()
  // Lines above the first one at mount are new.
  const [newest_at_first] = useState(entries[0]?.sequence ?? 0)
  const isNew = ({ sequence }: PointsEntry) => sequence > newest_at_first
  if (entries.length === 0) return <Nothing days={days} />
  return (
    <>
      <SeenAt {...pages} />
      <Arrived entry={entries.find((entry) => isNew(entry) && entry.type_id === 'GNR')} />
      {[...byMonth(entries, time_zone)].map(([month, lines]) => (
        <Card key={month} title={month}>
          <ul>
            {lines.map((entry) => (
              <Entry key={`${entry.type_id}/${entry.id}`} entry={entry} isNew={isNew(entry)} />
            ))}
          </ul>
        </Card>
      ))}
      <More {...pages} />
    </>
  )
})

function byMonth(entries: PointsEntry[], time_zone: string): Map<string, PointsEntry[]> {
  const months = new Map<string, PointsEntry[]>()
  for (const entry of entries) {
    const month = monthOf(entry.created_at, time_zone)
    const lines = months.get(month)
    if (lines) lines.push(entry)
    else months.set(month, [entry])
  }
  return months
}

function Nothing({ days }: { days: number | undefined }) {
  return (
    <Card>
      {days === undefined ? (
        <EmptyState
          drawing={empty_history}
          title={points_text.empty}
          text={points_text.empty_text}
        />
      ) : (
        <EmptyState
          drawing={empty_history}
          title={history_text.empty_days(days)}
          text={history_text.empty_days_text}
          action={
            <LinkButton href={pathTo('history')} variant="quiet">
              {history_text.see_all}
            </LinkButton>
          }
        />
      )}
    </Card>
  )
}

function LinesSkeleton() {
  return (
    <Card>
      <div className={styles.month} aria-hidden="true">
        <Skeleton width="10rem" height="1.275rem" />
      </div>
      <EntrySkeletons lines={6} />
    </Card>
  )
}
