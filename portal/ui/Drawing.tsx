import styles from './Drawing.module.css'

/** One of our own drawings, imported with `?raw`: inlined, so that it takes the page's colours. */
export function Drawing({ svg }: { svg: string }) {
  return (
    <div className={styles.drawing} aria-hidden="true" dangerouslySetInnerHTML={{ __html: svg }} />
  )
}
