import { type ReactNode, useState } from 'react'

import type { PointsEntry } from '#contract/points.ts'
import { pathTo } from '#portal/path/paths.ts'
import { dashboardText } from '#portal/text/dashboard.ts'
import { pointsText } from '#portal/text/points.ts'
import { LinkButton } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'

import empty_history from './empty-history.svg?raw'
import { Arrived, Entry } from './Entry.tsx'

type RecentHistoryProps = { entries: PointsEntry[]; seenAt: ReactNode }

/** R7.2: the newest lines. A line that arrives later lights up. */
export function RecentHistory({ entries, seenAt }: RecentHistoryProps) {
  // Lines above the first one at mount are new.
  const [newestAtFirst] = useState(entries[0]?.sequence ?? 0)
  const isNew = (entry: PointsEntry) => entry.sequence > newestAtFirst
  return (
    <Card title={pointsText.history}>
      {seenAt}
      <Arrived entry={entries.find((entry) => isNew(entry) && entry.type_id === 'GNR')} />
      {entries.length === 0 ? (
        <EmptyState drawing={empty_history} title={pointsText.empty} text={pointsText.emptyText} />
      ) : (
        <>
          <ul>
            {entries.map((entry) => (
              <Entry key={`${entry.type_id}/${entry.id}`} entry={entry} isNew={isNew(entry)} />
            ))}
          </ul>
          <LinkButton href={pathTo('history')} variant="plain" full>
            {dashboardText.allHistory}
          </LinkButton>
        </>
      )}
    </Card>
  )
}
