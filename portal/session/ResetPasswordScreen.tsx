import { useState } from 'react'
import { useLocation, useSearch } from 'wouter'

import { expired_reset_message, PasswordReset } from '#contract/session.ts'
import { api } from '#portal/client/api.ts'
import { useNotices } from '#portal/feedback/notices.tsx'
import { useForm } from '#portal/form/form.ts'
import { pathTo } from '#portal/path/paths.ts'
import { reset_password_text } from '#portal/text/reset-password.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button, LinkButton } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Form } from '#ui/Form.tsx'
import { ScreenTitle } from '#ui/ScreenTitle.tsx'
import { Stack } from '#ui/Stack.tsx'

import { BackToLogin } from './BackToLogin.tsx'
import { GuestFrame } from './GuestFrame.tsx'
import { HiddenUsername } from './HiddenUsername.tsx'
import { mailedEmail } from './mailed-email.ts'
import { NewPassword } from './PasswordFields.tsx'

/** R3.13: the target of the mailed link. */
export default function ResetPasswordScreen() {
  const query = useSearch()
  const [, navigate] = useLocation()
  const notices = useNotices()
  const token = new URLSearchParams(query).get('token') ?? ''
  const [email] = useState(mailedEmail)
  const { form, messages, submitting } = useForm({
    schema: PasswordReset,
    read: (typed) => ({ ...Object.fromEntries(typed), token }),
    submit: async (body) => {
      await api('POST /customer/password-reset', { body })
      // `replace` removes this address, whose token is used.
      navigate(pathTo('login', {}, { passwordReset: 'true' }), { replace: true })
    },
    error_fields: { expired_token: 'token' },
    onFailure: ({ message }) => notices.alert('error', message),
  })
  return (
    <GuestFrame>
      <Card>
        {token === '' || messages['token'] ? (
          <Expired />
        ) : (
          <Form {...form}>
            <ScreenTitle>{reset_password_text.heading}</ScreenTitle>
            <HiddenUsername value={email} />
            <NewPassword
              label={reset_password_text.password}
              confirmationLabel={reset_password_text.password_confirmation}
              messages={messages}
            />
            <Button type="submit" busy={submitting} full>
              {reset_password_text.submit}
            </Button>
          </Form>
        )}
      </Card>
      <BackToLogin />
    </GuestFrame>
  )
}

/** The same for expired, used and invented links, so that nobody learns which. */
function Expired() {
  return (
    <Stack>
      <ScreenTitle>{reset_password_text.heading}</ScreenTitle>
      <Banner tone="error">{expired_reset_message}</Banner>
      <LinkButton href={pathTo('forgot-password')} full>
        {reset_password_text.ask_again}
      </LinkButton>
    </Stack>
  )
}
