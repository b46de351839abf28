import type { Level } from '#contract/level.ts'

import { levelIconPaths } from './icons.ts'

import styles from './LevelMark.module.css'

/** The level's drawing in a ring of its colour. Decorative: the level's name stands beside it. */
export function LevelMark({ level }: { level: Level | null }) {
  return (
    <span
      className={styles.mark}
      style={{ borderColor: level?.color ?? undefined }}
      aria-hidden="true"
    >
      <svg viewBox="0 0 24 24" className={styles.icon}>
        <path d={levelIconPaths[level?.icon ?? 'medal']} />
      </svg>
    </span>
  )
}
