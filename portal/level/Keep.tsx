import { toBrazilianDate } from '#contract/date.ts'
import { useCompany } from '#portal/company/company.ts'
import { priceLines, priceWords } from '#portal/points/amount.ts'
import { levelText } from '#portal/text/level.ts'
import { Progress } from '#ui/Progress.tsx'

import { type Keeping, percentOf } from './progress.ts'

import styles from './LevelCard.module.css'

/** Shows how to keep the level, by when, and the level that follows otherwise (D6). */
export function Keep({ kept }: { kept: Keeping }) {
  const { company } = useCompany()
  const { level, missing, until, ratio, have, fallsTo } = kept
  if (until === null) return <p className={styles.soft}>{levelText.keptForever}</p>
  const date = toBrazilianDate(until)
  if (missing === 0) return <p className={styles.soft}>{levelText.kept(date)}</p>
  // In points or their money value (D7, D13). A percentage where the company hides both.
  const amount = priceLines(missing, company)[0]
  const percent = percentOf(ratio)
  return (
    <div className={styles.progress}>
      <Progress
        label={levelText.keep(level.name)}
        valueText={
          amount
            ? levelText.of(priceWords(have, company), priceWords(level.trigger_amount, company))
            : levelText.percent(percent)
        }
        ratio={ratio}
      />
      <p>{amount ? levelText.keepMissing(amount, date) : levelText.keepPercent(percent, date)}</p>
      <p className={styles.soft}>
        {fallsTo ? levelText.fallsTo(fallsTo.name, date) : levelText.fallsOut(date)}
      </p>
    </div>
  )
}
