import { toBrazilianDate } from '#contract/value/date.ts'
import { useCompany } from '#portal/company/company.ts'
import { isSingularPrice, priceLines, priceWords } from '#portal/points/amount.ts'
import { levelText } from '#portal/text/level.ts'
import { Progress } from '#ui/Progress.tsx'

import { percentOf, type Rising } from './progress.ts'

import styles from './LevelCard.module.css'

/** Shows how to reach a level, and until when the points so far count; `brief` leaves the date out. */
export function Rise({ rise, brief = false }: { rise: Rising; brief?: boolean }) {
  const { company } = useCompany()
  const { level, missing, until, ratio, have } = rise
  // The missing amount is shown in points or as their money value (D7, D13); as a percentage where
  // the company hides both.
  const amount = priceLines(missing, company)[0]
  const percent = percentOf(ratio)
  const { riseMissing, riseMissingOne } = levelText
  return (
    <div className={styles.progress} data-brief={brief}>
      <p className={styles.missing}>
        {amount
          ? (isSingularPrice(missing, company) ? riseMissingOne : riseMissing)(amount, level.name)
          : levelText.risePercent(percent, level.name)}
      </p>
      <Progress
        label={levelText.rise(level.name)}
        valueText={
          amount
            ? levelText.of(priceWords(have, company), priceWords(level.trigger_amount, company))
            : levelText.percent(percent)
        }
        ratio={ratio}
      />
      {until !== null && !brief && (
        <p className={styles.soft}>{levelText.riseUntil(toBrazilianDate(until))}</p>
      )}
    </div>
  )
}
