import { useCompany } from './company.ts'

import styles from './CompanyBackground.module.css'

/** R1.6: the company's picture behind the page, at the opacity that the theme's contrast is computed for. */
export function CompanyBackground() {
  const { background_url } = useCompany().company
  if (!background_url) return null
  return <img className={styles.background} src={background_url} alt="" />
}
