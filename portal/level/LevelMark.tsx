import { Medal } from 'lucide-react'

import type { Level } from '#contract/level.ts'

import styles from './LevelMark.module.css'

/** A medal in the level's colour. Decorative: the level's name stands beside it. */
export function LevelMark({ level }: { level: Level | null }) {
  return (
    <span
      className={styles.mark}
      style={{ borderColor: level?.color ?? undefined }}
      aria-hidden="true"
    >
      <Medal size={20} />
    </span>
  )
}
