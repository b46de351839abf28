import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'

import { apiWithoutPrompt } from '#console/client/api.ts'
import { type Prompt, usePrompt } from '#console/client/prompt.ts'
import { paths } from '#console/path/paths.ts'
import { sessionText } from '#console/text/session.ts'
import type { Me } from '#contract/console/staff.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { Stack } from '#ui/Stack.tsx'

import { FactorForm } from './FactorForm.tsx'
import { me } from './queries.ts'
import { SignInForm } from './SignInForm.tsx'

/** Asks for a sign-in or a second factor over the open screen (client/prompt.ts). The screen behind keeps what was typed. */
export function PromptDialog() {
  const prompt = usePrompt()
  return prompt && <Open prompt={prompt} />
}

function Open({ prompt }: { prompt: Prompt }) {
  const client = useQueryClient()
  const current = client.getQueryData(me.queryKey)
  const [found, setFound] = useState<Me | undefined>(
    prompt.kind === 'second-factor' ? current : undefined,
  )
  const isFresh = prompt.kind === 'second-factor'

  function accept(next: Me) {
    // The screen and the cache hold what the last person saw.
    if (current && next.staff.id !== current.staff.id) {
      window.location.assign(paths.home)
      return
    }
    if (next.stage !== 'open') {
      setFound(next)
      return
    }
    client.setQueryData(me.queryKey, next)
    prompt.settle(true)
  }
  useOtherTab(prompt.kind === 'sign-in', accept)

  return (
    <Dialog
      title={isFresh ? sessionText.fresh : sessionText.again}
      onClose={isFresh ? () => prompt.settle(false) : undefined}
      actions={
        <Button variant="quiet" onClick={() => prompt.settle(false)}>
          {isFresh ? sessionText.cancel : sessionText.later}
        </Button>
      }
    >
      <Stack>
        <p>{isFresh ? sessionText.freshText : sessionText.againText}</p>
        {found ? (
          <FactorForm factors={found.factors} onDone={accept} />
        ) : (
          <SignInForm email={current?.staff.email ?? ''} onDone={accept} />
        )}
      </Stack>
    </Dialog>
  )
}

/** In another tab the same person may have signed in again, or somebody else: the cookie is the browser's. */
function useOtherTab(isSignIn: boolean, onFound: (found: Me) => void) {
  const accept = useEffectEvent(onFound)
  useEffect(() => {
    if (!isSignIn) return undefined
    async function look() {
      if (document.visibilityState !== 'visible') return
      // If the page still has no session, the dialog stays open.
      const found = await apiWithoutPrompt('GET /admin/me').catch(() => undefined)
      if (found?.stage === 'open') accept(found)
    }
    const onChange = () => void look()
    onChange()
    document.addEventListener('visibilitychange', onChange)
    return () => document.removeEventListener('visibilitychange', onChange)
  }, [isSignIn])
}
