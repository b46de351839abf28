import { type ReactNode, useState } from 'react'
import { Link } from 'wouter'

import type { PointsEntry } from '#contract/points.ts'
import { pathTo } from '#portal/path/paths.ts'
import { dashboardText } from '#portal/text/dashboard.ts'
import { pointsText } from '#portal/text/points.ts'
import { Part } from '#ui/Card.tsx'

import { Arrived, Entry } from './Entry.tsx'

import styles from './RecentHistory.module.css'

type RecentHistoryProps = { entries: PointsEntry[]; seenAt: ReactNode }

/** R7.2: the newest lines; a narrow screen shows three. A line that arrives later lights up. */
export function RecentHistory({ entries, seenAt }: RecentHistoryProps) {
  // Lines above the first one at mount are new.
  const [newestAtFirst] = useState(entries[0]?.sequence ?? 0)
  const isNew = (entry: PointsEntry) => entry.sequence > newestAtFirst
  return (
    <Part
      title={pointsText.history}
      action={
        entries.length > 0 && <Link href={pathTo('history')}>{dashboardText.allHistory}</Link>
      }
    >
      {seenAt}
      <Arrived entry={entries.find((entry) => isNew(entry) && entry.type_id === 'GNR')} />
      {entries.length === 0 ? (
        <div className={styles.empty}>
          <p>{pointsText.empty}</p>
          <p className={styles.text}>{pointsText.emptyText}</p>
        </div>
      ) : (
        <ul className={styles.lines}>
          {entries.map((entry) => (
            <Entry key={`${entry.type_id}/${entry.id}`} entry={entry} isNew={isNew(entry)} brief />
          ))}
        </ul>
      )}
    </Part>
  )
}
