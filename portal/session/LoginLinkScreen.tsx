import { useState } from 'react'
import { useLocation, useSearch } from 'wouter'

import type { RequestFailure } from '#contract/request/request-failure.ts'
import { type LinkCredentials, LinkLogin, LoginLinkRequest, MailedPath } from '#contract/session.ts'
import { api } from '#portal/client/api.ts'
import { useNotices } from '#portal/feedback/notices.tsx'
import { useAction } from '#portal/form/action.ts'
import { useForm } from '#portal/form/form.ts'
import { pathTo } from '#portal/path/paths.ts'
import { withRedirect } from '#portal/path/with-redirect.ts'
import { loginLinkText } from '#portal/text/login-link.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Field } from '#ui/form/Field.tsx'
import { Form } from '#ui/form/Form.tsx'
import { ScreenTitle } from '#ui/ScreenTitle.tsx'
import { Stack } from '#ui/Stack.tsx'

import { BackToLogin } from './BackToLogin.tsx'
import { enter } from './enter.ts'
import { GuestFrame } from './GuestFrame.tsx'
import { MailboxProof } from './MailboxProof.tsx'
import { MailSent } from './MailSent.tsx'
import { useTypedIdentifier } from './typed-identifier.ts'

/** R3.4: the form that requests a mailed login link, and the page that the link opens. */
export default function LoginLinkScreen() {
  const query = useSearch()
  const [, navigate] = useLocation()
  const [isUnconfirmed, setUnconfirmed] = useState(
    () => new URLSearchParams(query).get('unconfirmed') === 'true',
  )
  const [linkError, setLinkError] = useState<string | null>(null)
  const carried = Object.fromEntries(new URLSearchParams(query))
  // The link with which the page was opened, in state because the token is removed from the address first.
  const [link, setLink] = useState(
    () => LinkLogin.safeParse({ token: carried['token'], email: carried['email'] }).data,
  )
  const isLink = 'token' in carried || 'email' in carried

  function giveUp({ message }: RequestFailure) {
    setLinkError(message)
    setLink(undefined)
    navigate(withRedirect(pathTo('auth.link_login'), query), { replace: true })
  }

  return (
    <GuestFrame>
      {link ? (
        <UseLink
          link={link}
          isUnconfirmed={isUnconfirmed}
          onUnconfirmed={() => setUnconfirmed(true)}
          onRejected={giveUp}
        />
      ) : (
        <Request wrong={isLink ? loginLinkText.incomplete : linkError} />
      )}
    </GuestFrame>
  )
}

type UseLinkProps = {
  link: LinkLogin
  /**
   * Set by a parameter of the link, or by the server's answer: the email is unconfirmed. The page then asks for the password,
   * because signing in without it would delete the password (D13).
   */
  isUnconfirmed: boolean
  onUnconfirmed: () => void
  onRejected: (failure: RequestFailure) => void
}

/**
 * A press uses the link; opening the page does not, because mail scanners open pages (T11). Afterwards the guard redirects,
 * and the token leaves the address.
 */
function UseLink({ link, isUnconfirmed, onUnconfirmed, onRejected }: UseLinkProps) {
  const query = useSearch()
  const [, navigate] = useLocation()
  const notices = useNotices()
  const { busy, run } = useAction()
  async function use(credentials: LinkCredentials): Promise<void> {
    const body = { ...link, ...credentials, keep_password: true }
    const answer = await api('POST /customer/login', { body })
    // Remove the token from the address first. Otherwise the guard would treat it as a pending link.
    navigate(withRedirect(pathTo('auth.link_login'), query), { replace: true })
    enter(answer)
  }
  function onFailure(failure: RequestFailure) {
    if (failure.type === 'password_required') onUnconfirmed()
    // After a network or server failure the link may still be valid.
    else if (failure.status === 422) onRejected(failure)
    else notices.alert('error', failure.message)
  }
  if (isUnconfirmed) {
    return (
      <Card>
        <MailboxProof
          heading={loginLinkText.prove}
          explanation={loginLinkText.proveText(link.email)}
          email={link.email}
          submit={loginLinkText.enter}
          submitNew={loginLinkText.enterNew}
          send={use}
          onFailure={onFailure}
        />
      </Card>
    )
  }
  return (
    <Card>
      <Stack>
        <ScreenTitle>{loginLinkText.use}</ScreenTitle>
        <p>{loginLinkText.confirmation(link.email)}</p>
        <Button full busy={busy} onClick={() => run(() => use({}), onFailure)}>
          {loginLinkText.enter}
        </Button>
      </Stack>
    </Card>
  )
}

function Request({ wrong }: { wrong: string | null }) {
  const notices = useNotices()
  const identifier = useTypedIdentifier()
  // The link may open in another browser, so the mail must carry the redirect (D13).
  const redirect = MailedPath.safeParse(new URLSearchParams(useSearch()).get('redirect')).data
  const [sent, setSent] = useState(false)
  const { form, messages, submitting } = useForm({
    schema: LoginLinkRequest,
    read: (typed) => ({ ...Object.fromEntries(typed), redirect }),
    submit: async (body) => {
      await api('POST /customer/login-link', { body })
      setSent(true)
    },
    onFailure: ({ message }) => notices.alert('error', message),
  })
  if (sent) {
    return <MailSent title={loginLinkText.sent} explanation={loginLinkText.sentText} />
  }
  return (
    <>
      <Card>
        <Form {...form}>
          <ScreenTitle>{loginLinkText.heading}</ScreenTitle>
          {wrong && <Banner tone="error">{wrong}</Banner>}
          <p>{loginLinkText.explanation}</p>
          <Field
            label={loginLinkText.email}
            name="email"
            type="email"
            autoComplete="email"
            // Only an email can receive a link.
            defaultValue={identifier.includes('@') ? identifier : ''}
            error={messages['email']}
          />
          <Button type="submit" busy={submitting} full>
            {loginLinkText.submit}
          </Button>
        </Form>
      </Card>
      <BackToLogin />
    </>
  )
}
