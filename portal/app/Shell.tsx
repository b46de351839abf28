import {
  type DefaultOptions,
  QueryClient,
  QueryClientProvider,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
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

type ShellProps = { token: string; children: ReactNode }

/** What stands around every screen of who is signed in (R2.8, R2.9). */
export default function Shell({ token, children }: ShellProps) {
  const client = clientOf(token)
  // The browser's memory is nobody's to tidy up but ours: nothing of a person outlives the session.
  useEffect(() => () => client.clear(), [client])
  const [path] = useLocation()
  return (
    <QueryClientProvider client={client}>
      <BalanceOfRoute key={path} />
      <Followers />
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

let kept: { token: string; client: QueryClient } | undefined

/**
 * The cache of this session. Outside of React, which throws a tree that suspends before it was ever shown away, state and
 * all: each attempt would have a cache of its own, and read everything again.
 */
function clientOf(token: string): QueryClient {
  if (kept?.token !== token) {
    const client = new QueryClient({ defaultOptions })
    // Under way before the first of those who show them is there.
    void client.prefetchQuery(balance)
    void client.prefetchQuery(customer)
    kept = { token, client }
  }
  return kept.client
}

const defaultOptions: DefaultOptions = {
  queries: {
    // The client has retried already, and knows when not to.
    retry: false,
    // A browser that wrongly thinks that it is offline must not keep a person from trying.
    networkMode: 'always',
    staleTime: 5_000,
  },
}

/** A balance as young as this is that of the route that has just come. */
const just_read_ms = 1_000

/** R7.1: the balance is read again on every change of route: each route has one of these. */
function BalanceOfRoute() {
  useQuery({ ...balance, staleTime: just_read_ms })
  return null
}

/** R7.1: when the balance has changed since it was first read, so have the customer and the history. */
function Followers() {
  const client = useQueryClient()
  const { data } = useQuery(balance)
  const known = useRef<typeof data>(undefined)
  // Two parts of one cache: one follows the other.
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
          // What is seen is part of what is said: who speaks to the phone says what is seen (WCAG 2.5.3).
          label={text.shell.account(initials(data?.name))}
          trigger={initials(data?.name)}
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
        <Drawer
          label={text.shell.navigation}
          closeLabel={text.shell.closeMenu}
          onClose={() => setOpen(false)}
        >
          <div className={styles.drawer}>
            <CompanyLogo />
            <Navigation onChoose={() => setOpen(false)} />
          </div>
        </Drawer>
      )}
    </header>
  )
}

function Navigation({ onChoose }: { onChoose?: () => void }) {
  const [path] = useLocation()
  return (
    <nav aria-label={text.shell.navigation}>
      <ul className={styles.links}>
        <li>
          <Link
            href={home_path}
            className={styles.link}
            onClick={onChoose}
            aria-current={path === home_path ? 'page' : undefined}
          >
            <House size={20} aria-hidden="true" />
            {text.shell.home}
          </Link>
        </li>
        <li>
          <Link href="/sair" className={styles.link} onClick={onChoose}>
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
