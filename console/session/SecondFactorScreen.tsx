import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Navigate, useLocation, useNavigate } from 'react-router'

import { LoadFailure } from '#console/feedback/LoadFailure.tsx'
import { paths, safeReturn } from '#console/path/paths.ts'
import { sessionText } from '#console/text/session.ts'
import { shellText } from '#console/text/shell.ts'
import type { Me } from '#contract/console/staff.ts'
import { RequestFailure } from '#contract/request/request-failure.ts'
import { ScreenTitle } from '#ui/ScreenTitle.tsx'
import { Stack } from '#ui/Stack.tsx'

import { Enrolment } from './Enrolment.tsx'
import { FactorForm } from './FactorForm.tsx'
import { me } from './queries.ts'

/** The screen after the password: it asks for the second factor, or lets the person add the first one. */
export default function SecondFactorScreen() {
  const navigate = useNavigate()
  const { search } = useLocation()
  const { data, error, refetch } = useQuery(me)
  const goOn = () => void navigate(safeReturn(search), { replace: true })

  if (!data) {
    if (error instanceof RequestFailure && error.status === 401) {
      return <Navigate to={paths['sign-in'] + search} replace />
    }
    return error ? (
      <LoadFailure error={error} retry={() => void refetch()} />
    ) : (
      <p>{shellText.loading}</p>
    )
  }
  return <Given first={data} onDone={goOn} />
}

/** `first`: the answer of GET /admin/me when the screen opened. A new factor changes it, but its recovery codes must stay shown. */
function Given({ first, onDone }: { first: Me; onDone: () => void }) {
  const client = useQueryClient()
  const { search } = useLocation()
  const [{ stage, factors }] = useState(first)
  if (stage === 'open') return <Navigate to={safeReturn(search)} replace />
  if (stage === 'enrolment') {
    return (
      <Enrolment
        onDone={async () => {
          // The new factor has made it stale. The layout behind reads that the console is open now.
          await client.prefetchQuery(me)
          onDone()
        }}
      />
    )
  }
  function enter(next: Me) {
    client.setQueryData(me.queryKey, next)
    onDone()
  }
  return (
    <Stack>
      <ScreenTitle>{sessionText.factor}</ScreenTitle>
      <p>{sessionText.factorText}</p>
      <FactorForm factors={factors} onDone={enter} />
    </Stack>
  )
}
