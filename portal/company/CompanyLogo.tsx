import { useCompany } from './company.ts'

import styles from './CompanyLogo.module.css'

export function CompanyLogo() {
  const { logo_url, name } = useCompany().company
  return <img className={styles.logo} src={logo_url} alt={name} />
}
