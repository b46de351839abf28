import type { ReactNode } from 'react'
import { Link } from 'wouter'

import type { Company } from '#contract/company.ts'
import { pictureSource } from '#contract/picture.ts'
import { pathTo } from '#portal/path/paths.ts'

import { useCompany } from './company.ts'

import styles from './Home.module.css'

/**
 * The history state of the promotion's address after a press on the banner: the press counts as the activation (D13). A
 * person who arrives from outside (QR code, mail, typed address) has no such state and is asked for one press.
 */
export const bannerPress = { bannerPress: true }

/** The company's banner, which may lead to a promotion or an address (D9), and its greeting (R1.13). */
export function Home() {
  const { banner, home } = useCompany().company
  if (!banner && !home) return null
  return (
    <div className={styles.home}>
      {banner && <Banner {...banner} />}
      {home && (
        <div className={styles.words}>
          <h2 className={styles.title}>{home.title}</h2>
          <p>{home.text}</p>
        </div>
      )}
    </div>
  )
}

function Banner({ image_url, alt, url, promotion_code }: NonNullable<Company['banner']>) {
  // The style reserves the picture's space while it loads.
  const image: ReactNode = (
    <img {...pictureSource(image_url, 'min(100vw, 50rem)')} alt={alt} className={styles.image} />
  )
  if (promotion_code !== null) {
    return (
      <Link
        href={pathTo('promotion.trigger', { promotion_code })}
        state={bannerPress}
        className={styles.link}
      >
        {image}
      </Link>
    )
  }
  if (url === null) return image
  return (
    <a href={url} className={styles.link}>
      {image}
    </a>
  )
}
