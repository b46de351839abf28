import { useState } from 'react'
import { useLocation, useSearch } from 'wouter'

import { refusals } from '#contract/refusal.ts'
import { useAction } from '#portal/action.ts'
import { api } from '#portal/api.ts'
import { useNotices } from '#portal/notices.tsx'
import { GuestFrame } from '#portal/session/GuestFrame.tsx'
import { confirm_email_text } from '#portal/text/confirm-email.ts'
import { text } from '#portal/text/pt-BR.ts'
import { Banner } from '#portal/ui/Banner.tsx'
import { Button, LinkButton } from '#portal/ui/Button.tsx'
import { Card } from '#portal/ui/Card.tsx'
import { ScreenTitle } from '#portal/ui/ScreenTitle.tsx'
import { Stack } from '#portal/ui/Stack.tsx'

type Outcome = 'confirmed' | 'password_ended' | 'already_confirmed' | 'expired_token'

/** R3.14: where the mailed link leads. A press confirms, the opening of the page does not (T11). */
export default function ConfirmEmailScreen() {
  const query = useSearch()
  const [, navigate] = useLocation()
  const token = new URLSearchParams(query).get('token') ?? ''
  const [outcome, setOutcome] = useState<Outcome | null>(token === '' ? 'expired_token' : null)

  function end(found: Outcome) {
    setOutcome(found)
    // Spent, or good for nothing: it need not stay in the address.
    navigate('/confirmar-email', { replace: true })
  }

  return (
    <GuestFrame>
      <Card>
        {outcome ? (
          <Stack key="outcome">
            <ScreenTitle>{text.title.confirm_email}</ScreenTitle>
            <Ended outcome={outcome} />
          </Stack>
        ) : (
          <Confirm token={token} onEnd={end} />
        )}
      </Card>
    </GuestFrame>
  )
}

function Confirm({ token, onEnd }: { token: string; onEnd: (outcome: Outcome) => void }) {
  const notices = useNotices()
  const { busy, run } = useAction()
  async function confirm() {
    const { password_ended } = await api('POST /customer/email-confirmation', { body: { token } })
    onEnd(password_ended ? 'password_ended' : 'confirmed')
  }
  return (
    <Stack>
      <ScreenTitle>{confirm_email_text.heading}</ScreenTitle>
      <p>{confirm_email_text.explanation}</p>
      <Button
        full
        busy={busy}
        onClick={() =>
          run(confirm, ({ status, type, message }) => {
            if (type === 'already_confirmed') onEnd(type)
            // Whatever the server refuses in a token, it is not one that it sent.
            else if (status === 422) onEnd('expired_token')
            else notices.alert('error', message)
          })
        }
      >
        {confirm_email_text.submit}
      </Button>
    </Stack>
  )
}

/** What came of it, and what comes next: home, which is the login for who is not signed in. */
function Ended({ outcome }: { outcome: Outcome }) {
  if (outcome === 'expired_token') {
    return (
      <>
        <Banner tone="error">{refusals.expired_token.message}</Banner>
        <p>{confirm_email_text.failed_text}</p>
        <LinkButton href="/meu-cadastro" full>
          {text.title.settings}
        </LinkButton>
      </>
    )
  }
  if (outcome === 'password_ended') {
    return (
      <>
        <Banner tone="success">{confirm_email_text.confirmed}</Banner>
        <p>{confirm_email_text.password_ended}</p>
        <LinkButton href="/esqueci-minha-senha" full>
          {confirm_email_text.new_password}
        </LinkButton>
      </>
    )
  }
  return (
    <>
      <Banner tone="success">
        {outcome === 'confirmed'
          ? confirm_email_text.confirmed
          : refusals.already_confirmed.message}
      </Banner>
      <LinkButton href="/entrar" full>
        {confirm_email_text.continue}
      </LinkButton>
    </>
  )
}
