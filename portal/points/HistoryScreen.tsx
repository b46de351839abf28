import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { memo, useDeferredValue, useState } from 'react'
import { useSearch } from 'wouter'

import type { PointsEntry } from '#contract/points.ts'
import { useCompany } from '#portal/company/company.ts'
import { QueryBoundary } from '#portal/feedback/QueryBoundary.tsx'
import { SeenAt } from '#portal/offline/SeenAt.tsx'
import { pathTo } from '#portal/path/paths.ts'
import { historyText } from '#portal/text/history.ts'
import { pointsText } from '#portal/text/points.ts'
import { text } from '#portal/text/pt-BR.ts'
import { LinkButton } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ScreenTitle } from '#ui/ScreenTitle.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { LinkTabs } from '#ui/tabs/LinkTabs.tsx'

import empty_history from './empty-history.svg?raw'
import { monthOf } from './entry-words.ts'
import { Arrived, Entry, EntrySkeletons } from './Entry.tsx'
import { More } from './More.tsx'
import { daysOf, history, historyDays } from './queries.ts'
import { StatementDialog } from './StatementDialog.tsx'

import styles from './HistoryScreen.module.css'

const tabs = [
  { days: undefined, label: historyText.all },
  { days: historyDays[0], label: historyText.last15 },
  { days: historyDays[1], label: historyText.last30 },
]

/** R7.3: every movement of points, newest first. The address holds the tab. */
export default function HistoryScreen() {
  const days = daysOf(useSearch())
  // Deferred: up to 1,000 lines follow in slices, and the next press interrupts them.
  const shownDays = useDeferredValue(days)
  return (
    <>
      <div className={styles.top}>
        <ScreenTitle>{text.title.history}</ScreenTitle>
        <StatementDialog />
      </div>
      <LinkTabs
        label={historyText.tabs}
        tabs={tabs.map((tab) => ({
          label: tab.label,
          href: pathTo('history', {}, { days: tab.days }),
          current: tab.days === days,
        }))}
      />
      <div aria-busy={days !== shownDays} className={styles.lines}>
        <QueryBoundary key={shownDays} skeleton={<LinesSkeleton />}>
          <Lines days={shownDays} />
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
  const [newestAtFirst] = useState(entries[0]?.sequence ?? 0)
  const isNew = ({ sequence }: PointsEntry) => sequence > newestAtFirst
  if (entries.length === 0) return <Nothing days={days} />
  return (
    <>
      <SeenAt {...pages} />
      <Arrived entry={entries.find((entry) => isNew(entry) && entry.type_id === 'GNR')} />
      {[...byMonth(entries, time_zone)].map(([month, lines]) => (
        <Card key={month} title={month}>
          {blocksOf(lines, isNew).map((block) => (
            <ul
              key={block.find((entry) => !isNew(entry))?.id ?? 'new'}
              className={styles.block}
              data-full={block.length >= linesPerBlock}
            >
              {block.map((entry) => (
                <Entry key={`${entry.type_id}/${entry.id}`} entry={entry} isNew={isNew(entry)} />
              ))}
            </ul>
          ))}
        </Card>
      ))}
      <More pages={pages} />
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

/** About a screen of a phone. */
const linesPerBlock = 10

/**
 * A month's lines in blocks of 10. A touch costs the browser time for every block. It costs time for the lines only of the
 * blocks near the screen. New lines join the first block, because a line that changed its block would close its
 * calculation.
 */
function blocksOf(lines: PointsEntry[], isNew: (entry: PointsEntry) => boolean): PointsEntry[][] {
  const first = lines.filter(isNew).length + linesPerBlock
  const blocks = [lines.slice(0, first)]
  for (let from = first; from < lines.length; from += linesPerBlock) {
    blocks.push(lines.slice(from, from + linesPerBlock))
  }
  return blocks
}

function Nothing({ days }: { days: number | undefined }) {
  return (
    <Card>
      {days === undefined ? (
        <EmptyState drawing={empty_history} title={pointsText.empty} text={pointsText.emptyText} />
      ) : (
        <EmptyState
          drawing={empty_history}
          title={historyText.emptyDays(days)}
          text={historyText.emptyDaysText}
          action={
            <LinkButton href={pathTo('history')} variant="quiet">
              {historyText.seeAll}
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
