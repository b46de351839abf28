import { type RefObject, useState } from 'react'
import { useLocation, useSearch } from 'wouter'

import { onDayOf, RegistrationForm } from '#contract/customer.ts'
import { api } from '#portal/client/api.ts'
import { useCompany } from '#portal/company/company.ts'
import { useNotices } from '#portal/feedback/notices.tsx'
import { lineOf, useForm } from '#portal/form/form.ts'
import { pathTo } from '#portal/path/paths.ts'
import { withRedirect } from '#portal/path/with-redirect.ts'
import { enter } from '#portal/session/enter.ts'
import { GuestFrame } from '#portal/session/GuestFrame.tsx'
import { NewPassword } from '#portal/session/PasswordFields.tsx'
import { TypedLink } from '#portal/session/TypedLink.tsx'
import { draftOf, dropDraft } from '#portal/storage/draft.ts'
import { loginText } from '#portal/text/login.ts'
import { registerText } from '#portal/text/register.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { Field } from '#ui/form/Field.tsx'
import { Form } from '#ui/form/Form.tsx'
import { MaskedField } from '#ui/form/MaskedField.tsx'
import { date } from '#ui/form/masks.ts'
import { ScreenTitle } from '#ui/ScreenTitle.tsx'

import { DocumentField } from './DocumentField.tsx'
import { OptInLabel } from './OptInLabel.tsx'
import { heading, readRegistration } from './registration.ts'

import styles from './RegisterScreen.module.css'

const draft = 'registration'

/**
 * R3.11. Registering signs the customer in, and the guard redirects. A draft survives a reload and the browser's back,
 * except for passwords.
 */
export default function RegisterScreen() {
  const [typed] = useState(() => draftOf(draft) ?? {})
  const { form, messages, showsError, submitting } = useRegistration()
  const wrong = heading(messages)
  const current = (field: string) => lineOf(new FormData(form.ref.current ?? undefined), field)
  return (
    <GuestFrame isExplained>
      <Card>
        <Form {...form}>
          <ScreenTitle>{registerText.heading}</ScreenTitle>
          {wrong && <Banner tone="error">{wrong}</Banner>}
          <Field
            label={registerText.name}
            name="name"
            autoComplete="name"
            autoCapitalize="words"
            defaultValue={typed['name']}
            error={messages['name']}
          />
          <DocumentField defaultValue={typed['document']} error={messages['document']} />
          {showsError('document', 'used_document') && (
            <ExistingAccount identifier={() => current('document')} />
          )}
          <Field
            label={registerText.email}
            name="email"
            type="email"
            autoComplete="email"
            defaultValue={typed['email']}
            error={messages['email']}
          />
          {showsError('email', 'used_email') && (
            <ExistingAccount identifier={() => current('email')} />
          )}
          <MaskedField
            label={registerText.birthdate}
            name="birthdate"
            mask={date}
            inputMode="numeric"
            autoComplete="bday"
            placeholder={registerText.birthdateFormat}
            defaultValue={typed['birthdate']}
            error={messages['birthdate']}
          />
          <NewPassword
            label={registerText.password}
            confirmationLabel={registerText.password_confirmation}
            messages={messages}
          />
          <OptIns typed={typed} error={messages['opt_in']} />
          <Button type="submit" busy={submitting} full>
            {registerText.submit}
          </Button>
        </Form>
      </Card>
      <BackToLogin form={form.ref} />
    </GuestFrame>
  )
}

/** Registers the customer, signs them in and welcomes them. */
function useRegistration() {
  const notices = useNotices()
  return useForm({
    schema: onDayOf(useCompany().company, RegistrationForm),
    draft,
    read: readRegistration,
    submit: async (filledIn) => {
      const { password_confirmation: _, use_cnpj: __, ...body } = filledIn
      enter(await api('POST /customer/create-via-email', { body }))
      notices.snackbar(registerText.welcome)
    },
    errorFields: {
      used_email: 'email',
      used_document: 'document',
      underage: 'birthdate',
      overage: 'birthdate',
    },
    onFailure: ({ message }) => notices.alert('error', message),
  })
}

/** Consent to the terms is required; consent to marketing is not. `typed` has a key for each ticked box. */
function OptIns({ typed, error }: { typed: Record<string, string>; error: string | undefined }) {
  return (
    <>
      <Checkbox
        name="opt_in"
        label={<OptInLabel />}
        defaultChecked={'opt_in' in typed}
        error={error}
      />
      <Checkbox
        name="opt_in_marketing"
        label={registerText.opt_in_marketing}
        defaultChecked={'opt_in_marketing' in typed}
      />
    </>
  )
}

/** Two links for a person whose account exists: login and forgotten password. They pass on the typed identifier. */
function ExistingAccount({ identifier }: { identifier: () => string }) {
  const query = useSearch()
  return (
    <p className={styles.existing}>
      <TypedLink href={withRedirect(pathTo('login'), query)} typed={identifier}>
        {registerText.enterExisting}
      </TypedLink>
      <TypedLink href={withRedirect(pathTo('forgot-password'), query)} typed={identifier}>
        {loginText.forgotPassword}
      </TypedLink>
    </p>
  )
}

/** Asks before it discards the typed values. */
function BackToLogin({ form }: { form: RefObject<HTMLFormElement | null> }) {
  const notices = useNotices()
  const query = useSearch()
  const [, navigate] = useLocation()
  async function leave() {
    const typed = [...new FormData(form.current ?? undefined).values()].some(
      (value) => value !== '',
    )
    const question = { title: registerText.leave, message: registerText.leaveText }
    if (typed && !(await notices.confirm(question))) return
    dropDraft(draft)
    navigate(withRedirect(pathTo('login'), query))
  }
  return (
    <p className={styles.login}>
      {registerText.hasAccount}{' '}
      <Button variant="plain" onClick={() => void leave()}>
        {registerText.login}
      </Button>
    </p>
  )
}
