import { Gift } from 'lucide-react'

import { pictureSource } from '#contract/picture.ts'

import styles from './Picture.module.css'

type PictureProps = {
  url: string | null
  /** The prize's own page, where it is as wide as a phone. */
  large?: boolean
  /** Seen before anybody scrolls: asked for at once, not when its place has been measured. */
  in_sight?: boolean
}

/** What a prize looks like; its name stands beside it. The place is as large before the picture is there as with it. */
export function Picture({ url, large = false, in_sight = large }: PictureProps) {
  // A browser that can, measures the place of what it loads lazily; else half a phone, as in the store.
  const sizes = large ? 'min(100vw, 36rem)' : `${in_sight ? '' : 'auto, '}min(50vw, 20rem)`
  return (
    <div className={styles.picture}>
      {url === null ? (
        <Gift size={40} strokeWidth={1.5} aria-hidden="true" />
      ) : (
        <img
          {...pictureSource(url, sizes)}
          alt=""
          className={styles.image}
          loading={in_sight ? 'eager' : 'lazy'}
          fetchPriority={in_sight ? 'high' : 'auto'}
          decoding="async"
        />
      )}
    </div>
  )
}
