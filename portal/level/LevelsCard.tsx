import type { CustomerLevels } from '#contract/level.ts'
import { useCompany } from '#portal/company/company.ts'
import { pathTo } from '#portal/path/paths.ts'
import { levelText } from '#portal/text/level.ts'
import { LinkButton } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'

import { rising } from './progress.ts'
import { Rise } from './Rise.tsx'

import styles from './LevelsCard.module.css'

/** R7.2: the chain at a glance, and the amount missing for the next level. */
export function LevelsCard({ standing: { levels_system } }: { standing: CustomerLevels }) {
  const { levels } = useCompany()
  const rise = rising(levels_system)
  const here = levels_system.current?.level.trigger_amount ?? -1
  return (
    <Card title={levelText.chain}>
      <ol className={styles.chain}>
        {levels.map((level) => (
          <li
            key={level.id}
            className={styles.step}
            data-reached={level.trigger_amount <= here}
            style={{ borderColor: (level.trigger_amount <= here && level.color) || undefined }}
            aria-current={level.trigger_amount === here ? 'step' : undefined}
          >
            {level.name}
          </li>
        ))}
      </ol>
      {rise ? <Rise rise={rise} /> : <p className={styles.last}>{levelText.last}</p>}
      <LinkButton href={pathTo('levels')} variant="plain" full>
        {levelText.seeAll}
      </LinkButton>
    </Card>
  )
}
