import { useQuery } from '@tanstack/react-query'
import { Suspense, useCallback, useEffect, useState } from 'react'
import { Navigate, Outlet, ScrollRestoration, useLocation } from 'react-router'

import { lazyPart } from '#console/feedback/lazy-part.ts'
import { LoadFailure } from '#console/feedback/LoadFailure.tsx'
import { usePaletteKey } from '#console/palette/use-palette-key.ts'
import { paths, signInPath } from '#console/path/paths.ts'
import { me } from '#console/session/queries.ts'
import { paletteText } from '#console/text/palette.ts'
import { shellText } from '#console/text/shell.ts'
import { RequestFailure } from '#contract/request/request-failure.ts'
import { Drawer, Sheet } from '#ui/overlay/Dialog.tsx'

import { DocumentTitle } from './DocumentTitle.tsx'
import { Navigation } from './Navigation.tsx'
import { Offline } from './Offline.tsx'
import { TopBar } from './TopBar.tsx'
import { useLeave } from './use-leave.tsx'

import styles from './StaffLayout.module.css'

const loadPalette = () => import('./ConsolePalette.tsx')
/** Not part of the first script. Its code loads after the first screen, so that it opens at once and no key press is lost. */
const ConsolePalette = lazyPart(loadPalette, ({ onClose }) => (
  <Sheet title={paletteText.title} closeLabel={shellText.close} onClose={onClose}>
    <p>{shellText.missingPart}</p>
  </Sheet>
))

/** The frame of the console. It redirects a guest to the sign-in. If the session ends later, a dialog asks over the screen. */
export function StaffLayout() {
  const { data, error, refetch } = useQuery(me)
  const { pathname, search } = useLocation()
  if (!data) {
    if (error instanceof RequestFailure && error.status === 401) {
      return <Navigate to={signInPath(pathname + search)} replace />
    }
    return error ? (
      <LoadFailure error={error} retry={() => void refetch()} />
    ) : (
      <p className={styles.loading}>{shellText.loading}</p>
    )
  }
  if (data.stage !== 'open')
    return <Navigate to={paths['second-factor'] + returnOf(pathname + search)} replace />
  return <Frame />
}

function returnOf(path: string): string {
  return signInPath(path).slice(paths['sign-in'].length)
}

function Frame() {
  const [isNavOpen, setNavOpen] = useState(false)
  const [isPaletteOpen, setPaletteOpen] = useState(false)
  // If this load fails, opening the palette loads it again.
  useEffect(() => void loadPalette().catch(() => undefined), [])
  const { leave, question } = useLeave()
  usePaletteKey(useCallback(() => setPaletteOpen(true), []))
  return (
    <div className={styles.frame}>
      <DocumentTitle />
      <ScrollRestoration />
      <a className={styles.skip} href="#conteudo">
        {shellText.skip}
      </a>
      <nav className={styles.side} aria-label={shellText.nav}>
        <Navigation />
      </nav>
      <div className={styles.main}>
        <TopBar
          onOpenNav={() => setNavOpen(true)}
          onOpenPalette={() => setPaletteOpen(true)}
          onLeave={leave}
        />
        <Offline />
        <main id="conteudo" tabIndex={-1} className={styles.content} aria-label={shellText.content}>
          <Suspense fallback={<p className={styles.loading}>{shellText.loading}</p>}>
            <Outlet />
          </Suspense>
        </main>
      </div>
      {isPaletteOpen && (
        <Suspense fallback={null}>
          <ConsolePalette onClose={() => setPaletteOpen(false)} onLeave={leave} />
        </Suspense>
      )}
      {question}
      {isNavOpen && (
        <Drawer
          label={shellText.nav}
          closeLabel={shellText.closeNav}
          onClose={() => setNavOpen(false)}
        >
          <nav aria-label={shellText.nav}>
            <Navigation onFollow={() => setNavOpen(false)} />
          </nav>
        </Drawer>
      )}
    </div>
  )
}
