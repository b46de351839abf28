import { type RefObject, useState } from 'react'
import { useLocation, useSearch } from 'wouter'

import { password_mismatch_message, RegistrationForm } from '#contract/customer.ts'
import { fromBrazilianDate } from '#contract/date.ts'
import { bareDocument } from '#contract/document.ts'
import { api } from '#portal/api.ts'
import { useForm } from '#portal/form.ts'
import { useNotices } from '#portal/notices.tsx'
import { GuestFrame } from '#portal/session/GuestFrame.tsx'
import { beginSession } from '#portal/session/session.ts'
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

import styles from './RegisterScreen.module.css'

/** R3.11. Who has registered is signed in, and led on by the guard. */
export default function RegisterScreen() {
  const notices = useNotices()
  const [use_cnpj, setUseCnpj] = useState(false)
  const { form, messages, submitting } = useForm({
    schema: RegistrationForm,
    read: readRegistration,
    submit: async ({ password_confirmation: _, ...body }) => {
      const { token } = await api('POST /customer/create-via-email', { body })
      notices.snackbar(text.register.welcome)
      beginSession(token)
    },
    refused_fields: { used_email: 'email', used_document: 'document' },
    onFailure: ({ message }) => notices.alert('error', message),
  })
  return (
    <GuestFrame>
      <Card>
        <form {...form} className={styles.form}>
          <ScreenTitle>{text.register.heading}</ScreenTitle>
          {Object.keys(messages).length > 0 && <Banner tone="error">{heading(messages)}</Banner>}
          <Field
            label={text.register.name}
            name="name"
            autoComplete="name"
            error={messages['name']}
          />
          <MaskedField
            // Another mask is another input: what was typed for the first is no start for the second.
            key={use_cnpj ? 'cnpj' : 'cpf'}
            label={use_cnpj ? text.register.cnpj : text.register.cpf}
            name="document"
            mask={use_cnpj ? cnpj : cpf}
            inputMode={use_cnpj ? 'text' : 'numeric'}
            autoComplete="off"
            error={messages['document']}
            aside={
              <button type="button" className={styles.toggle} onClick={() => setUseCnpj(!use_cnpj)}>
                {use_cnpj ? text.register.use_cpf : text.register.use_cnpj}
              </button>
            }
          />
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
            placeholder="DD/MM/AAAA"
            error={messages['birthdate']}
          />
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

/** R4.6. */
function readRegistration(typed: FormData) {
  const line = (name: string) => String(typed.get(name) ?? '')
  return {
    name: line('name'),
    email: line('email'),
    document: bareDocument(line('document')),
    birthdate: fromBrazilianDate(line('birthdate')),
    password: line('password'),
    password_confirmation: line('password_confirmation'),
    opt_in: typed.has('opt_in'),
    opt_in_marketing: typed.has('opt_in_marketing'),
  }
}

function heading(messages: Record<string, string>): string {
  const only_passwords =
    Object.keys(messages).length === 1 &&
    messages['password_confirmation'] === password_mismatch_message
  return only_passwords ? text.register.passwords_differ : text.register.has_errors
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
