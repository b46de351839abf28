import { useState } from 'react'

import { api } from '#portal/client/api.ts'
import { useNotices } from '#portal/feedback/notices.tsx'
import { useForm } from '#portal/form/form.ts'
import { forgot_password_text } from '#portal/text/forgot-password.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Field } from '#ui/Field.tsx'
import { Form } from '#ui/Form.tsx'
import { ScreenTitle } from '#ui/ScreenTitle.tsx'

import { BackToLogin } from './BackToLogin.tsx'
import { ForgottenAccount } from './forgotten-account.ts'
import { GuestFrame } from './GuestFrame.tsx'
import { MailSent } from './MailSent.tsx'
import { useTypedIdentifier } from './typed-identifier.ts'

/** Requests a link to reset the password (R3.12). */
export default function ForgotPasswordScreen() {
  const [sent, setSent] = useState(false)
  return (
    <GuestFrame>
      {sent ? (
        <MailSent title={forgot_password_text.sent} explanation={forgot_password_text.sent_text} />
      ) : (
        <>
          <Request onSent={() => setSent(true)} />
          <BackToLogin />
        </>
      )}
    </GuestFrame>
  )
}

function Request({ onSent }: { onSent: () => void }) {
  const notices = useNotices()
  const identifier = useTypedIdentifier()
  const { form, messages, submitting } = useForm({
    schema: ForgottenAccount,
    read: (typed) => Object.fromEntries(typed),
    submit: async ({ identifier: headers }) => {
      await api('GET /customer/password-reset', { headers })
      onSent()
    },
    onFailure: ({ message }) => notices.alert('error', message),
  })
  return (
    <Card>
      <Form {...form}>
        <ScreenTitle>{forgot_password_text.heading}</ScreenTitle>
        <p>{forgot_password_text.explanation}</p>
        <Field
          label={forgot_password_text.identifier}
          name="identifier"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          defaultValue={identifier}
          error={messages['identifier']}
        />
        <Button type="submit" busy={submitting} full>
          {forgot_password_text.submit}
        </Button>
      </Form>
    </Card>
  )
}
