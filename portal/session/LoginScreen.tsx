import { useState } from 'react'
import { Link, useSearch } from 'wouter'

import { Login } from '#contract/session.ts'
import { api } from '#portal/api.ts'
import { useForm } from '#portal/form.ts'
import { useNotices } from '#portal/notices.tsx'
import { text } from '#portal/text/pt-BR.ts'
import { Banner } from '#portal/ui/Banner.tsx'
import { Button, LinkButton } from '#portal/ui/Button.tsx'
import { Card } from '#portal/ui/Card.tsx'
import { Field } from '#portal/ui/Field.tsx'
import { Form } from '#portal/ui/Form.tsx'
import { PasswordField } from '#portal/ui/PasswordField.tsx'
import { ScreenTitle } from '#portal/ui/ScreenTitle.tsx'

import { enter } from './enter.ts'
import { GuestFrame } from './GuestFrame.tsx'
import { withRedirect } from './with-redirect.ts'

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
      enter(await api('POST /customer/login', { body }))
    },
    onFailure: ({ type, message }) =>
      type === 'wrong_credentials' ? setWrong(message) : notices.alert('error', message),
  })
  return (
    <GuestFrame>
      <Reason key={query} query={new URLSearchParams(query)} />
      <Card>
        <Form {...form}>
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
        </Form>
        <p className={styles.without}>
          <Link href={withRedirect('/esqueci-minha-senha', query)}>
            {text.login.forgot_password}
          </Link>
          <Link href={withRedirect('/entrar-link', query)}>{text.login.by_link}</Link>
        </p>
      </Card>
      <p className={styles.register}>
        {text.login.no_account}{' '}
        <LinkButton href={withRedirect('/cadastrar-email', query)} variant="quiet">
          {text.login.register}
        </LinkButton>
      </p>
    </GuestFrame>
  )
}

/** Why the person is here, when it was not their own idea. */
function Reason({ query }: { query: URLSearchParams }) {
  const [dismissed, setDismissed] = useState(false)
  const reason = reasonOf(query)
  if (!reason || dismissed) return null
  return (
    <Banner tone={reason.tone} onDismiss={() => setDismissed(true)} dismissLabel={text.close}>
      {reason.sentence}
    </Banner>
  )
}

type ReasonShown = { tone: 'success' | 'info'; sentence: string }

function reasonOf(query: URLSearchParams): ReasonShown | null {
  if (query.has('tokenExpired')) return { tone: 'info', sentence: text.login.token_expired }
  if (query.has('logout')) return { tone: 'success', sentence: text.login.logged_out }
  if (query.has('passwordReset')) return { tone: 'success', sentence: text.login.password_reset }
  if (query.has('authNeeded')) return { tone: 'info', sentence: text.login.auth_needed }
  return null
}
