import { toBrazilianDate } from '#contract/date.ts'
import { useCompany } from '#portal/company/company.ts'
import { priceLines, priceWords } from '#portal/points/amount.ts'
import { level_text } from '#portal/text/level.ts'
import { Progress } from '#ui/Progress.tsx'

import { type Keeping, percentOf } from './progress.ts'

import styles from './LevelCard.module.css'

/** Shows how to keep the level, by when, and the level that follows otherwise (D6). */
export function Keep({ kept }: { kept: Keeping }) {
  const { company } = useCompany()
  const { level, missing, until, ratio, have, falls_to } = kept
  if (until === null) return <p className={styles.soft}>{level_text.kept_forever}</p>
  const date = toBrazilianDate(until)
  if (missing === 0) return <p className={styles.soft}>{level_text.kept(date)}</p>
  // In points or their money value (D7, D13). A percentage where the company hides both.
  const amount = priceLines(missing, company)[0]
  const percent = percentOf(ratio)
  return (
    <div className={styles.progress}>
      <Progress
        label={level_text.keep(level.name)}
        valueText={
          amount
            ? level_text.of(priceWords(have, company), priceWords(level.trigger_amount, company))
            : level_text.percent(percent)
        }
        ratio={ratio}
      />
      <p>
        {amount ? level_text.keep_missing(amount, date) : level_text.keep_percent(percent, date)}
      </p>
      <p className={styles.soft}>
        {falls_to ? level_text.falls_to(falls_to.name, date) : level_text.falls_out(date)}
      </p>
    </div>
  )
}
