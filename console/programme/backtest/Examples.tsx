import { backtestText } from '#console/text/backtest.ts'
import { dateText } from '#console/value/instant.ts'
import type { Earned, Example } from '#contract/programme/backtest.ts'
import { formatInteger, formatMoney } from '#contract/value/money.ts'
import { Button } from '#ui/Button.tsx'
import { saveFile } from '#ui/save-file.ts'

import { calculationLines } from './calculation-lines.ts'
import { examplesCsv } from './csv.ts'
import { csvFile } from './Levels.tsx'

import styles from './backtest.module.css'

/** Customers before and after, each with its last purchase as it was calculated and as the draft calculates it. */
export function Examples({ examples }: { examples: Example[] }) {
  return (
    <div className={styles.part}>
      <div className={styles.head}>
        <div>
          <h3 className={styles.heading}>{backtestText.examplesTitle}</h3>
          <p className={styles.note}>{backtestText.examplesText}</p>
        </div>
        <Button
          variant="plain"
          onClick={() => saveFile(csvFile(examplesCsv(examples)), backtestText.examplesFile)}
        >
          {backtestText.saveExamples}
        </Button>
      </div>
      <ul className={styles.examples} aria-label={backtestText.examplesTitle}>
        {examples.map((example) => (
          <ExampleItem key={example.customer_id} example={example} />
        ))}
      </ul>
    </div>
  )
}

function ExampleItem({ example }: { example: Example }) {
  const { level, purchases, before, after, last } = example
  const name = example.name ?? backtestText.noName
  const words = backtestText.examples
  return (
    <li className={styles.example}>
      <p className={styles.heading}>{name}</p>
      <dl className={styles.facts}>
        <Fact name={words.level} value={level ?? backtestText.noLevel} />
        <Fact name={words.purchases} value={formatInteger(purchases)} />
        <Fact name={words.before} value={formatInteger(before.points)} />
        <Fact name={words.after} value={formatInteger(after.points)} />
        <Fact
          name={words.change}
          value={backtestText.difference(before.points, after.points, false)}
        />
      </dl>
      <details>
        <summary>{backtestText.how(name)}</summary>
        <p className={styles.note}>
          {backtestText.last(formatMoney(last.purchase_value), dateText(last.at))}
        </p>
        <div className={styles.sides}>
          <Side title={backtestText.before} earned={last.before} />
          <Side title={backtestText.after} earned={last.after} />
        </div>
      </details>
    </li>
  )
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt className={styles.note}>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}

function Side({ title, earned }: { title: string; earned: Earned | null }) {
  return (
    <div>
      <p className={styles.heading}>{title}</p>
      {earned ? (
        <ul className={styles.lines}>
          {calculationLines(earned).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      ) : (
        <p>{backtestText.refusedPurchase}</p>
      )}
    </div>
  )
}
