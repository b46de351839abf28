import { useInfiniteQuery } from '@tanstack/react-query'

import { LoadFailure } from '#console/feedback/LoadFailure.tsx'
import { Section } from '#console/feedback/Section.tsx'
import { MovementsLink } from '#console/form/MovementsLink.tsx'
import { useRefusal } from '#console/session/use-me.ts'
import { customerText } from '#console/text/customer.ts'
import { shellText } from '#console/text/shell.ts'
import { instantText } from '#console/value/instant.ts'
import type { PointsEntry } from '#contract/points.ts'
import { formatMoney } from '#contract/value/money.ts'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'

import { calculationOf, kindOf, titleOf } from './entry-words.ts'
import { customerHistory } from './queries.ts'
import { ReverseButton } from './ReverseButton.tsx'
import { useUndoAdjustment } from './use-undo-adjustment.ts'

import styles from './customer.module.css'

/** The movements of the customer's points, newest first, each with 'Como calculamos'. */
export function Movements({ id, name }: { id: string; name: string }) {
  const query = useInfiniteQuery(customerHistory(id))
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = query
  const entries = data?.pages.flatMap((page) => page.entries)
  return (
    <Section
      title={customerText.movements}
      actions={<MovementsLink filters={{ customer_id: id }} of={name} />}
    >
      {entries === undefined ? (
        error ? (
          <LoadFailure error={error} retry={() => void refetch()} />
        ) : (
          <Skeleton height="12rem" />
        )
      ) : entries.length === 0 ? (
        <p className={styles.soft}>{customerText.noMovements}</p>
      ) : (
        <ol className={styles.list}>
          {entries.map((entry) => (
            <Movement key={`${entry.type_id} ${entry.id}`} entry={entry} name={name} />
          ))}
        </ol>
      )}
      {hasNextPage && (
        <Button variant="quiet" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {customerText.more}
        </Button>
      )}
    </Section>
  )
}

function Movement({ entry, name }: { entry: PointsEntry; name: string }) {
  const { points_amount, points_value, is_cancelled, created_at } = entry
  const title = titleOf(entry)
  const rows = calculationOf(entry)
  return (
    <li className={styles.line}>
      <div>
        <p className={styles.title}>
          {title} {is_cancelled && <Badge tone="danger">{customerText.cancelled}</Badge>}
        </p>
        <p className={styles.soft}>
          {instantText(created_at)} · {kindOf(entry)}
        </p>
        {rows.length > 0 && (
          <details className={styles.how}>
            <summary>
              {entry.calculation ? customerText.calculation : customerText.details}
              {/* A screen reader may list summaries without their line, so each names its movement. */}
              <span className={styles.spoken}>: {title}</span>
            </summary>
            <dl className={styles.facts}>
              {rows.map(([label, value]) => (
                <div key={label}>
                  <dt>{label}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
          </details>
        )}
      </div>
      <div className={styles.amount}>
        <strong>{customerText.points(points_amount)}</strong>
        <span className={styles.soft}>{formatMoney(points_value)}</span>
        {isUndoable(entry) && <Undo entry={entry} />}
        <ReverseButton entry={entry} name={name} />
      </div>
    </li>
  )
}

/** Whether the movement is an adjustment that nobody has undone. The API knows whether its points are still there. */
function isUndoable({ origin, type_id, is_cancelled }: PointsEntry): boolean {
  return origin === 'adjustment' && (type_id === 'GNR' || type_id === 'CNS') && !is_cancelled
}

function Undo({ entry: { id, points_amount } }: { entry: PointsEntry }) {
  const { busy, undo } = useUndoAdjustment()
  const refusal = useRefusal('customer.adjust')
  return (
    <Button
      variant="plain"
      busy={busy}
      disabledReason={refusal}
      aria-label={customerText.undoOf(points_amount)}
      onClick={() => undo(id)}
    >
      {shellText.undo}
    </Button>
  )
}
