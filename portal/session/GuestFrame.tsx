import type { ReactNode } from 'react'
import { Link } from 'wouter'

import { pictureSource } from '#contract/brand/picture.ts'
import type { Company } from '#contract/company.ts'
import { useCompany } from '#portal/company/company.ts'
import { CompanyLogo, GuestLogo } from '#portal/company/CompanyLogo.tsx'
import { HeroPicture } from '#portal/company/HeroPicture.tsx'
import { HowItWorks } from '#portal/company/HowItWorks.tsx'
import { pathTo } from '#portal/path/paths.ts'
import { Card } from '#ui/Card.tsx'

import styles from './GuestFrame.module.css'

type GuestFrameProps = {
  /** Whether the company's explanation of the programme stands below the form: where a person may not know it yet. */
  isExplained?: boolean
  children: ReactNode
}

/** The company on one side, the guest's form on the other; stacked on a phone. */
export function GuestFrame({ isExplained = false, children }: GuestFrameProps) {
  const { banner, home, theme, how_it_works } = useCompany().company
  return (
    <div className={styles.frame}>
      <header className={styles.brand}>
        <GuestLogo>
          <CompanyLogo />
        </GuestLogo>
        {home && (
          <div className={styles.home} data-hero={theme.hero}>
            <HeroPicture />
            <p className={styles.title}>{home.title}</p>
            <p className={styles.text}>{home.text}</p>
          </div>
        )}
        {banner ? (
          <Picture {...banner} />
        ) : (
          <div className={`${styles.banner} ${styles.pattern}`} />
        )}
      </header>
      <main className={styles.content}>
        {children}
        {isExplained && how_it_works && (
          <Card>
            <HowItWorks {...how_it_works} open={false} />
          </Card>
        )}
      </main>
    </div>
  )
}

/**
 * R1.13, R10.1: the picture of the company's banner, with the banner's link, if it has one. The link of a
 * promotion leads through the login.
 */
function Picture({ image_url, alt, url, promotion_code }: NonNullable<Company['banner']>) {
  const source = pictureSource(image_url, '50vw')
  // A phone hides the picture: `lazy` keeps it from loading there.
  const image = <img className={styles.banner} {...source} alt={alt} loading="lazy" />
  if (promotion_code)
    return (
      <Link href={pathTo('promotion.trigger', { promotion_code })} className={styles.picture}>
        {image}
      </Link>
    )
  return url ? (
    <a href={url} className={styles.picture}>
      {image}
    </a>
  ) : (
    image
  )
}
