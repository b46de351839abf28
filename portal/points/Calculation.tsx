import { type ReactNode, useState } from 'react'

import type { PointsEntry } from '#contract/points.ts'
import { type EntryDisplay, entryKind } from '#contract/statement/entry-kind.ts'
import { toBrazilianDate } from '#contract/value/date.ts'
import { type Display, showsPurchases, speaksOfPoints } from '#contract/value/display.ts'
import { formatMoney } from '#contract/value/money.ts'
import { useCompany } from '#portal/company/company.ts'
import { useToday } from '#portal/company/use-today.ts'
import { pointsText } from '#portal/text/points.ts'

import { amountWords } from './amount.ts'
import { decimal, formatInstant, validityOf } from './entry-words.ts'
import { sumOf } from './sum.ts'

import styles from './Calculation.module.css'
import entryStyles from './Entry.module.css'

type CalculationProps = { entry: PointsEntry; title: string }

/** D4: how this record was calculated, and which earlier points it touched. */
export function Calculation({ entry, title }: CalculationProps) {
  // Render the details only when open: a history may have 1,000 lines.
  const [isOpen, setOpen] = useState(false)
  return (
    <details className={entryStyles.how} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {isCalculated(entry) ? pointsText.calculation : pointsText.details}
        {/* A screen reader may list summaries without their line, so each names its record. */}
        <span className={entryStyles.arrived}>: {title}</span>
      </summary>
      {isOpen && <Account entry={entry} />}
    </details>
  )
}

/**
 * Whether the summary says 'Como calculamos': only the earning of a purchase and its return were calculated. The summary of
 * other records says 'Detalhes'.
 */
function isCalculated({ calculation, type_id, origin }: PointsEntry): boolean {
  return calculation !== null || (type_id === 'GNR_REVERSAL' && origin !== 'adjustment')
}

function Account({ entry }: { entry: PointsEntry }) {
  const { company } = useCompany()
  const today = useToday()
  return (
    <>
      <dl className={styles.account}>
        {[...purchaseRows(entry, company), ...otherRows(entry, company, today)].map(
          ([name, value]) => (
            <div key={name} className={styles.row}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
        )}
      </dl>
      {entry.type_id === 'GNR_REVERSAL' && entry.origin !== 'adjustment' && (
        <p className={styles.note}>
          {/* A reversal without a purchase value is a recovery: it takes back points that an earlier return had let go. */}
          {entry.purchase_value === null ? pointsText.recovered : pointsText.proportional}
        </p>
      )}
      <Lots entry={entry} />
    </>
  )
}

type Row = [name: string, value: ReactNode]

/** The rule, the purchase, every factor, and the sum of them. */
function purchaseRows(entry: PointsEntry, display: Company): Row[] {
  const { calculation, purchase_value } = entry
  if (!calculation) return []
  const { type, base, points_value, minimum_purchase_value, multiplier, cap } = calculation
  const purchase = (name: string, centavos: number | null): Row[] =>
    showsPurchases(display) && centavos !== null ? [[name, formatMoney(centavos)]] : []
  const money = (name: string, centavos: number): Row[] =>
    display.hide_cashback ? [] : [[name, formatMoney(centavos)]]
  const rows: Row[] = [
    [pointsText.rule, ruleOf(calculation, display)],
    ...purchase(pointsText.base, purchase_value),
  ]
  if (points_value !== undefined) {
    const { paidWithPoints, paidWithPointsCash } = pointsText
    const name = speaksOfPoints(display) ? paidWithPoints : paidWithPointsCash
    rows.push(...money(name, points_value))
  }
  if (base !== purchase_value) rows.push(...purchase(pointsText.counted, base))
  // The multiplier is 1 if the rule does not multiply, or if the customer has no level.
  if (multiplier !== undefined && multiplier !== 1) {
    rows.push([pointsText.multiplier, pointsText.multiplied(decimal(multiplier))])
  }
  if (minimum_purchase_value !== undefined && showsPurchases(display)) {
    const minimum = pointsText.notReached(formatMoney(minimum_purchase_value))
    rows.push([pointsText.minimum, minimum])
  }
  if (cap !== undefined) {
    if (type === 'PERCENTAGE') rows.push(...money(pointsText.cap, cap))
    else if (speaksOfPoints(display)) rows.push([pointsText.cap, pointsText.amount(cap)])
  }
  const sum = sumOf({ ...entry, calculation }, display)
  if (sum) rows.push([pointsText.sum, sum.line])
  if (sum?.unrounded) rows.push([pointsText.roundedFrom, sum.unrounded])
  return rows
}

function ruleOf({ rule, type, rate }: NonNullable<PointsEntry['calculation']>, display: Display) {
  if (type === 'PERCENTAGE') return pointsText.rulePercentage(rule, decimal(rate))
  return speaksOfPoints(display) ? pointsText.rulePoints(rule, rate) : rule
}

type Company = EntryDisplay & { time_zone: string; points_per_real: number }

function otherRows(entry: PointsEntry, company: Company, today: string): Row[] {
  const { type_id, expires_at, available_at, calculation, purchase_value } = entry
  const rows: Row[] = []
  if (!calculation) {
    rows.push(
      [pointsText.kind, entry.promotion ?? entry.prize ?? entryKind(entry, company)],
      [pointsText.when, formatInstant(entry.created_at, company.time_zone)],
    )
  }
  if (type_id === 'CNS' && purchase_value !== null && showsPurchases(company)) {
    rows.push([pointsText.base, formatMoney(purchase_value)])
  }
  if (available_at !== null) {
    const { availableLabel, availableSinceLabel } = pointsText
    const name = available_at > today ? availableLabel : availableSinceLabel
    rows.push([name, toBrazilianDate(available_at)])
  }
  if (type_id === 'GNR' && expires_at === null) rows.push([pointsText.validity, pointsText.noEnd])
  if (type_id === 'GNR' && expires_at !== null) {
    rows.push([pointsText.goodTo, toBrazilianDate(expires_at)])
  }
  return rows
}

/** The lots that a use consumed, or that came back, earliest expiry first. */
function Lots({ entry: { lots, type_id } }: { entry: PointsEntry }) {
  const { company } = useCompany()
  if (lots.length === 0) return null
  const [heading, note] = speaksOfPoints(company)
    ? [pointsText.lots, pointsText.lotsNote]
    : [pointsText.lotsCash, pointsText.lotsNoteCash]
  return (
    <div className={styles.lots}>
      <p>{type_id === 'CNS_REVERSAL' ? pointsText.lotsBack : heading}</p>
      <ul>
        {lots.map(({ id, points_amount, points_value, expires_at }) => (
          // A record that pays a deficit may list the same lot twice, so the key also holds the amount.
          <li key={`${id}/${points_amount}`}>
            {pointsText.lot(
              amountWords(Math.abs(points_amount), Math.abs(points_value), company),
              validityOf(expires_at),
            )}
          </li>
        ))}
      </ul>
      {type_id === 'CNS' && <p className={styles.note}>{note}</p>}
    </div>
  )
}
