import { text } from '#portal/text/pt-BR.ts'

import { useCompany } from './company.ts'

import styles from './CompanyFooter.module.css'

/** R1.9. */
export function CompanyFooter() {
  const { footer, provider } = useCompany().company
  return (
    <footer className={styles.footer}>
      {footer.mark && (
        <a className={styles.mark} href={footer.mark.url}>
          {footer.mark.text}
        </a>
      )}
      {footer.text && <p>{footer.text}</p>}
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
        {text.shell.developed_by}{' '}
        {provider.url ? <a href={provider.url}>{provider.name}</a> : provider.name}
      </p>
    </footer>
  )
}
