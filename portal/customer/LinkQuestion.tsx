import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'

import { signOut } from '#portal/session/sign-out.ts'
import { dropPendingLink, pendingLink } from '#portal/storage/pending-link.ts'
import { pendingLinkText } from '#portal/text/pending-link.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/overlay/Dialog.tsx'

import { customer } from './queries.ts'

/** D13: asks which account to use when a mailed link is opened during a session. Only an answer closes it. */
export function LinkQuestion() {
  const [link, setLink] = useState(pendingLink)
  const [isLeaving, setLeaving] = useState(false)
  const { data: owner } = useQuery(customer)
  const wasAsked = useRef(false)
  // After the answer, focus the screen's title. While the dialog was open, the title could not take the focus.
  useEffect(() => {
    if (link !== null) wasAsked.current = true
    else if (wasAsked.current) document.querySelector('h1')?.focus({ preventScroll: true })
  }, [link])
  if (link === null || !owner) return null

  function stay() {
    dropPendingLink()
    setLink(null)
  }

  async function leaveFor(destination: string) {
    setLeaving(true)
    // signOut fires no session event. After that event the guard would redirect to the login before the new page loads. Other
    // tabs detect the end of the session by themselves.
    await signOut()
    location.replace(destination)
  }

  return (
    <Dialog
      title={pendingLinkText.heading}
      actions={
        <>
          <Button full onClick={() => !isLeaving && stay()}>
            {pendingLinkText.stay(owner.name ?? owner.email ?? owner.phone ?? '')}
          </Button>
          <Button full variant="quiet" busy={isLeaving} onClick={() => void leaveFor(link)}>
            {pendingLinkText.use}
          </Button>
        </>
      }
    >
      <p>{pendingLinkText.explanation}</p>
    </Dialog>
  )
}
