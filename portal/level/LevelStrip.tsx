import { Link } from 'wouter'

import type { CustomerLevels } from '#contract/level.ts'
import { daysBetween, toBrazilianDate } from '#contract/value/date.ts'
import { useCompany } from '#portal/company/company.ts'
import { useToday } from '#portal/company/use-today.ts'
import { pathTo } from '#portal/path/paths.ts'
import { priceLines } from '#portal/points/amount.ts'
import { dashboardText } from '#portal/text/dashboard.ts'
import { levelText } from '#portal/text/level.ts'
import { Card, Part } from '#ui/Card.tsx'

import { LevelMark } from './LevelMark.tsx'
import { type Keeping, keeping, percentOf, rising } from './progress.ts'
import { Rise } from './Rise.tsx'

import styles from './LevelStrip.module.css'

/** Days before the end of the guarantee from which the strip says how to renew it (D6). */
const renewalDays = 90

/** R7.2: the customer's level with its guarantee, the points to the next level, and the chain of levels. */
export function LevelStrip({ standing }: { standing: CustomerLevels }) {
  const { levels } = useCompany()
  const { levels_system, level_reset_pending } = standing
  const guarantee = keeping(levels_system)
  const rise = rising(levels_system)
  const here = levels_system.current?.level.trigger_amount ?? -1
  return (
    <Card>
      <Part title={levelText.heading}>
        <div className={styles.strip}>
          <LevelMark level={guarantee?.level ?? null} />
          <div className={styles.what}>
            <p className={styles.name}>{guarantee?.level.name ?? levelText.none}</p>
            {level_reset_pending && <p className={styles.soft}>{levelText.resetPending}</p>}
            {guarantee && <Guarantee guarantee={guarantee} />}
            {rise ? <Rise rise={rise} brief /> : <p className={styles.soft}>{levelText.last}</p>}
          </div>
        </div>
      </Part>
      <Part
        title={levelText.chain}
        action={<Link href={pathTo('levels')}>{levelText.seeAll}</Link>}
      >
        <div className={styles.levels}>
          <ol className={styles.chain}>
            {levels.map((level) => (
              <li
                key={level.id}
                className={styles.step}
                data-reached={level.trigger_amount <= here}
                aria-current={level.trigger_amount === here ? 'step' : undefined}
              >
                <span className={styles.label}>{level.name}</span>
              </li>
            ))}
          </ol>
        </div>
      </Part>
    </Card>
  )
}

/** The date until which the level is guaranteed. In the last days also how to renew it. */
function Guarantee({ guarantee }: { guarantee: Keeping }) {
  const { company } = useCompany()
  const today = useToday()
  const { level, until, missing, ratio } = guarantee
  if (until === null) return null
  const date = toBrazilianDate(until)
  if (missing === 0 || daysBetween(today, until) > renewalDays) {
    return <p className={styles.soft}>{dashboardText.guaranteed(level.name, date)}</p>
  }
  // The missing amount is shown in points or as their money value (D7, D13); as a percentage where
  // the company hides both.
  const [amount] = priceLines(missing, company)
  const { keepMissing, keepPercent } = levelText
  return (
    <p className={styles.renewal}>
      {amount
        ? keepMissing(level.name, amount, date)
        : keepPercent(level.name, percentOf(ratio), date)}
    </p>
  )
}
