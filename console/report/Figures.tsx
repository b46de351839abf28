import { Link } from 'react-router'

import { reportText } from '#console/text/report.ts'
import type { Report } from '#contract/console/report.ts'
import { formatInteger, formatMoney } from '#contract/value/money.ts'

import { trendText } from './trend.ts'

import styles from './report.module.css'

type FigureProps = { name: string; value: string; note: string; to?: string }

/** One figure with a note, as a link if it leads somewhere. */
export function Figure({ name, value, note, to }: FigureProps) {
  const words = (
    <>
      <span className={styles.figureName}>{name}</span>
      <span className={styles.figureValue}>{value}</span>
      <span className={styles.soft}>{note}</span>
    </>
  )
  return (
    <li>
      {to ? (
        <Link to={to} className={styles.figure}>
          {words}
        </Link>
      ) : (
        <div className={styles.figure}>{words}</div>
      )}
    </li>
  )
}

/** The five figures that say whether the programme is well, each with its trend. `to`: where each leads. */
export function Figures({ report: { current, previous }, to }: { report: Report; to?: string }) {
  const text = reportText.figures
  const link = to === undefined ? {} : { to }
  const used = (figures: Report['current']) => figures.spent.value + (figures.redeemed?.value ?? 0)
  const gained = ({ earned, promoted, returned }: Report['current']) =>
    earned.value + (promoted?.value ?? 0) - returned.value
  return (
    <ul className={styles.figures}>
      <Figure
        name={text.active}
        value={formatInteger(current.active_30)}
        note={trendText(current.active_30, previous.active_30)}
        {...link}
      />
      {[
        { name: text.sales, now: current.purchase_value, before: previous.purchase_value },
        { name: text.earned, now: gained(current), before: gained(previous) },
        { name: text.used, now: used(current), before: used(previous) },
        { name: text.expired, now: current.expired.value, before: previous.expired.value },
      ].map(({ name, now, before }) => (
        <Figure
          key={name}
          name={name}
          value={formatMoney(now)}
          note={trendText(now, before)}
          {...link}
        />
      ))}
    </ul>
  )
}
