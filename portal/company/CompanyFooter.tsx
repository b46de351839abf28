import { text } from '#portal/text/pt-BR.ts'

import { useCompany } from './company.ts'
import { siteUrl } from './CompanyLogo.tsx'

import styles from './CompanyFooter.module.css'

/** The company's mark, text and links (R1.9), the link to its own site (R1.13), and the programme's provider. */
export function CompanyFooter() {
  const { footer, provider, landing_page_domain, name } = useCompany().company
  return (
    <footer className={styles.footer}>
      {footer.mark && (
        <a className={styles.mark} href={footer.mark.url}>
          {footer.mark.text}
        </a>
      )}
      {footer.text && <p>{footer.text}</p>}
      {landing_page_domain !== null && (
        <a href={siteUrl(landing_page_domain)}>{text.shell.companySite(name)}</a>
      )}
      {footer.links.length > 0 && (
        <ul className={styles.links}>
          {footer.links.map((link) => (
            <li key={link.url}>
              <a href={link.url}>{link.text}</a>
            </li>
          ))}
        </ul>
      )}
      <p>
        {text.shell.developedBy}{' '}
        {provider.url ? <a href={provider.url}>{provider.name}</a> : provider.name}
      </p>
    </footer>
  )
}
