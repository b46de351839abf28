import ArrowDownLeft from 'lucide-react/icons/arrow-down-left'
import ArrowUpRight from 'lucide-react/icons/arrow-up-right'
import CalendarX from 'lucide-react/icons/calendar-x'
import Gift from 'lucide-react/icons/gift'
import Megaphone from 'lucide-react/icons/megaphone'
import Undo2 from 'lucide-react/icons/undo-2'
import type { LucideIcon } from 'lucide-react/types'
import { createElement, memo, type ReactNode } from 'react'

import type { PointsEntry } from '#contract/points.ts'
import { entryKind } from '#contract/statement/entry-kind.ts'
import { toBrazilianDate } from '#contract/value/date.ts'
import { showsPurchases, speaksOfPoints } from '#contract/value/display.ts'
import { useCompany } from '#portal/company/company.ts'
import { useToday } from '#portal/company/use-today.ts'
import { pointsText } from '#portal/text/points.ts'
import { prizeText } from '#portal/text/prize.ts'
import { Badge } from '#ui/Badge.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'

import { amountWords, earningLines } from './amount.ts'
import { isArrival } from './arrival.ts'
import { Calculation } from './Calculation.tsx'
import { decimal, formatInstant, titleOf } from './entry-words.ts'

import styles from './Entry.module.css'

type EntryProps = {
  entry: PointsEntry
  isNew?: boolean
  /** One line, without details and calculation. */
  brief?: boolean
}

/** One line of the history (R7.3). Memoised, so that a new page does not render the lines above it again. */
export const Entry = memo(function Entry({ entry, isNew = false, brief = false }: EntryProps) {
  const { company } = useCompany()
  const [first, second] = earningLines(entry.points_amount, entry.points_value, company)
  const title = titleOf(entry, company)
  const kind = entryKind(entry, company)
  const isGain = entry.points_amount > 0
  const isFree = entry.points_amount === 0 && entry.prize !== null
  return (
    <li
      className={styles.entry}
      data-new={isNew}
      data-brief={brief}
      data-cancelled={entry.is_cancelled}
    >
      <span className={styles.icon} data-gain={isGain}>
        {icon(entry)}
      </span>
      <div className={styles.what}>
        <p className={styles.title}>
          {title} {entry.is_cancelled && <Badge tone="danger">{pointsText.cancelled}</Badge>}
        </p>
        <p className={`${styles.detail} ${styles.facts}`}>
          {/* A purchase shows its kind in the line below. */}
          {title !== kind && !(entry.type_id === 'GNR' && entry.purchase_value !== null) && (
            <span>{kind} </span>
          )}
          <time dateTime={entry.created_at}>
            {formatInstant(entry.created_at, company.time_zone)}
          </time>
        </p>
      </div>
      <div className={styles.amounts}>
        {first && (
          <p className={styles.amount} data-gain={isGain}>
            {isFree ? prizeText.free : first}
          </p>
        )}
        {second && !brief && <p className={styles.detail}>{second}</p>}
        {!brief && company.display_mode === 'PERCENTAGE' && entry.points_percentage !== null && (
          <p className={styles.detail}>
            {pointsText.ratePercentage(decimal(entry.points_percentage))}
          </p>
        )}
      </div>
      {!brief && (
        <>
          <Details entry={entry} />
          <Calculation entry={entry} title={title} />
        </>
      )}
    </li>
  )
})

/** The details of a purchase: its value, returns, and the validity of the points. */
function Details({ entry }: { entry: PointsEntry }) {
  const { company } = useCompany()
  const today = useToday()
  const { type_id, purchase_value, expires_at, available_at, reversed_amount } = entry
  const purchase =
    purchase_value !== null &&
    showsPurchases(company) &&
    (type_id === 'GNR_REVERSAL' ? pointsText.returned : pointsText.purchase)(purchase_value)
  // Partial returns only: a full return shows the cancelled badge.
  const reversed =
    reversed_amount > 0 && !entry.is_cancelled && speaksOfPoints(company)
      ? pointsText.reversed(reversed_amount)
      : null
  const validity =
    expires_at !== null &&
    (type_id === 'EXP' ? pointsText.goodUntil : pointsText.validUntil)(toBrazilianDate(expires_at))
  const lines = [
    purchase,
    reversed,
    available_at !== null &&
      (available_at > today ? pointsText.availableFrom : pointsText.availableSince)(
        toBrazilianDate(available_at),
      ),
    validity,
  ].filter((line) => typeof line === 'string')
  if (lines.length === 0) return null
  return (
    <div className={styles.details}>
      {lines.map((line) => (
        <p key={line} className={styles.detail}>
          {line}
        </p>
      ))}
    </div>
  )
}

function icon(entry: PointsEntry): ReactNode {
  return createElement(iconOf(entry), { size: 20, 'aria-hidden': true })
}

function iconOf({ type_id, promotion, prize }: PointsEntry): LucideIcon {
  if (type_id === 'EXP') return CalendarX
  if (type_id === 'GNR_REVERSAL' || type_id === 'CNS_REVERSAL') return Undo2
  if (prize !== null) return Gift
  if (promotion !== null) return Megaphone
  return type_id === 'GNR' ? ArrowDownLeft : ArrowUpRight
}

/** A live region that announces a new line to a screen reader. */
export function Arrived({ entry }: { entry: PointsEntry | undefined }) {
  const { company } = useCompany()
  // The component Arrivals already announces the points that a till gave.
  const announcement =
    entry && !isArrival(entry)
      ? pointsText.arrived(
          amountWords(entry.points_amount, entry.points_value, company),
          titleOf(entry, company),
        )
      : null
  return <output className={styles.arrived}>{announcement}</output>
}

/** Placeholders with the height of the lines that replace them. */
export function EntrySkeletons({ lines, brief = false }: { lines: number; brief?: boolean }) {
  return (
    <ul aria-hidden="true">
      {Array.from({ length: lines }, (_, line) => (
        <li key={line} className={styles.entry} data-brief={brief}>
          <span className={styles.icon} />
          <div className={styles.what}>
            <Skeleton width="8rem" height="1.375rem" />
            <Skeleton width="60%" height="1.2rem" />
          </div>
          <Skeleton width="5rem" height="1.375rem" />
          {!brief && (
            <>
              <div className={styles.details}>
                <Skeleton width="7rem" height="1.25rem" />
              </div>
              <div className={styles.how}>
                <Skeleton width="8rem" height="2.25rem" />
              </div>
            </>
          )}
        </li>
      ))}
    </ul>
  )
}
