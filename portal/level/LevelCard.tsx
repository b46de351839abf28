import type { CustomerLevels } from '#contract/level.ts'
import { levelText } from '#portal/text/level.ts'
import { Card } from '#ui/Card.tsx'

import { Keep } from './Keep.tsx'
import { LevelMark } from './LevelMark.tsx'
import { keeping } from './progress.ts'

import styles from './LevelCard.module.css'

/** R7.2: the customer's level, and what it takes to keep it. */
export function LevelCard({ standing }: { standing: CustomerLevels }) {
  const kept = keeping(standing.levels_system)
  return (
    <Card title={levelText.heading}>
      <div className={styles.level}>
        <LevelMark level={kept?.level ?? null} />
        <div>
          <p className={styles.name}>{kept?.level.name ?? levelText.none}</p>
          {kept?.level.description && <p className={styles.soft}>{kept.level.description}</p>}
        </div>
      </div>
      {standing.level_reset_pending && <p className={styles.soft}>{levelText.resetPending}</p>}
      {kept && <Keep kept={kept} />}
    </Card>
  )
}
