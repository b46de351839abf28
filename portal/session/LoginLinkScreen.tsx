import { useState } from 'react'
import { useLocation, useSearch } from 'wouter'

import { LinkLogin, LoginLinkRequest } from '#contract/session.ts'
import { useAction } from '#portal/action.ts'
import { api, type RequestFailure } from '#portal/api.ts'
import { useForm } from '#portal/form.ts'
import { useNotices } from '#portal/notices.tsx'
import { login_link_text } from '#portal/text/login-link.ts'
import { Banner } from '#portal/ui/Banner.tsx'
import { Button } from '#portal/ui/Button.tsx'
import { Card } from '#portal/ui/Card.tsx'
import { Field } from '#portal/ui/Field.tsx'
import { Form } from '#portal/ui/Form.tsx'
import { ScreenTitle } from '#portal/ui/ScreenTitle.tsx'
import { Stack } from '#portal/ui/Stack.tsx'

import { BackToLogin } from './BackToLogin.tsx'
import { enter } from './enter.ts'
import { GuestFrame } from './GuestFrame.tsx'
import { MailSent } from './MailSent.tsx'
import { useTypedIdentifier } from './typed-identifier.ts'
import { withRedirect } from './with-redirect.ts'

/** R3.4: asks for a mailed link, and is where it leads. */
export default function LoginLinkScreen() {
  const query = useSearch()
  const [, navigate] = useLocation()
  const [refused, setRefused] = useState<string | null>(null)
  const carried = Object.fromEntries(new URLSearchParams(query))
  const link = LinkLogin.safeParse({ token: carried['token'], email: carried['email'] })
  const is_link = 'token' in carried || 'email' in carried

  function giveUp({ message }: RequestFailure) {
    setRefused(message)
    navigate(withRedirect('/entrar-link', query), { replace: true })
  }

  return (
    <GuestFrame>
      {link.success ? (
        <UseLink link={link.data} onRefused={giveUp} />
      ) : (
        <Request wrong={is_link ? login_link_text.incomplete : refused} />
      )}
    </GuestFrame>
  )
}

type UseLinkProps = { link: LinkLogin; onRefused: (failure: RequestFailure) => void }

/**
 * A press spends the link, the opening of the page does not: what scans mails opens pages (T11). Who has entered is led
 * on by the guard, and the token leaves the address.
 */
function UseLink({ link, onRefused }: UseLinkProps) {
  const notices = useNotices()
  const { busy, run } = useAction()
  const use = async () => enter(await api('POST /customer/login', { body: link }))
  // The link may still be good where the network or the server is not.
  const onFailure = (failure: RequestFailure) =>
    failure.status === 422 ? onRefused(failure) : notices.alert('error', failure.message)
  return (
    <Card>
      <Stack>
        <ScreenTitle>{login_link_text.use}</ScreenTitle>
        <p>{login_link_text.use_text(link.email)}</p>
        <Button full busy={busy} onClick={() => run(use, onFailure)}>
          {login_link_text.enter}
        </Button>
      </Stack>
    </Card>
  )
}

function Request({ wrong }: { wrong: string | null }) {
  const notices = useNotices()
  const identifier = useTypedIdentifier()
  const [sent, setSent] = useState(false)
  const { form, messages, submitting } = useForm({
    schema: LoginLinkRequest,
    read: (typed) => Object.fromEntries(typed),
    submit: async (body) => {
      await api('POST /customer/login-link', { body })
      setSent(true)
    },
    onFailure: ({ message }) => notices.alert('error', message),
  })
  if (sent) {
    return <MailSent title={login_link_text.sent} explanation={login_link_text.sent_text} />
  }
  return (
    <>
      <Card>
        <Form {...form}>
          <ScreenTitle>{login_link_text.heading}</ScreenTitle>
          {wrong && <Banner tone="error">{wrong}</Banner>}
          <p>{login_link_text.explanation}</p>
          <Field
            label={login_link_text.email}
            name="email"
            type="email"
            autoComplete="email"
            // Only an email receives a link.
            defaultValue={identifier.includes('@') ? identifier : ''}
            error={messages['email']}
          />
          <Button type="submit" busy={submitting} full>
            {login_link_text.submit}
          </Button>
        </Form>
      </Card>
      <BackToLogin />
    </>
  )
}
