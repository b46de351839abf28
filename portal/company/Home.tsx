import type { ReactNode } from 'react'
import { Link } from 'wouter'

import { pictureSource } from '#contract/brand/picture.ts'
import type { Company } from '#contract/company.ts'
import { pathTo } from '#portal/path/paths.ts'

import { useCompany } from './company.ts'

import styles from './Home.module.css'

/**
 * The history state of the promotion's address after a press on the banner, which counts as the activation (D13). A person who
 * arrives by a QR code, a mail or a typed address has no such state and must press once.
 */
export const bannerPress = { bannerPress: true }

/** The company's banner, which may link to a promotion or an address (D9), beside its text (R1.13). */
export function Banner({ children }: { children?: ReactNode }) {
  const { banner } = useCompany().company
  if (!banner) return null
  return (
    <div className={styles.banner}>
      <Leading {...banner}>
        {/* The style reserves the picture's space while it loads. */}
        <img
          {...pictureSource(banner.image_url, 'min(50vw, 25rem)')}
          alt={banner.alt}
          className={styles.image}
        />
        {children && <div className={styles.words}>{children}</div>}
      </Leading>
    </div>
  )
}

/** The company's greeting (R1.13). */
export function Greeting() {
  const { home } = useCompany().company
  if (!home) return null
  return (
    <div>
      <h2 className={styles.title}>{home.title}</h2>
      <p className={styles.text}>{home.text}</p>
    </div>
  )
}

type LeadingProps = NonNullable<Company['banner']> & { children: ReactNode }

/** The link of the banner around its picture and words, if it has one. */
function Leading({ url, promotion_code, children }: LeadingProps) {
  if (promotion_code !== null) {
    return (
      <Link
        href={pathTo('promotion.trigger', { promotion_code })}
        state={bannerPress}
        className={styles.whole}
      >
        {children}
      </Link>
    )
  }
  if (url === null) return <div className={styles.whole}>{children}</div>
  return (
    <a href={url} className={styles.whole}>
      {children}
    </a>
  )
}
