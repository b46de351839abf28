import type { ReactNode } from 'react'
import { useLocation } from 'wouter'

import { CompanyFooter } from '#portal/company/CompanyFooter.tsx'
import { AddressAlert } from '#portal/customer/AddressAlert.tsx'
import { IntentionBanner } from '#portal/intention/IntentionBanner.tsx'
import { useOnline } from '#portal/offline/online.ts'
import { pathTo } from '#portal/path/paths.ts'
import { text } from '#portal/text/pt-BR.ts'
import { Banner } from '#ui/Banner.tsx'

import { Navbar, Navigation } from './Navbar.tsx'
import type { Route } from './routes.tsx'
import { TabBar } from './TabBar.tsx'

import styles from './Shell.module.css'

/** The frame of every screen of a signed-in customer: navbar, navigation and footer (R2.8, R2.9). */
export function Frame({ route, children }: { route: Route; children: ReactNode }) {
  const [path] = useLocation()
  return (
    <>
      <a className={styles.skip} href="#content">
        {text.shell.skip}
      </a>
      <Navbar route={route} />
      <div className={styles.middle} data-drawer={!route.noDrawer}>
        {!route.noDrawer && (
          <div className={styles.side}>
            <Navigation />
          </div>
        )}
        <main id="content" className={styles.content}>
          <Offline />
          {!route.noNotifications && <IntentionBanner />}
          {route.needsCompleteProfile && !route.noNotifications && path !== pathTo('settings') && (
            <AddressAlert />
          )}
          {children}
        </main>
      </div>
      <CompanyFooter />
      {!route.noDrawer && <TabBar route={route} />}
    </>
  )
}

function Offline() {
  return useOnline() ? null : <Banner tone="warning">{text.offline}</Banner>
}
