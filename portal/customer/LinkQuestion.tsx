import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'

import { signOut } from '#portal/session/sign-out.ts'
import { dropPendingLink, pendingLink } from '#portal/storage/pending-link.ts'
import { forgetSession } from '#portal/storage/session.ts'
import { pending_link_text } from '#portal/text/pending-link.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'

import { customer } from './queries.ts'

/** D13: asks which account is meant by a mailed link that was opened while somebody is signed in. Only an answer closes it. */
export function LinkQuestion() {
  const [link, setLink] = useState(pendingLink)
  const [isLeaving, setLeaving] = useState(false)
  const { data: known } = useQuery(customer)
  const wasAsked = useRef(false)
  // The screen behind the dialog could not take the focus when it came.
  useEffect(() => {
    if (link !== null) wasAsked.current = true
    else if (wasAsked.current) document.querySelector('h1')?.focus({ preventScroll: true })
  }, [link])
  if (link === null || !known) return null

  function stay() {
    dropPendingLink()
    setLink(null)
  }

  async function leaveFor(destination: string) {
    setLeaving(true)
    await signOut()
    // Nothing is announced here: the guard would lead to the login before the new page comes. Other tabs notice by themselves.
    forgetSession('logout')
    location.replace(destination)
  }

  return (
    <Dialog
      title={pending_link_text.heading}
      actions={
        <>
          <Button full onClick={() => !isLeaving && stay()}>
            {pending_link_text.stay(known.name ?? known.email ?? known.phone ?? '')}
          </Button>
          <Button full variant="quiet" busy={isLeaving} onClick={() => void leaveFor(link)}>
            {pending_link_text.use}
          </Button>
        </>
      }
    >
      <p>{pending_link_text.explanation}</p>
    </Dialog>
  )
}
