import { Fragment, useState } from 'react'

import { type Customer, CustomerChange } from '#contract/customer.ts'
import { api } from '#portal/client/api.ts'
import { useNotices } from '#portal/feedback/notices.tsx'
import { useAction } from '#portal/form/action.ts'
import { useForm } from '#portal/form/form.ts'
import { HiddenUsername } from '#portal/session/HiddenUsername.tsx'
import { CurrentPassword, NewPassword } from '#portal/session/PasswordFields.tsx'
import { forgot_password_text } from '#portal/text/forgot-password.ts'
import { login_text } from '#portal/text/login.ts'
import { reset_password_text } from '#portal/text/reset-password.ts'
import { settings_text } from '#portal/text/settings.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Form } from '#ui/Form.tsx'

import { useChangeCustomer } from './use-change-customer.ts'

/**
 * R4.3. A customer without a password sets the first one; others also give the current one. Other devices are signed out.
 */
export function CredentialsForm({ customer }: { customer: Customer }) {
  const changeCustomer = useChangeCustomer()
  const notices = useNotices()
  // A new key empties the password fields after a save.
  const [times_saved, setTimesSaved] = useState(0)
  const { form, messages, submitting } = useForm({
    schema: CustomerChange,
    read: (typed) => Object.fromEntries(typed),
    submit: async (change) => {
      await changeCustomer(change)
      setTimesSaved(times_saved + 1)
      notices.alert('success', settings_text.credentials_saved)
    },
    error_fields: { wrong_password: 'current_password' },
    onFailure: ({ message }) => notices.alert('error', settings_text.not_saved(message)),
  })
  return (
    <Card title={settings_text.credentials}>
      <Form {...form}>
        <HiddenUsername value={customer.email ?? customer.document ?? customer.phone} />
        <Fragment key={times_saved}>
          {customer.require_password && <CurrentPassword messages={messages} />}
          {customer.require_password && customer.email !== null && (
            <ForgottenPassword email={customer.email} />
          )}
          <NewPassword
            label={reset_password_text.password}
            confirmationLabel={reset_password_text.password_confirmation}
            messages={messages}
          />
        </Fragment>
        <Button type="submit" busy={submitting}>
          {settings_text.save_credentials}
        </Button>
      </Form>
    </Card>
  )
}

/** R3.12 for a signed-in person: the link goes to the account's email. */
function ForgottenPassword({ email }: { email: string }) {
  const notices = useNotices()
  const { busy, run } = useAction()
  async function askForLink() {
    await api('GET /customer/password-reset', { headers: { 'customer-email': email } })
    notices.alert('success', `${login_text.mail_sent} ${forgot_password_text.sent_text}`)
  }
  return (
    <div>
      <Button variant="plain" busy={busy} onClick={() => run(askForLink)}>
        {login_text.forgot_password}
      </Button>
    </div>
  )
}
