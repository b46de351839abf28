import { Fragment, useState } from 'react'

import { type Customer, CustomerChange } from '#contract/customer.ts'
import { api } from '#portal/client/api.ts'
import { useNotices } from '#portal/feedback/notices.tsx'
import { useAction } from '#portal/form/action.ts'
import { useForm } from '#portal/form/form.ts'
import { HiddenUsername } from '#portal/session/HiddenUsername.tsx'
import { CurrentPassword, NewPassword } from '#portal/session/PasswordFields.tsx'
import { forgotPasswordText } from '#portal/text/forgot-password.ts'
import { loginText } from '#portal/text/login.ts'
import { resetPasswordText } from '#portal/text/reset-password.ts'
import { settingsText } from '#portal/text/settings.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Form } from '#ui/form/Form.tsx'

import { useChangeCustomer } from './use-change-customer.ts'

import styles from './SettingsScreen.module.css'

/**
 * R4.3. A customer without a password sets the first one; others also give the current one. Other devices are signed out.
 */
export function CredentialsForm({ customer }: { customer: Customer }) {
  const changeCustomer = useChangeCustomer()
  const notices = useNotices()
  // A new key empties the password fields after a save.
  const [timesSaved, setTimesSaved] = useState(0)
  const { form, messages, submitting } = useForm({
    schema: CustomerChange,
    read: (typed) => Object.fromEntries(typed),
    submit: async (change) => {
      await changeCustomer(change)
      setTimesSaved(timesSaved + 1)
      notices.alert('success', settingsText.credentialsSaved)
    },
    errorFields: { wrong_password: 'current_password' },
    onFailure: ({ message }) => notices.alert('error', settingsText.notSaved(message)),
  })
  return (
    <Card title={settingsText.credentials}>
      <Form {...form}>
        <HiddenUsername value={customer.email ?? customer.document ?? customer.phone} />
        <Fragment key={timesSaved}>
          {customer.require_password && <CurrentPassword messages={messages} />}
          {customer.require_password && customer.email !== null && (
            <ForgottenPassword email={customer.email} />
          )}
          <NewPassword
            label={resetPasswordText.password}
            confirmationLabel={resetPasswordText.password_confirmation}
            messages={messages}
          />
        </Fragment>
        <Button type="submit" busy={submitting}>
          {settingsText.saveCredentials}
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
    notices.alert('success', `${loginText.mailSent} ${forgotPasswordText.sentText}`)
  }
  return (
    <div className={styles.plain}>
      <Button variant="plain" busy={busy} onClick={() => run(askForLink)}>
        {loginText.forgotPassword}
      </Button>
    </div>
  )
}
