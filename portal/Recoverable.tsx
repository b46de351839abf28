import { QueryErrorResetBoundary } from '@tanstack/react-query'
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
    <QueryErrorResetBoundary>
      {({ reset }) => (
        <ErrorBoundary
          fallback={(error, retry) => (
            <Card>
              <EmptyState
                drawing={offline}
                title={error instanceof RequestFailure ? error.message : messageForStatus(500)}
                action={
                  <Button
                    variant="quiet"
                    onClick={() => {
                      reset()
                      retry()
                    }}
                  >
                    {text.retry}
                  </Button>
                }
              />
            </Card>
          )}
        >
          <Suspense fallback={skeleton}>{children}</Suspense>
        </ErrorBoundary>
      )}
    </QueryErrorResetBoundary>
  )
}
