import styles from './Skeleton.module.css'

type SkeletonProps = { width?: string; height?: string }

/** A placeholder for content that is loading. */
export function Skeleton({ width = '100%', height = '1em' }: SkeletonProps) {
  return <span className={styles.skeleton} style={{ width, height }} aria-hidden="true" />
}
