import { backtestText } from '#console/text/backtest.ts'
import type { LevelSums } from '#contract/programme/backtest.ts'
import { formatInteger } from '#contract/value/money.ts'
import { Button } from '#ui/Button.tsx'
import { saveFile } from '#ui/save-file.ts'

import { levelsCsv } from './csv.ts'

import styles from './backtest.module.css'

/** Winners and losers by the level that a customer has today. */
export function Levels({ levels }: { levels: LevelSums[] }) {
  const words = backtestText.levels
  return (
    <div className={styles.part}>
      <div className={styles.head}>
        <h3 className={styles.heading}>{backtestText.levelsTitle}</h3>
        <Button
          variant="plain"
          onClick={() => saveFile(csvFile(levelsCsv(levels)), backtestText.levelsFile)}
        >
          {backtestText.saveLevels}
        </Button>
      </div>
      <table className={styles.table} aria-label={backtestText.levelsTitle}>
        <thead>
          <tr>
            <th scope="col">{words.level}</th>
            <th scope="col">{words.customers}</th>
            <th scope="col">{words.winners}</th>
            <th scope="col">{words.losers}</th>
            <th scope="col">{words.before}</th>
            <th scope="col">{words.after}</th>
          </tr>
        </thead>
        <tbody>
          {levels.map(({ level, customers, winners, losers, before, after }) => (
            <tr key={level}>
              <th scope="row">{level ?? backtestText.noLevel}</th>
              <td data-label={words.customers}>{formatInteger(customers)}</td>
              <td data-label={words.winners}>{formatInteger(winners)}</td>
              <td data-label={words.losers}>{formatInteger(losers)}</td>
              <td data-label={words.before}>{formatInteger(before.points)}</td>
              <td data-label={words.after}>{formatInteger(after.points)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

export function csvFile(text: string): Blob {
  return new Blob([text], { type: 'text/csv;charset=utf-8' })
}
