import { QueryClient, QueryClientProvider, useQuery, useQueryClient } from '@tanstack/react-query'
import { House, LogOut, Menu as MenuIcon } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { Link, useLocation } from 'wouter'

import { CompanyFooter } from '#portal/company/CompanyFooter.tsx'
import { CompanyLogo } from '#portal/company/CompanyLogo.tsx'
import { customer } from '#portal/customer/queries.ts'
import { BalanceChip } from '#portal/points/BalanceChip.tsx'
import { balance } from '#portal/points/queries.ts'
import { invalidate } from '#portal/query.ts'
import { text } from '#portal/text/pt-BR.ts'
import { Banner } from '#portal/ui/Banner.tsx'
import { Drawer } from '#portal/ui/Dialog.tsx'
import { Menu } from '#portal/ui/Menu.tsx'

import { home_path } from './routes.tsx'

import styles from './Shell.module.css'

/** What stands around every screen of who is signed in (R2.8, R2.9). Its cache goes with it: nothing outlives a session. */
export default function Shell({ children }: { children: ReactNode }) {
  const [client] = useState(newQueryClient)
  return (
    <QueryClientProvider client={client}>
      <FreshBalance />
      <a className={styles.skip} href="#content">
        {text.shell.skip}
      </a>
      <Navbar />
      <div className={styles.middle}>
        <div className={styles.side}>
          <Navigation />
        </div>
        <main id="content" className={styles.content}>
          <Offline />
          {children}
        </main>
      </div>
      <CompanyFooter />
    </QueryClientProvider>
  )
}

function newQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // The client has retried already, and knows when not to.
        retry: false,
        // A browser that wrongly thinks that it is offline must not keep a person from trying.
        networkMode: 'always',
        staleTime: 5_000,
      },
    },
  })
}

/** R7.1: read again on every change of route; when it has changed since, so have the customer and the history. */
function FreshBalance() {
  const client = useQueryClient()
  const [path] = useLocation()
  const { data } = useQuery(balance)
  const known = useRef<typeof data>(undefined)
  // The route is the router's, and the cache is Query's: one follows the other.
  useEffect(() => invalidate(client, 'GET /customer/balance'), [client, path])
  useEffect(() => {
    const before = known.current
    known.current = data
    // Query hands out the same object while the figures are the same.
    if (before && data && before !== data) invalidate(client, 'GET /customer', 'GET /points')
  }, [client, data])
  return null
}

function Navbar() {
  const [open, setOpen] = useState(false)
  const { data } = useQuery(customer)
  return (
    <header className={styles.navbar}>
      <button
        type="button"
        className={styles.open}
        aria-label={text.shell.menu}
        aria-expanded={open}
        onClick={() => setOpen(true)}
      >
        <MenuIcon aria-hidden="true" />
      </button>
      <Link href={home_path} className={styles.home}>
        <CompanyLogo />
      </Link>
      <div className={styles.end}>
        <BalanceChip />
        <Menu
          label={text.shell.account}
          trigger={<span aria-hidden="true">{initials(data?.name)}</span>}
        >
          <p className={styles.who}>
            {data?.name}
            <span>{data?.email}</span>
          </p>
          <Link href="/sair" className={styles.link}>
            <LogOut size={20} aria-hidden="true" />
            {text.shell.logout}
          </Link>
        </Menu>
      </div>
      {open && (
        <Drawer label={text.shell.navigation} onClose={() => setOpen(false)}>
          <div className={styles.drawer} onClick={() => setOpen(false)}>
            <CompanyLogo />
            <Navigation />
          </div>
        </Drawer>
      )}
    </header>
  )
}

function Navigation() {
  const [path] = useLocation()
  return (
    <nav aria-label={text.shell.navigation}>
      <ul className={styles.links}>
        <li>
          <Link
            href={home_path}
            className={styles.link}
            aria-current={path === home_path ? 'page' : undefined}
          >
            <House size={20} aria-hidden="true" />
            {text.shell.home}
          </Link>
        </li>
        <li>
          <Link href="/sair" className={styles.link}>
            <LogOut size={20} aria-hidden="true" />
            {text.shell.logout}
          </Link>
        </li>
      </ul>
    </nav>
  )
}

function Offline() {
  const online = useSyncExternalStore(subscribeToConnection, () => navigator.onLine)
  return online ? null : <Banner tone="info">{text.offline}</Banner>
}

function subscribeToConnection(changed: () => void): () => void {
  window.addEventListener('online', changed)
  window.addEventListener('offline', changed)
  return () => {
    window.removeEventListener('online', changed)
    window.removeEventListener('offline', changed)
  }
}

/** 'Ana Maria Lima' → 'AL' */
function initials(name: string | null | undefined): string {
  const words = name?.trim().split(/\s+/) ?? []
  return [words[0], words.length > 1 ? words.at(-1) : undefined]
    .map((word) => word?.[0] ?? '')
    .join('')
    .toUpperCase()
}
