import { toBrazilianDate } from '#contract/date.ts'
import { useCompany } from '#portal/company/company.ts'
import { text } from '#portal/text/pt-BR.ts'
import { Progress } from '#portal/ui/Progress.tsx'

import { type Keeping, percentOf } from './progress.ts'

import styles from './LevelCard.module.css'

/** What it takes to keep a level, until when, and what happens else: said before it does (D6). */
export function Keep({ kept }: { kept: Keeping }) {
  const { company } = useCompany()
  const { level, missing, until, ratio, have, falls_to } = kept
  if (until === null) return <p className={styles.soft}>{text.level.kept_forever}</p>
  const date = toBrazilianDate(until)
  if (missing === 0) return <p className={styles.soft}>{text.level.kept(date)}</p>
  // Levels are counted in points: where they are not spoken of, the part says it (D7).
  const percent = percentOf(ratio)
  return (
    <div className={styles.progress}>
      <Progress
        label={text.level.keep(level.name)}
        valueText={
          company.hide_points
            ? text.level.percent(percent)
            : text.level.of(text.points.amount(have), text.points.amount(level.trigger_amount))
        }
        ratio={ratio}
      />
      <p>
        {company.hide_points
          ? text.level.keep_percent(percent, date)
          : text.level.keep_missing(text.points.amount(missing), date)}
      </p>
      <p className={styles.soft}>
        {falls_to ? text.level.falls_to(falls_to.name, date) : text.level.falls_out(date)}
      </p>
    </div>
  )
}
