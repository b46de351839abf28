import { type ReactNode, useState } from 'react'

import { darkLogo } from '#contract/brand/logo.ts'
import { pictureSource } from '#contract/brand/picture.ts'
import { text } from '#portal/text/pt-BR.ts'

import { useCompany } from './company.ts'

import styles from './CompanyLogo.module.css'

type CompanyLogoProps = {
  /** Runs when the picture has loaded, with its width divided by its height. */
  onRatio?: (ratio: number) => void
}

/** The logo. The company's name replaces a picture that does not load. */
export function CompanyLogo({ onRatio }: CompanyLogoProps) {
  const { company } = useCompany()
  const { logo_url, name } = company
  const [isMissing, setMissing] = useState(false)
  if (isMissing) return <span className={styles.wordmark}>{name}</span>
  const dark = darkLogo(company)
  const darkSource = dark && pictureSource(dark.url, '12rem')
  return (
    <picture>
      {darkSource && (
        <source
          media={dark?.media}
          srcSet={darkSource.srcSet ?? darkSource.src}
          sizes={darkSource.sizes}
        />
      )}
      <img
        className={styles.logo}
        {...pictureSource(logo_url, '12rem')}
        alt={name}
        onError={() => setMissing(true)}
        onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
          onRatio?.(naturalWidth / naturalHeight)
        }
      />
    </picture>
  )
}

/** The company's square mark, where there is no room for its logo. */
export function CompanySymbol() {
  const { favicon_url, name } = useCompany().company
  return <img className={styles.symbol} {...pictureSource(favicon_url, '3rem')} alt={name} />
}

/** A guest's logo links to the company's own site, if it has one (R1.13). */
export function GuestLogo({ children }: { children: ReactNode }) {
  const { name, landing_page_domain } = useCompany().company
  if (landing_page_domain === null) return children
  return (
    <a
      className={styles.site}
      href={siteUrl(landing_page_domain)}
      aria-label={text.shell.companySite(name)}
    >
      {children}
    </a>
  )
}

/** The address of the company's own site. */
export function siteUrl(landing_page_domain: string): string {
  return `https://${landing_page_domain}/`
}
