import { toBrazilianDate } from '#contract/date.ts'
import { useCompany } from '#portal/company/company.ts'
import { speaksOfPoints } from '#portal/points/amount.ts'
import { level_text } from '#portal/text/level.ts'
import { points_text } from '#portal/text/points.ts'
import { Progress } from '#portal/ui/Progress.tsx'

import { type Keeping, percentOf } from './progress.ts'

import styles from './LevelCard.module.css'

/** What it takes to keep a level, until when, and what happens else: said before it does (D6). */
export function Keep({ kept }: { kept: Keeping }) {
  const { company } = useCompany()
  const { level, missing, until, ratio, have, falls_to } = kept
  if (until === null) return <p className={styles.soft}>{level_text.kept_forever}</p>
  const date = toBrazilianDate(until)
  if (missing === 0) return <p className={styles.soft}>{level_text.kept(date)}</p>
  // Levels are counted in points: where they are not spoken of, the part says it (D7).
  const percent = percentOf(ratio)
  return (
    <div className={styles.progress}>
      <Progress
        label={level_text.keep(level.name)}
        valueText={
          !speaksOfPoints(company)
            ? level_text.percent(percent)
            : level_text.of(points_text.amount(have), points_text.amount(level.trigger_amount))
        }
        ratio={ratio}
      />
      <p>
        {!speaksOfPoints(company)
          ? level_text.keep_percent(percent, date)
          : level_text.keep_missing(points_text.amount(missing), date)}
      </p>
      <p className={styles.soft}>
        {falls_to ? level_text.falls_to(falls_to.name, date) : level_text.falls_out(date)}
      </p>
    </div>
  )
}
