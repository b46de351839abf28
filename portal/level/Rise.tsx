import { toBrazilianDate } from '#contract/date.ts'
import { useCompany } from '#portal/company/company.ts'
import { speaksOfPoints } from '#portal/points/amount.ts'
import { level_text } from '#portal/text/level.ts'
import { points_text } from '#portal/text/points.ts'
import { Progress } from '#portal/ui/Progress.tsx'

import { percentOf, type Rising } from './progress.ts'

import styles from './LevelCard.module.css'

/** What it takes to rise to a level, and until when what there is counts. */
export function Rise({ rise }: { rise: Rising }) {
  const { company } = useCompany()
  const { level, missing, until, ratio, have } = rise
  const percent = percentOf(ratio)
  const { rise_missing, rise_missing_one } = level_text
  return (
    <div className={styles.progress}>
      <p className={styles.missing}>
        {!speaksOfPoints(company)
          ? level_text.rise_percent(percent, level.name)
          : (missing === 1 ? rise_missing_one : rise_missing)(
              points_text.amount(missing),
              level.name,
            )}
      </p>
      <Progress
        label={level_text.rise(level.name)}
        valueText={
          !speaksOfPoints(company)
            ? level_text.percent(percent)
            : level_text.of(points_text.amount(have), points_text.amount(level.trigger_amount))
        }
        ratio={ratio}
      />
      {until !== null && (
        <p className={styles.soft}>{level_text.rise_until(toBrazilianDate(until))}</p>
      )}
    </div>
  )
}
