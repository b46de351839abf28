import { pictureSource } from '#contract/picture.ts'
import { text } from '#portal/text/pt-BR.ts'

import { useCompany } from './company.ts'

import styles from './CompanyLogo.module.css'

export function CompanyLogo() {
  const { logo_url, name } = useCompany().company
  return <img className={styles.logo} {...pictureSource(logo_url, '12rem')} alt={name} />
}

/** A guest's logo links to the company's own site, if it has one (R1.13). */
export function GuestLogo() {
  const { name, landing_page_domain } = useCompany().company
  if (landing_page_domain === null) return <CompanyLogo />
  return (
    <a
      className={styles.site}
      href={siteUrl(landing_page_domain)}
      aria-label={text.shell.companySite(name)}
    >
      <CompanyLogo />
    </a>
  )
}

/** The address of the company's own site. */
export function siteUrl(landing_page_domain: string): string {
  return `https://${landing_page_domain}/`
}
