import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'

import { messageForStatus } from '#contract/refusal.ts'
import { RequestFailure } from '#portal/api.ts'
import { text } from '#portal/text/pt-BR.ts'
import { Button } from '#portal/ui/Button.tsx'
import { Card } from '#portal/ui/Card.tsx'
import { EmptyState } from '#portal/ui/EmptyState.tsx'
import { ErrorBoundary } from '#portal/ui/ErrorBoundary.tsx'

import offline from './app/drawings/offline.svg?raw'

type RecoverableProps = { skeleton: ReactNode; children: ReactNode }

/** A part of a screen that reads: its skeleton meanwhile, and when it fails a sentence and a retry, the rest standing. */
export function Recoverable({ skeleton, children }: RecoverableProps) {
  return (
    <ErrorBoundary fallback={failed}>
      <Suspense fallback={skeleton}>{children}</Suspense>
    </ErrorBoundary>
  )
}

function failed(error: Error, retry: () => void): ReactNode {
  return <Failed error={error} retry={retry} />
}

function Failed({ error, retry }: { error: Error; retry: () => void }) {
  // A query that has failed is not asked again until it is told so.
  const { reset } = useQueryErrorResetBoundary()
  function readAgain() {
    reset()
    retry()
  }
  return (
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
  )
}
