import Gift from 'lucide-react/icons/gift'

import { pictureSource } from '#contract/brand/picture.ts'

import styles from './Picture.module.css'

type PictureProps = {
  url: string | null
  /** Whether this is the picture of a prize's own page, which is as wide as a phone. */
  large?: boolean
  /** Visible without scrolling: the browser loads it at once, before layout. */
  inSight?: boolean
}

/** A prize's picture; the prize's name stands beside it. The box has its final size before the picture loads. */
export function Picture({ url, large = false, inSight = large }: PictureProps) {
  // `auto`: the browser measures a lazy picture's box. The fallback is half a phone, the width in the store.
  const sizes = large ? 'min(100vw, 36rem)' : `${inSight ? '' : 'auto, '}min(50vw, 20rem)`
  return (
    <div className={styles.picture} data-part="picture">
      {url === null ? (
        <Gift size={40} strokeWidth={1.5} aria-hidden="true" />
      ) : (
        <img
          {...pictureSource(url, sizes)}
          alt=""
          className={styles.image}
          loading={inSight ? 'eager' : 'lazy'}
          fetchPriority={inSight ? 'high' : 'auto'}
          decoding="async"
        />
      )}
    </div>
  )
}
