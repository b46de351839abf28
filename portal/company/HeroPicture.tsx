import { pictureSource } from '#contract/brand/picture.ts'

import { useCompany } from './company.ts'

import styles from './HeroPicture.module.css'

/** The banner's picture behind the content of its parent, where the company chose `theme.hero: picture`. */
export function HeroPicture() {
  const { banner, theme } = useCompany().company
  if (theme.hero !== 'picture' || !banner) return null
  return (
    <span className={styles.picture} aria-hidden="true">
      <img
        {...pictureSource(banner.image_url, 'min(100vw, 36rem)')}
        alt=""
        className={styles.image}
      />
    </span>
  )
}
