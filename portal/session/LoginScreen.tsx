import { useState } from 'react'
import { useSearch } from 'wouter'

import { Login } from '#contract/session.ts'
import { api } from '#portal/api.ts'
import { useForm } from '#portal/form.ts'
import { useNotices } from '#portal/notices.tsx'
import { text } from '#portal/text/pt-BR.ts'
import { Banner } from '#portal/ui/Banner.tsx'
import { Button, LinkButton } from '#portal/ui/Button.tsx'
import { Card } from '#portal/ui/Card.tsx'
import { Field } from '#portal/ui/Field.tsx'
import { PasswordField } from '#portal/ui/PasswordField.tsx'
import { ScreenTitle } from '#portal/ui/ScreenTitle.tsx'

import { GuestFrame } from './GuestFrame.tsx'
import { beginSession } from './session.ts'

import styles from './LoginScreen.module.css'

/** R3.3. Who has signed in is led on by the guard: to the `redirect`, or home (R3.9). */
export default function LoginScreen() {
  const query = useSearch()
  const notices = useNotices()
  const [wrong, setWrong] = useState<string | null>(null)
  const { form, messages, submitting } = useForm({
    schema: Login,
    read: (typed) => Object.fromEntries(typed),
    submit: async (body) => {
      setWrong(null)
      const { token } = await api('POST /customer/login', { body })
      beginSession(token)
    },
    onFailure: ({ type, message }) =>
      type === 'wrong_credentials' ? setWrong(message) : notices.alert('error', message),
  })
  return (
    <GuestFrame>
      <Reason query={new URLSearchParams(query)} />
      <Card>
        <form {...form} className={styles.form}>
          <ScreenTitle>{text.login.welcome}</ScreenTitle>
          {wrong && <Banner tone="error">{wrong}</Banner>}
          <Field
            label={text.login.identifier}
            name="identifier"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            error={messages['identifier']}
          />
          <PasswordField
            label={text.login.password}
            name="password"
            autoComplete="current-password"
            show={text.login.show_password}
            hide={text.login.hide_password}
            error={messages['password']}
          />
          <Button type="submit" busy={submitting} full>
            {text.login.submit}
          </Button>
        </form>
      </Card>
      <p className={styles.register}>
        {text.login.no_account}{' '}
        <LinkButton href={`/cadastrar-email${query && `?${query}`}`} variant="quiet">
          {text.login.register}
        </LinkButton>
      </p>
    </GuestFrame>
  )
}

/** Why the person is here, when it was not their own idea. */
function Reason({ query }: { query: URLSearchParams }) {
  if (query.has('tokenExpired')) return <Banner tone="info">{text.login.token_expired}</Banner>
  if (query.has('logout')) return <Banner tone="success">{text.login.logged_out}</Banner>
  if (query.has('authNeeded')) return <Banner tone="info">{text.login.auth_needed}</Banner>
  return null
}
