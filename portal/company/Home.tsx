import type { ReactNode } from 'react'
import { Link } from 'wouter'

import type { Company } from '#contract/company.ts'
import { pictureSource } from '#contract/picture.ts'

import { useCompany } from './company.ts'

import styles from './Home.module.css'

/** What the company has to say to who comes (R1.13): its banner, which may lead somewhere (D9), and its words. */
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
  // Its place is kept while it is on its way.
  const image: ReactNode = (
    <img {...pictureSource(image_url, 'min(100vw, 50rem)')} alt={alt} className={styles.image} />
  )
  if (promotion_code !== null) {
    return (
      <Link href={`/promo/t/${encodeURIComponent(promotion_code)}`} className={styles.link}>
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
