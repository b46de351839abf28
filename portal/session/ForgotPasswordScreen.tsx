import { useState } from 'react'

import { api } from '#portal/client/api.ts'
import { useNotices } from '#portal/feedback/notices.tsx'
import { useForm } from '#portal/form/form.ts'
import { forgotPasswordText } from '#portal/text/forgot-password.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Field } from '#ui/form/Field.tsx'
import { Form } from '#ui/form/Form.tsx'
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
        <MailSent title={forgotPasswordText.sent} explanation={forgotPasswordText.sentText} />
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
        <ScreenTitle>{forgotPasswordText.heading}</ScreenTitle>
        <p>{forgotPasswordText.explanation}</p>
        <Field
          label={forgotPasswordText.identifier}
          name="identifier"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          defaultValue={identifier}
          error={messages['identifier']}
        />
        <Button type="submit" busy={submitting} full>
          {forgotPasswordText.submit}
        </Button>
      </Form>
    </Card>
  )
}
