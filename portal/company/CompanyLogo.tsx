import { pictureSource } from '#contract/picture.ts'

import { useCompany } from './company.ts'

import styles from './CompanyLogo.module.css'

export function CompanyLogo() {
  const { logo_url, name } = useCompany().company
  return <img className={styles.logo} {...pictureSource(logo_url, '12rem')} alt={name} />
}
