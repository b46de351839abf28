import { Gift } from 'lucide-react'

import { pictureSource } from '#contract/picture.ts'

import styles from './PrizePicture.module.css'

/** What a prize looks like; its name stands beside it. The place is as large before the picture is there as with it. */
export function PrizePicture({ url, eager = false }: { url: string | null; eager?: boolean }) {
  // A browser that can, measures the place of what it loads lazily; else half a phone, as in the store.
  const sizes = eager ? 'min(100vw, 36rem)' : 'auto, min(50vw, 20rem)'
  return (
    <div className={styles.picture}>
      {url === null ? (
        <Gift size={40} strokeWidth={1.5} aria-hidden="true" />
      ) : (
        <img
          {...pictureSource(url, sizes)}
          alt=""
          className={styles.image}
          loading={eager ? 'eager' : 'lazy'}
          decoding="async"
        />
      )}
    </div>
  )
}
