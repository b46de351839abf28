import { Medal } from 'lucide-react'

import type { Level } from '#contract/level.ts'

import styles from './LevelMark.module.css'

/** A level by its colour, which says nothing that its name beside it does not. */
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
