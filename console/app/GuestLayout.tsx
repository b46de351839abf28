import { Outlet } from 'react-router'

import { company } from '#console/company/company.ts'

import { DocumentTitle } from './DocumentTitle.tsx'

import styles from './GuestLayout.module.css'

/** The frame of the sign-in's screens: a card in the middle of the page. */
export function GuestLayout() {
  return (
    <main className={styles.page}>
      <DocumentTitle />
      <div className={styles.card}>
        <header className={styles.brand}>
          <img src={company.logo_url} alt="" className={styles.logo} />
          <p className={styles.name}>{company.program_name}</p>
        </header>
        <Outlet />
      </div>
    </main>
  )
}
