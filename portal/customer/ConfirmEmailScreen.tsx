import { useState } from 'react'
import { useLocation, useSearch } from 'wouter'

import { errorCodes } from '#contract/error.ts'
import type { RequestFailure } from '#contract/request/request-failure.ts'
import { EmailConfirmation, type LinkCredentials } from '#contract/session.ts'
import { api } from '#portal/client/api.ts'
import { useNotices } from '#portal/feedback/notices.tsx'
import { useAction } from '#portal/form/action.ts'
import { pathTo } from '#portal/path/paths.ts'
import { enter } from '#portal/session/enter.ts'
import { GuestFrame } from '#portal/session/GuestFrame.tsx'
import { MailboxProof } from '#portal/session/MailboxProof.tsx'
import { mailedEmail } from '#portal/session/mailed-email.ts'
import { storedToken } from '#portal/storage/session.ts'
import { confirmEmailText } from '#portal/text/confirm-email.ts'
import { text } from '#portal/text/pt-BR.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button, LinkButton } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { ScreenTitle } from '#ui/ScreenTitle.tsx'
import { Stack } from '#ui/Stack.tsx'

type Outcome = 'confirmed' | 'password_ended' | 'already_confirmed' | 'expired_token'

/** R3.14: the target of the mailed link. A press confirms the email; opening the page does not (T11). */
export default function ConfirmEmailScreen() {
  const query = useSearch()
  const [, navigate] = useLocation()
  const token = new URLSearchParams(query).get('token') ?? ''
  const [outcome, setOutcome] = useState<Outcome | null>(() =>
    EmailConfirmation.safeParse({ token }).success ? null : 'expired_token',
  )

  function end(found: Outcome) {
    setOutcome(found)
    // Remove the token from the address: it is used or invalid.
    navigate(pathTo('confirm-email'), { replace: true })
  }

  return (
    <GuestFrame>
      <Card>
        {outcome ? (
          <Stack key="outcome">
            <ScreenTitle>{text.title.confirmEmail}</ScreenTitle>
            <Ended outcome={outcome} />
          </Stack>
        ) : (
          <Confirm token={token} onEnd={end} />
        )}
      </Card>
    </GuestFrame>
  )
}

type ConfirmProps = { token: string; onEnd: (outcome: Outcome) => void }

/** Confirms at once in a session of the account. Otherwise it needs the account's password or a new one (D13). */
function Confirm({ token, onEnd }: ConfirmProps) {
  const notices = useNotices()
  const [email] = useState(mailedEmail)
  const [isSignedIn] = useState(() => storedToken() !== undefined)
  const [isOtherAccount, setOtherAccount] = useState(false)

  async function confirm(credentials: LinkCredentials): Promise<void> {
    const body = { token, ...credentials }
    const { password_ended, ...session } = await api('POST /customer/email-confirmation', { body })
    if (session.token) enter(session)
    onEnd(password_ended ? 'password_ended' : 'confirmed')
  }

  function onFailure({ type, message }: RequestFailure) {
    if (type === 'already_confirmed' || type === 'expired_token') onEnd(type)
    else if (type === 'password_required') setOtherAccount(true)
    else notices.alert('error', message)
  }

  if (isSignedIn && !isOtherAccount) {
    return <ConfirmAtOnce confirm={() => confirm({})} onFailure={onFailure} />
  }
  return (
    <MailboxProof
      heading={confirmEmailText.heading}
      explanation={isOtherAccount ? confirmEmailText.askOther(email) : confirmEmailText.ask(email)}
      email={email}
      submit={confirmEmailText.submit}
      submitNew={confirmEmailText.submitNew}
      send={confirm}
      onFailure={onFailure}
    />
  )
}

type ConfirmAtOnceProps = {
  confirm: () => Promise<void>
  onFailure: (failure: RequestFailure) => void
}

function ConfirmAtOnce({ confirm, onFailure }: ConfirmAtOnceProps) {
  const { busy, run } = useAction()
  return (
    <Stack>
      <ScreenTitle>{confirmEmailText.heading}</ScreenTitle>
      <p>{confirmEmailText.explanation}</p>
      <Button full busy={busy} onClick={() => run(confirm, onFailure)}>
        {confirmEmailText.submit}
      </Button>
    </Stack>
  )
}

/** Shows the outcome with a link to the home screen. A guest who follows it is redirected to the login. */
function Ended({ outcome }: { outcome: Outcome }) {
  if (outcome === 'expired_token') {
    return (
      <>
        <Banner tone="error">{errorCodes.expired_token.message}</Banner>
        <p>{confirmEmailText.failedText}</p>
        <LinkButton href={pathTo('settings')} full>
          {text.title.settings}
        </LinkButton>
      </>
    )
  }
  return (
    <>
      <Banner tone="success">
        {outcome === 'already_confirmed'
          ? errorCodes.already_confirmed.message
          : confirmEmailText.confirmed}
      </Banner>
      {outcome === 'password_ended' && <p>{confirmEmailText.password_ended}</p>}
      <LinkButton href={pathTo('login')} full>
        {confirmEmailText.continue}
      </LinkButton>
    </>
  )
}
