import { type RefObject, useState } from 'react'
import { useLocation, useSearch } from 'wouter'

import { RegistrationForm } from '#contract/customer.ts'
import { api } from '#portal/api.ts'
import { type Messages, useForm } from '#portal/form.ts'
import { useNotices } from '#portal/notices.tsx'
import { enter } from '#portal/session/enter.ts'
import { GuestFrame } from '#portal/session/GuestFrame.tsx'
import { text } from '#portal/text/pt-BR.ts'
import { Banner } from '#portal/ui/Banner.tsx'
import { Button } from '#portal/ui/Button.tsx'
import { Card } from '#portal/ui/Card.tsx'
import { Checkbox } from '#portal/ui/Checkbox.tsx'
import { Field } from '#portal/ui/Field.tsx'
import { MaskedField } from '#portal/ui/MaskedField.tsx'
import { cnpj, cpf, date } from '#portal/ui/masks.ts'
import { PasswordField } from '#portal/ui/PasswordField.tsx'
import { ScreenTitle } from '#portal/ui/ScreenTitle.tsx'

import { OptInLabel } from './OptInLabel.tsx'
import { heading, readRegistration } from './registration.ts'

import styles from './RegisterScreen.module.css'

/** R3.11. Who has registered is signed in, and led on by the guard. */
export default function RegisterScreen() {
  const notices = useNotices()
  const { form, messages, submitting } = useForm({
    schema: RegistrationForm,
    read: readRegistration,
    submit: async (filled_in) => {
      const { password_confirmation: _, ...body } = filled_in
      enter(await api('POST /customer/create-via-email', { body }))
      notices.snackbar(text.register.welcome)
    },
    refused_fields: {
      used_email: 'email',
      used_document: 'document',
      underage: 'birthdate',
      overage: 'birthdate',
    },
    onFailure: ({ message }) => notices.alert('error', message),
  })
  const wrong = heading(messages)
  return (
    <GuestFrame>
      <Card>
        <form {...form} className={styles.form}>
          <ScreenTitle>{text.register.heading}</ScreenTitle>
          {wrong && <Banner tone="error">{wrong}</Banner>}
          <Field
            label={text.register.name}
            name="name"
            autoComplete="name"
            error={messages['name']}
          />
          <DocumentField error={messages['document']} />
          <Field
            label={text.register.email}
            name="email"
            type="email"
            autoComplete="email"
            error={messages['email']}
          />
          <MaskedField
            label={text.register.birthdate}
            name="birthdate"
            mask={date}
            inputMode="numeric"
            autoComplete="bday"
            placeholder={text.register.birthdate_format}
            error={messages['birthdate']}
          />
          <Passwords messages={messages} />
          <Checkbox name="opt_in" label={<OptInLabel />} error={messages['opt_in']} />
          <Checkbox name="opt_in_marketing" label={text.register.opt_in_marketing} />
          <Button type="submit" busy={submitting} full>
            {text.register.submit}
          </Button>
        </form>
      </Card>
      <BackToLogin form={form.ref} />
    </GuestFrame>
  )
}

/** Typed twice, as nobody sees what is typed (R5.6). */
function Passwords({ messages }: { messages: Messages }) {
  return (
    <>
      <PasswordField
        label={text.register.password}
        name="password"
        autoComplete="new-password"
        hint={text.register.password_hint}
        show={text.login.show_password}
        hide={text.login.hide_password}
        error={messages['password']}
      />
      <PasswordField
        label={text.register.password_confirmation}
        name="password_confirmation"
        autoComplete="new-password"
        show={text.login.show_password}
        hide={text.login.hide_password}
        error={messages['password_confirmation']}
      />
    </>
  )
}

/** A CPF, or a CNPJ for who is a company. */
function DocumentField({ error }: { error: string | undefined }) {
  const [use_cnpj, setUseCnpj] = useState(false)
  return (
    <MaskedField
      // Another mask is another input: what was typed for the first is no start for the second.
      key={use_cnpj ? 'cnpj' : 'cpf'}
      label={use_cnpj ? text.register.cnpj : text.register.cpf}
      name="document"
      mask={use_cnpj ? cnpj : cpf}
      inputMode={use_cnpj ? 'text' : 'numeric'}
      autoComplete="off"
      error={error}
      aside={
        <button type="button" className={styles.toggle} onClick={() => setUseCnpj(!use_cnpj)}>
          {use_cnpj ? text.register.use_cpf : text.register.use_cnpj}
        </button>
      }
    />
  )
}

/** Asks before what was filled in is lost. */
function BackToLogin({ form }: { form: RefObject<HTMLFormElement | null> }) {
  const notices = useNotices()
  const query = useSearch()
  const [, navigate] = useLocation()
  async function leave() {
    const typed = [...new FormData(form.current ?? undefined).values()].some(
      (value) => value !== '',
    )
    const asked = { title: text.register.leave, message: text.register.leave_text }
    if (!typed || (await notices.confirm(asked))) navigate(`/entrar${query && `?${query}`}`)
  }
  return (
    <p className={styles.login}>
      {text.register.has_account}{' '}
      <Button variant="plain" onClick={() => void leave()}>
        {text.register.login}
      </Button>
    </p>
  )
}
