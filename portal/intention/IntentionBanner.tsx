import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useLocation } from 'wouter'

import type { Intention } from '#contract/intention.ts'
import { isServerBusy } from '#contract/request/request-failure.ts'
import { useCompany } from '#portal/company/company.ts'
import { useOnline } from '#portal/offline/online.ts'
import { pathTo } from '#portal/path/paths.ts'
import { amountLines } from '#portal/points/amount.ts'
import { intentionText } from '#portal/text/intention.ts'
import { pointsText } from '#portal/text/points.ts'
import { text } from '#portal/text/pt-BR.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button, LinkButton } from '#ui/Button.tsx'
import { ErrorBoundary } from '#ui/ErrorBoundary.tsx'
import { useTopDialog } from '#ui/overlay/top-dialog.ts'

import { mayInterrupt, noteOffered } from './interruption.ts'
import { isOpen } from './latest.ts'
import { latestIntention } from './queries.ts'

import styles from './IntentionBanner.module.css'

const IntentionSheet = lazy(() => import('./IntentionSheet.tsx'))

/**
 * R2.11: says on every screen that a till waits for the person's answer. The request itself opens once in a sheet, without a
 * press.
 */
export function IntentionBanner() {
  const { data, error } = useQuery(latestIntention)
  const isOnline = useOnline()
  // Hide two failures here: an overloaded server, because the poll retries by itself, and a missing connection, because
  // another banner reports it. IntentionScreen shows both, because the person waits there.
  const failed = isServerBusy(error) || !isOnline ? null : <PollFailed />
  return (
    <>
      {data && isOpen(data) ? <Asks intention={data} /> : failed}
      {data && <Offer intention={data} />}
    </>
  )
}

function Asks({ intention }: { intention: Intention }) {
  const { company } = useCompany()
  const { subsidiary_name, points_amount, points_value } = intention
  const [amount = pointsText.unnamedAmount, worth] = amountLines(
    points_amount,
    points_value,
    company,
  )
  return (
    <div className={styles.asks}>
      <Banner
        tone="info"
        action={<LinkButton href={pathTo('authorization')}>{intentionText.view}</LinkButton>}
      >
        {intentionText.asks(subsidiary_name, amount, worth)}
      </Banner>
    </div>
  )
}

/**
 * Opens the sheet for a new request. If a dialog is open or the person is typing, it waits until the dialog closes or the
 * screen changes. A change of the screen closes the sheet.
 */
function Offer({ intention }: { intention: Intention }) {
  const [path] = useLocation()
  const [offered, setOffered] = useState<{ id: string; path: string } | null>(null)
  const { id } = intention
  const isAsking = isOpen(intention)
  const isFree = useTopDialog() === undefined
  // An effect, because focus and open dialogs are state of the browser. The timer lets the previous screen disappear before
  // `mayInterrupt` looks at the focus.
  useEffect(() => {
    if (!isAsking || !isFree) return undefined
    const timer = setTimeout(() => {
      if (!mayInterrupt(id)) return
      noteOffered(id)
      setOffered({ id, path })
    })
    return () => clearTimeout(timer)
  }, [id, isAsking, isFree, path])
  if (offered?.id !== id || offered.path !== path) return null
  return (
    // The banner has the same information as the sheet, so a loading or failed chunk needs no placeholder.
    <ErrorBoundary fallback={() => null}>
      <Suspense fallback={null}>
        <IntentionSheet intention={intention} onClose={() => setOffered(null)} />
      </Suspense>
    </ErrorBoundary>
  )
}

/** Says that the poll failed, and offers a retry. */
export function PollFailed() {
  const { isError, isFetching, refetch } = useQuery(latestIntention)
  if (!isError) return null
  return (
    <Banner
      tone="info"
      action={
        <Button variant="quiet" busy={isFetching} onClick={() => void refetch()}>
          {text.retry}
        </Button>
      }
    >
      {intentionText.failed}
    </Banner>
  )
}
