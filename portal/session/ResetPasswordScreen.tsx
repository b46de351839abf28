import { useState } from 'react'
import { useLocation, useSearch } from 'wouter'

import { expiredResetMessage, PasswordReset } from '#contract/session.ts'
import { api } from '#portal/client/api.ts'
import { useNotices } from '#portal/feedback/notices.tsx'
import { useForm } from '#portal/form/form.ts'
import { pathTo } from '#portal/path/paths.ts'
import { resetPasswordText } from '#portal/text/reset-password.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button, LinkButton } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Form } from '#ui/form/Form.tsx'
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
    errorFields: { expired_token: 'token' },
    onFailure: ({ message }) => notices.alert('error', message),
  })
  return (
    <GuestFrame>
      <Card>
        {token === '' || messages['token'] ? (
          <Expired />
        ) : (
          <Form {...form}>
            <ScreenTitle>{resetPasswordText.heading}</ScreenTitle>
            <HiddenUsername value={email} />
            <NewPassword
              label={resetPasswordText.password}
              confirmationLabel={resetPasswordText.password_confirmation}
              messages={messages}
            />
            <Button type="submit" busy={submitting} full>
              {resetPasswordText.submit}
            </Button>
          </Form>
        )}
      </Card>
      <BackToLogin />
    </GuestFrame>
  )
}

/** Shows the same message for expired, used and invented links, so that nobody learns which kind a link is. */
function Expired() {
  return (
    <Stack>
      <ScreenTitle>{resetPasswordText.heading}</ScreenTitle>
      <Banner tone="error">{expiredResetMessage}</Banner>
      <LinkButton href={pathTo('forgot-password')} full>
        {resetPasswordText.askAgain}
      </LinkButton>
    </Stack>
  )
}
