import { toBrazilianDate } from '#contract/date.ts'
import { useCompany } from '#portal/company/company.ts'
import { text } from '#portal/text/pt-BR.ts'
import { Progress } from '#portal/ui/Progress.tsx'

import { percentOf, type Rising } from './progress.ts'

import styles from './LevelCard.module.css'

/** What it takes to rise to a level, and until when what there is counts. */
export function Rise({ rise }: { rise: Rising }) {
  const { company } = useCompany()
  const { level, missing, until, ratio, have } = rise
  const percent = percentOf(ratio)
  const { rise_missing, rise_missing_one } = text.level
  return (
    <div className={styles.progress}>
      <p className={styles.missing}>
        {company.hide_points
          ? text.level.rise_percent(percent, level.name)
          : (missing === 1 ? rise_missing_one : rise_missing)(
              text.points.amount(missing),
              level.name,
            )}
      </p>
      <Progress
        label={text.level.rise(level.name)}
        valueText={
          company.hide_points
            ? text.level.percent(percent)
            : text.level.of(text.points.amount(have), text.points.amount(level.trigger_amount))
        }
        ratio={ratio}
      />
      {until !== null && (
        <p className={styles.soft}>{text.level.rise_until(toBrazilianDate(until))}</p>
      )}
    </div>
  )
}
