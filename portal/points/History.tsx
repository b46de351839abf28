import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { toBrazilianDate } from '#contract/date.ts'
import { formatMoney } from '#contract/money.ts'
import type { PointsEntry } from '#contract/points.ts'
import { useCompany } from '#portal/company/company.ts'
import { text } from '#portal/text/pt-BR.ts'
import { Button } from '#portal/ui/Button.tsx'
import { Card } from '#portal/ui/Card.tsx'
import { EmptyState } from '#portal/ui/EmptyState.tsx'
import { Skeleton } from '#portal/ui/Skeleton.tsx'

import { amountLines, earningLines } from './amount.ts'
import empty_history from './empty-history.svg?raw'
import { history } from './queries.ts'

import styles from './History.module.css'

/** What has happened, newest first (R7.3). */
export function History() {
  const { data, fetchNextPage, hasNextPage, isFetchingNextPage } = useSuspenseInfiniteQuery(history)
  const entries = data.pages.flat()
  // What came while the person looks on: it is above what was there at first.
  const [newest_at_first] = useState(entries[0]?.sequence ?? 0)
  const isNew = (entry: PointsEntry) => entry.sequence > newest_at_first
  return (
    <Card title={text.points.history}>
      <Arrived entry={entries.find((entry) => isNew(entry) && entry.type_id === 'GNR')} />
      {entries.length === 0 ? (
        <EmptyState
          drawing={empty_history}
          title={text.points.empty}
          text={text.points.empty_text}
        />
      ) : (
        <ul>
          {entries.map((entry) => (
            <Entry key={entry.id} entry={entry} is_new={isNew(entry)} />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Button variant="plain" full busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {text.points.more}
        </Button>
      )}
    </Card>
  )
}

/** Told to who cannot see the new line light up. */
function Arrived({ entry }: { entry: PointsEntry | undefined }) {
  const { company } = useCompany()
  if (!entry) return <output className={styles.arrived} />
  const [amount] = amountLines(entry.points_amount, entry.points_value, company)
  return <output className={styles.arrived}>{text.points.arrived(amount, placeOf(entry))}</output>
}

function Entry({ entry, is_new }: { entry: PointsEntry; is_new: boolean }) {
  const { company } = useCompany()
  const [first, second] = earningLines(entry.points_amount, entry.points_value, company)
  return (
    <li className={styles.entry} data-new={is_new}>
      <div className={styles.what}>
        <p className={styles.shop}>{placeOf(entry)}</p>
        <p className={`${styles.detail} ${styles.when}`}>
          <time dateTime={entry.created_at}>
            {formatInstant(entry.created_at, company.time_zone)}
          </time>
          {!company.hide_cashback && entry.purchase_value !== null && (
            <span>{text.points.purchase(entry.purchase_value)}</span>
          )}
        </p>
        {entry.expires_at && (
          <p className={styles.detail}>
            {text.points.valid_until(toBrazilianDate(entry.expires_at))}
          </p>
        )}
      </div>
      <div className={styles.amounts}>
        <p className={styles.amount}>{first}</p>
        {second && <p className={styles.detail}>{second}</p>}
        {company.display_mode === 'PERCENTAGE' && entry.points_percentage !== null && (
          <p className={styles.detail}>
            {text.points.rate_percentage(decimal(entry.points_percentage))}
          </p>
        )}
      </div>
      {entry.calculation && <HowCalculated calculation={entry.calculation} />}
    </li>
  )
}

/** Where it happened, or what it was. */
function placeOf({ subsidiary_name, promotion, type_id }: PointsEntry): string {
  return subsidiary_name ?? promotion ?? text.points.types[type_id]
}

type Calculation = NonNullable<PointsEntry['calculation']>

/** D4: rule, base and rate of this very record. */
function HowCalculated({ calculation }: { calculation: Calculation }) {
  const { company } = useCompany()
  const rate = decimal(calculation.rate)
  return (
    <details className={styles.how}>
      <summary>{text.points.calculation}</summary>
      <dl>
        <dt>{text.points.rule}</dt>
        <dd>{calculation.rule}</dd>
        {!company.hide_cashback && (
          <>
            <dt>{text.points.base}</dt>
            <dd>{formatMoney(calculation.base)}</dd>
          </>
        )}
        <dt>{text.points.rate}</dt>
        <dd>
          {calculation.type === 'PERCENTAGE'
            ? text.points.rate_percentage(rate)
            : text.points.rate_points(rate)}
        </dd>
      </dl>
      <p>{text.points.rounding}</p>
    </details>
  )
}

/** 5.5 → '5,5'. */
function decimal(number: number): string {
  return String(number).replace('.', ',')
}

/** 20/11/2026 12:00, by the company's clock: that of the receipt. */
function formatInstant(instant: string, timeZone: string): string {
  const format = new Intl.DateTimeFormat('pt-BR', {
    dateStyle: 'short',
    timeStyle: 'short',
    timeZone,
  })
  return format.format(new Date(instant)).replace(',', '')
}

/** The same card with its lines on their way. */
export function HistorySkeleton() {
  return (
    <Card title={text.points.history}>
      <ul aria-hidden="true">
        {['first', 'second', 'third'].map((line) => (
          <li key={line} className={styles.entry}>
            <div className={styles.what}>
              <Skeleton width="10rem" height="1.5rem" />
              <Skeleton width="14rem" height="1.25rem" />
            </div>
            <Skeleton width="6rem" height="1.5rem" />
          </li>
        ))}
      </ul>
    </Card>
  )
}
