import { backtestText } from '#console/text/backtest.ts'
import { dateText } from '#console/value/instant.ts'
import type { Backtest, Sums } from '#contract/programme/backtest.ts'
import { formatInteger, formatMoney } from '#contract/value/money.ts'

import { Examples } from './Examples.tsx'
import { Levels } from './Levels.tsx'

import styles from './backtest.module.css'

type BacktestResultProps = { backtest: Backtest; since: string; until: string }

/** Cost and liability, the proof, and the customers that gain and lose. */
export function BacktestResult({ backtest, since, until }: BacktestResultProps) {
  const { customers, purchases, levels, examples } = backtest
  if (purchases === 0) return <p className={styles.note}>{backtestText.empty}</p>
  return (
    <div className={styles.result}>
      <p>{backtestText.period(dateText(since), dateText(until), purchases, customers)}</p>
      <Figures backtest={backtest} />
      <Proof backtest={backtest} />
      <Levels levels={levels} />
      <Examples examples={examples} />
      <details className={styles.held}>
        <summary>{backtestText.held.title}</summary>
        <ul className={styles.list}>
          {backtestText.held.items.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      </details>
    </div>
  )
}

const figures = ['points', 'value', 'liability'] as const satisfies readonly (keyof Sums)[]

function Figures({ backtest: { before, after } }: { backtest: Backtest }) {
  const words = backtestText.figures
  return (
    <table className={styles.table} aria-label={backtestText.figuresLabel}>
      <thead>
        <tr>
          <th scope="col">{words.name}</th>
          <th scope="col">{words.before}</th>
          <th scope="col">{words.after}</th>
          <th scope="col">{words.change}</th>
        </tr>
      </thead>
      <tbody>
        {figures.map((figure) => {
          const text = figure === 'points' ? formatInteger : formatMoney
          return (
            <tr key={figure}>
              <th scope="row">{words[figure]}</th>
              <td data-label={words.before}>{text(before[figure])}</td>
              <td data-label={words.after}>{text(after[figure])}</td>
              <td data-label={words.change}>
                {backtestText.difference(before[figure], after[figure], figure !== 'points')}
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

/** The same calculation by the versions of that time gives the ledger; what it does not give is said. */
function Proof({ backtest }: { backtest: Backtest }) {
  const { purchases, exact, by_record, refused } = backtest
  const differing = purchases - exact - by_record
  return (
    <div className={styles.proof}>
      <h3 className={styles.heading}>{backtestText.proofTitle}</h3>
      <p>{backtestText.proof(exact, purchases)}</p>
      {by_record > 0 && <p>{backtestText.byRecord(by_record)}</p>}
      {differing > 0 && <p className={styles.warning}>{backtestText.differing(differing)}</p>}
      {refused > 0 && <p className={styles.warning}>{backtestText.refused(refused)}</p>}
    </div>
  )
}
