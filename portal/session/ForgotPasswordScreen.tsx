import { useState } from 'react'

import { api } from '#portal/api.ts'
import { useForm } from '#portal/form.ts'
import { useNotices } from '#portal/notices.tsx'
import { text } from '#portal/text/pt-BR.ts'
import { Button } from '#portal/ui/Button.tsx'
import { Card } from '#portal/ui/Card.tsx'
import { Field } from '#portal/ui/Field.tsx'
import { Form } from '#portal/ui/Form.tsx'
import { ScreenTitle } from '#portal/ui/ScreenTitle.tsx'

import { BackToLogin } from './BackToLogin.tsx'
import { ForgottenAccount } from './forgotten-account.ts'
import { GuestFrame } from './GuestFrame.tsx'
import { MailSent } from './MailSent.tsx'

/** R3.12. */
export default function ForgotPasswordScreen() {
  const [sent, setSent] = useState(false)
  return (
    <GuestFrame>
      {sent ? (
        <MailSent title={text.forgot_password.sent} sentence={text.forgot_password.sent_text} />
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
        <ScreenTitle>{text.forgot_password.heading}</ScreenTitle>
        <p>{text.forgot_password.explanation}</p>
        <Field
          label={text.forgot_password.identifier}
          name="identifier"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          error={messages['identifier']}
        />
        <Button type="submit" busy={submitting} full>
          {text.forgot_password.submit}
        </Button>
      </Form>
    </Card>
  )
}
