import { useState } from 'react'

import type { RequestFailure } from '#contract/request/request-failure.ts'
import { LinkCredentials } from '#contract/session.ts'
import { useCompany } from '#portal/company/company.ts'
import { lineOf, useForm } from '#portal/form/form.ts'
import { loginText } from '#portal/text/login.ts'
import { mailboxProofText } from '#portal/text/mailbox-proof.ts'
import { resetPasswordText } from '#portal/text/reset-password.ts'
import { Button } from '#ui/Button.tsx'
import { Form } from '#ui/form/Form.tsx'
import { PasswordField } from '#ui/form/PasswordField.tsx'
import { ScreenTitle } from '#ui/ScreenTitle.tsx'

import { HiddenUsername } from './HiddenUsername.tsx'
import { NewPassword } from './PasswordFields.tsx'

type MailboxProofProps = {
  heading: string
  explanation: string
  /** The account's email, for password managers. */
  email: string | undefined
  submit: string
  submitNew: string
  send: (credentials: LinkCredentials) => Promise<void>
  onFailure: (failure: RequestFailure) => void
}

/**
 * Asks for proof when a mailed link concerns an account whose email is unconfirmed (T10). With the account's password
 * everything stays. A new password ends the access of others; the form lists what ends before the press.
 */
export function MailboxProof(props: MailboxProofProps) {
  const [isForgotten, setForgotten] = useState(false)
  return isForgotten ? (
    <NewPasswordForm {...props} onBack={() => setForgotten(false)} />
  ) : (
    <PasswordForm {...props} onForgotten={() => setForgotten(true)} />
  )
}

function PasswordForm({
  heading,
  explanation,
  email,
  submit,
  send,
  onFailure,
  onForgotten,
}: MailboxProofProps & { onForgotten: () => void }) {
  const { firebase } = useCompany().settings.integrations
  const { form, messages, submitting } = useForm({
    schema: LinkCredentials,
    // Empty is sent as absent, because the server must first say whether the link is valid.
    read: (typed) => ({ current_password: lineOf(typed, 'current_password') || undefined }),
    submit: send,
    errorFields: { wrong_password: 'current_password' },
    onFailure,
  })
  return (
    <Form {...form} key="password">
      <ScreenTitle>{heading}</ScreenTitle>
      <p>{explanation}</p>
      <HiddenUsername value={email} />
      <PasswordField
        label={mailboxProofText.password}
        name="current_password"
        autoComplete="current-password"
        show={loginText.showPassword}
        hide={loginText.hidePassword}
        hint={firebase ? mailboxProofText.provider : undefined}
        error={messages['current_password']}
      />
      <Button type="submit" busy={submitting} full>
        {submit}
      </Button>
      <Button variant="plain" full onClick={onForgotten}>
        {mailboxProofText.forgot}
      </Button>
    </Form>
  )
}

function NewPasswordForm({
  email,
  submitNew,
  send,
  onFailure,
  onBack,
}: MailboxProofProps & { onBack: () => void }) {
  const { firebase } = useCompany().settings.integrations
  const { form, messages, submitting } = useForm({
    schema: LinkCredentials,
    read: (typed) => Object.fromEntries(typed),
    submit: send,
    onFailure,
  })
  return (
    <Form {...form} key="new">
      <ScreenTitle>{mailboxProofText.newHeading}</ScreenTitle>
      <p>
        {mailboxProofText.newExplanation} {firebase && mailboxProofText.newExplanationProvider}
      </p>
      <HiddenUsername value={email} />
      <NewPassword
        label={resetPasswordText.password}
        confirmationLabel={resetPasswordText.password_confirmation}
        messages={messages}
      />
      <Button type="submit" busy={submitting} full>
        {submitNew}
      </Button>
      <Button variant="plain" full onClick={onBack}>
        {mailboxProofText.back}
      </Button>
    </Form>
  )
}
