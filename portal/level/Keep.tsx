import { toBrazilianDate } from '#contract/value/date.ts'
import { useCompany } from '#portal/company/company.ts'
import { priceLines, priceWords } from '#portal/points/amount.ts'
import { levelText } from '#portal/text/level.ts'
import { Progress } from '#ui/Progress.tsx'

import { type Keeping, percentOf } from './progress.ts'

import styles from './LevelCard.module.css'

/** Shows until when the level is guaranteed, and what keeps it after that (D6). */
export function Keep({ guarantee }: { guarantee: Keeping }) {
  const { company } = useCompany()
  const { level, missing, until, ratio, have } = guarantee
  // No customer can fall below the first level, so it needs no guarantee.
  if (until === null && level.prev === null) return null
  if (until === null) return <p className={styles.soft}>{levelText.keptForever}</p>
  const date = toBrazilianDate(until)
  if (missing === 0) return <p className={styles.soft}>{levelText.kept(date)}</p>
  // The missing amount is shown in points or as their money value (D7, D13); as a percentage where
  // the company hides both.
  const amount = priceLines(missing, company)[0]
  const percent = percentOf(ratio)
  return (
    <div className={styles.progress}>
      <p>
        {amount
          ? levelText.keepMissing(level.name, amount, date)
          : levelText.keepPercent(level.name, percent, date)}
      </p>
      {/* Nothing counts for the time after the guarantee yet, usually a year ahead: an empty bar would look like a failure. */}
      {have > 0 && (
        <Progress
          label={levelText.keep(level.name)}
          valueText={
            amount
              ? levelText.of(priceWords(have, company), priceWords(level.trigger_amount, company))
              : levelText.percent(percent)
          }
          ratio={ratio}
        />
      )}
    </div>
  )
}
