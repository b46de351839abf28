import { useQueryClient } from '@tanstack/react-query'
import { Link, useLocation, useNavigate } from 'react-router'

import { paths, safeReturn } from '#console/path/paths.ts'
import { sessionText } from '#console/text/session.ts'
import type { Me } from '#contract/console/staff.ts'
import { ScreenTitle } from '#ui/ScreenTitle.tsx'
import { Stack } from '#ui/Stack.tsx'

import { me } from './queries.ts'
import { SignInForm } from './SignInForm.tsx'

export default function SignInScreen() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { search } = useLocation()
  function enter(found: Me) {
    const next = found.stage === 'open' ? safeReturn(search) : paths['second-factor'] + search
    const before = client.getQueryData(me.queryKey)
    if (before && before.staff.id !== found.staff.id) {
      // The page still holds another person's answers and unsent edits.
      window.location.replace(next)
      return
    }
    client.setQueryData(me.queryKey, found)
    void navigate(next, { replace: true })
  }
  return (
    <Stack>
      <ScreenTitle>{sessionText.signIn}</ScreenTitle>
      <SignInForm onDone={enter} />
      <Link to={paths['forgot-password']}>{sessionText.forgot}</Link>
    </Stack>
  )
}
