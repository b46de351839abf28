import { Gift } from 'lucide-react'

import styles from './PrizePicture.module.css'

/** What a prize looks like; its name stands beside it. The place is as large before the picture is there as with it. */
export function PrizePicture({ url, eager = false }: { url: string | null; eager?: boolean }) {
  return (
    <div className={styles.picture}>
      {url === null ? (
        <Gift size={40} strokeWidth={1.5} aria-hidden="true" />
      ) : (
        <img
          src={url}
          alt=""
          className={styles.image}
          loading={eager ? 'eager' : 'lazy'}
          decoding="async"
        />
      )}
    </div>
  )
}
