import { type ReactNode, useState } from 'react'

import { toBrazilianDate } from '#contract/date.ts'
import { formatMoney } from '#contract/money.ts'
import type { PointsEntry } from '#contract/points.ts'
import { useCompany } from '#portal/company/company.ts'
import { points_text } from '#portal/text/points.ts'

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
        {points_text.calculation}
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
          {entry.purchase_value === null ? points_text.recovered : points_text.proportional}
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
  const is_percentage = type === 'PERCENTAGE'
  const rows: Row[] = [[points_text.rule, rule], ...purchase(points_text.base, purchase_value)]
  if (points_value !== undefined) {
    const { paid_with_points, paid_with_points_cash } = points_text
    const name = speaksOfPoints(display) ? paid_with_points : paid_with_points_cash
    rows.push(...money(name, points_value))
  }
  if (base !== purchase_value) rows.push(...purchase(points_text.counted, base))
  rows.push([
    points_text.rate,
    is_percentage
      ? points_text.rate_percentage(decimal(rate))
      : points_text.rate_points(decimal(rate)),
  ])
  // It is 1 if the rule does not multiply, or if the customer has no level.
  if (multiplier !== undefined && multiplier !== 1) {
    rows.push([points_text.multiplier, points_text.multiplied(decimal(multiplier))])
  }
  if (minimum_purchase_value !== undefined && showsPurchases(display)) {
    const minimum = points_text.not_reached(formatMoney(minimum_purchase_value))
    rows.push([points_text.minimum, minimum])
  }
  if (cap !== undefined) {
    if (is_percentage) rows.push(...money(points_text.cap, cap))
    else if (speaksOfPoints(display)) rows.push([points_text.cap, points_text.amount(cap)])
  }
  // A percentage is exact money. This rate converts it to points; without it the figures do not add up.
  if (is_percentage && speaksOfPoints(display)) {
    rows.push([points_text.conversion, points_text.points_per_real(calculation.points_per_real)])
  }
  rows.push([points_text.rounding_label, points_text.rounding])
  return rows
}

type Company = Display & { time_zone: string }

function otherRows(entry: PointsEntry, company: Company): Row[] {
  const { type_id, expires_at, available_at, calculation, purchase_value } = entry
  const rows: Row[] = []
  if (!calculation) {
    rows.push(
      [points_text.kind, entry.promotion ?? entry.prize ?? kindOf(entry, company)],
      [points_text.when, formatInstant(entry.created_at, company.time_zone)],
    )
  }
  if (type_id === 'CNS' && purchase_value !== null && showsPurchases(company)) {
    rows.push([points_text.base, formatMoney(purchase_value)])
  }
  if (available_at !== null) rows.push([points_text.available, toBrazilianDate(available_at)])
  if (type_id === 'GNR') rows.push([points_text.validity, validityOf(expires_at)])
  return rows
}

/** The lots that a use consumed, or that came back, earliest expiry first. */
function Lots({ entry: { lots, type_id } }: { entry: PointsEntry }) {
  const { company } = useCompany()
  if (lots.length === 0) return null
  return (
    <div className={styles.lots}>
      <p>{type_id === 'CNS_REVERSAL' ? points_text.lots_back : points_text.lots}</p>
      <ul>
        {lots.map(({ id, points_amount, points_value, expires_at }) => (
          // A deficit's payment may name a lot twice.
          <li key={`${id}/${points_amount}`}>
            {points_text.lot(
              amountWords(Math.abs(points_amount), Math.abs(points_value), company),
              validityOf(expires_at),
            )}
          </li>
        ))}
      </ul>
      {type_id === 'CNS' && <p className={styles.note}>{points_text.lots_note}</p>}
    </div>
  )
}
