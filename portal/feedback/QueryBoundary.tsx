import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'

import { messageForStatus } from '#contract/error.ts'
import { RequestFailure } from '#contract/request/request-failure.ts'
import { text } from '#portal/text/pt-BR.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ErrorBoundary } from '#ui/ErrorBoundary.tsx'
import { ScreenTitle } from '#ui/ScreenTitle.tsx'

import offline from './offline.svg?raw'

type QueryBoundaryProps = {
  skeleton: ReactNode
  /** The heading of the error, if the failed part is the whole screen. */
  failedTitle?: string
  children: ReactNode
}

/**
 * Wraps a part of a screen that queries. It shows a skeleton while loading, and a message with a retry after a failure. The
 * rest of the screen stays.
 */
export function QueryBoundary({ skeleton, failedTitle, children }: QueryBoundaryProps) {
  return (
    <ErrorBoundary fallback={failedUnder(failedTitle)}>
      <Suspense fallback={skeleton}>{children}</Suspense>
    </ErrorBoundary>
  )
}

function failedUnder(title: string | undefined) {
  return (error: Error, retry: () => void): ReactNode => (
    <Failed title={title} error={error} retry={retry} />
  )
}

type FailedProps = { title: string | undefined; error: Error; retry: () => void }

function Failed({ title, error, retry }: FailedProps) {
  // After a failure TanStack Query does not send the query again until its error is reset.
  const { reset } = useQueryErrorResetBoundary()
  function readAgain() {
    reset()
    retry()
  }
  return (
    <>
      {title && <ScreenTitle>{title}</ScreenTitle>}
      <Card>
        <EmptyState
          drawing={offline}
          title={error instanceof RequestFailure ? error.message : messageForStatus(500)}
          action={
            <Button variant="quiet" onClick={readAgain}>
              {text.retry}
            </Button>
          }
        />
      </Card>
    </>
  )
}
