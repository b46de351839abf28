import type { CustomerLevels } from '#contract/level.ts'
import { levelText } from '#portal/text/level.ts'
import { Card } from '#ui/Card.tsx'

import { Keep } from './Keep.tsx'
import { LevelMark } from './LevelMark.tsx'
import { keeping } from './progress.ts'

import styles from './LevelCard.module.css'

/** R7.2: the customer's level, and what it takes to keep it. */
export function LevelCard({ standing }: { standing: CustomerLevels }) {
  const guarantee = keeping(standing.levels_system)
  return (
    <Card title={levelText.heading}>
      <div className={styles.level}>
        <LevelMark level={guarantee?.level ?? null} />
        <div className={styles.what}>
          <p className={styles.name}>{guarantee?.level.name ?? levelText.none}</p>
          {guarantee?.level.description && (
            <p className={styles.soft}>{guarantee.level.description}</p>
          )}
        </div>
      </div>
      {standing.level_reset_pending && <p className={styles.soft}>{levelText.resetPending}</p>}
      {guarantee && <Keep guarantee={guarantee} />}
    </Card>
  )
}
