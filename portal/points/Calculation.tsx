import { type ReactNode, useState } from 'react'

import { toBrazilianDate } from '#contract/date.ts'
import { formatMoney } from '#contract/money.ts'
import type { PointsEntry } from '#contract/points.ts'
import { useCompany } from '#portal/company/company.ts'
import { pointsText } from '#portal/text/points.ts'

import { amountWords, type Display, showsPurchases, speaksOfPoints } from './amount.ts'
import { decimal, formatInstant, kindOf, validityOf } from './entry-words.ts'

import styles from './Entry.module.css'

type CalculationProps = { entry: PointsEntry; title: string }

/** D4: how this record was calculated, and which earlier points it touched. */
export function Calculation({ entry, title }: CalculationProps) {
  // Render the details only when open: a history may have 1,000 lines.
  const [is_open, setOpen] = useState(false)
  return (
    <details className={styles.how} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {pointsText.calculation}
        {/* A screen reader may list summaries without their line, so each names its record. */}
        <span className={styles.arrived}>: {title}</span>
      </summary>
      {is_open && <Account entry={entry} />}
    </details>
  )
}

function Account({ entry }: { entry: PointsEntry }) {
  const { company } = useCompany()
  return (
    <>
      <dl>
        {[...purchaseRows(entry, company), ...otherRows(entry, company)].map(([name, value]) => (
          <div key={name} className={styles.row}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {entry.type_id === 'GNR_REVERSAL' && (
        <p className={styles.note}>
          {/* Without a value, nothing more was returned: points of an earlier return came back. */}
          {entry.purchase_value === null ? pointsText.recovered : pointsText.proportional}
        </p>
      )}
      <Lots entry={entry} />
    </>
  )
}

type Row = [name: string, value: ReactNode]

/** The rule, its base, its rate and every other factor. */
function purchaseRows({ calculation, purchase_value }: PointsEntry, display: Display): Row[] {
  if (!calculation) return []
  const { rule, type, base, rate, points_value, minimum_purchase_value, multiplier, cap } =
    calculation
  const purchase = (name: string, centavos: number | null): Row[] =>
    showsPurchases(display) && centavos !== null ? [[name, formatMoney(centavos)]] : []
  const money = (name: string, centavos: number): Row[] =>
    display.hide_cashback ? [] : [[name, formatMoney(centavos)]]
  const isPercentage = type === 'PERCENTAGE'
  const rows: Row[] = [[pointsText.rule, rule], ...purchase(pointsText.base, purchase_value)]
  if (points_value !== undefined) {
    const { paidWithPoints, paidWithPointsCash } = pointsText
    const name = speaksOfPoints(display) ? paidWithPoints : paidWithPointsCash
    rows.push(...money(name, points_value))
  }
  if (base !== purchase_value) rows.push(...purchase(pointsText.counted, base))
  rows.push([
    pointsText.rate,
    isPercentage ? pointsText.ratePercentage(decimal(rate)) : pointsText.ratePoints(decimal(rate)),
  ])
  // It is 1 if the rule does not multiply, or if the customer has no level.
  if (multiplier !== undefined && multiplier !== 1) {
    rows.push([pointsText.multiplier, pointsText.multiplied(decimal(multiplier))])
  }
  if (minimum_purchase_value !== undefined && showsPurchases(display)) {
    const minimum = pointsText.notReached(formatMoney(minimum_purchase_value))
    rows.push([pointsText.minimum, minimum])
  }
  if (cap !== undefined) {
    if (isPercentage) rows.push(...money(pointsText.cap, cap))
    else if (speaksOfPoints(display)) rows.push([pointsText.cap, pointsText.amount(cap)])
  }
  // A percentage is exact money. This rate converts it to points; without it the figures do not add up.
  if (isPercentage && speaksOfPoints(display)) {
    rows.push([pointsText.conversion, pointsText.points_per_real(calculation.points_per_real)])
  }
  rows.push([pointsText.roundingLabel, pointsText.rounding])
  return rows
}

type Company = Display & { time_zone: string }

function otherRows(entry: PointsEntry, company: Company): Row[] {
  const { type_id, expires_at, available_at, calculation, purchase_value } = entry
  const rows: Row[] = []
  if (!calculation) {
    rows.push(
      [pointsText.kind, entry.promotion ?? entry.prize ?? kindOf(entry, company)],
      [pointsText.when, formatInstant(entry.created_at, company.time_zone)],
    )
  }
  if (type_id === 'CNS' && purchase_value !== null && showsPurchases(company)) {
    rows.push([pointsText.base, formatMoney(purchase_value)])
  }
  if (available_at !== null) rows.push([pointsText.available, toBrazilianDate(available_at)])
  if (type_id === 'GNR') rows.push([pointsText.validity, validityOf(expires_at)])
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
          // A deficit's payment may name a lot twice.
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
