import { useState } from 'react'
import { useSearch } from 'wouter'

import { errorCodes } from '#contract/error.ts'
import type { Firebase } from '#contract/identity-provider.ts'
import { Email } from '#contract/person/contact.ts'
import { RequestFailure } from '#contract/request/request-failure.ts'
import { Login } from '#contract/session.ts'
import { api } from '#portal/client/api.ts'
import { useCompany } from '#portal/company/company.ts'
import { useNotices } from '#portal/feedback/notices.tsx'
import { lineOf, useForm } from '#portal/form/form.ts'
import { pathTo } from '#portal/path/paths.ts'
import { withRedirect } from '#portal/path/with-redirect.ts'
import { loginText } from '#portal/text/login.ts'
import { text } from '#portal/text/pt-BR.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button, LinkButton } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Field } from '#ui/form/Field.tsx'
import { Form } from '#ui/form/Form.tsx'
import { PasswordField } from '#ui/form/PasswordField.tsx'
import { ScreenTitle } from '#ui/ScreenTitle.tsx'

import { enter } from './enter.ts'
import { GuestFrame } from './GuestFrame.tsx'
import { ProviderSignIn } from './ProviderSignIn.tsx'
import { useTypedIdentifier } from './typed-identifier.ts'
import { TypedLink } from './TypedLink.tsx'
import { useEnterWith } from './use-enter-with.ts'

import styles from './LoginScreen.module.css'

/** R3.3. After signing in, the guard redirects: to `redirect`, or home (R3.9). */
export default function LoginScreen() {
  const query = useSearch()
  const notices = useNotices()
  const identifier = useTypedIdentifier()
  const { firebase } = useCompany().settings.integrations
  const enterAt = useEnterWith()
  const [wrong, setWrong] = useState<string | null>(null)
  const { form, messages, submitting } = useForm({
    schema: Login,
    read: (typed) => Object.fromEntries(typed),
    submit: async (body) => {
      setWrong(null)
      await login(body, firebase, enterAt)
    },
    onFailure: ({ type, message }) =>
      type === 'wrong_credentials' ? setWrong(message) : notices.alert('error', message),
  })
  const typed = () => lineOf(new FormData(form.ref.current ?? undefined), 'identifier')
  return (
    <GuestFrame isExplained>
      <Reason key={query} query={new URLSearchParams(query)} />
      <Card>
        <Form {...form}>
          <ScreenTitle>{loginText.welcome}</ScreenTitle>
          {wrong && <Banner tone="error">{wrong}</Banner>}
          <Field
            label={loginText.identifier}
            name="identifier"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            defaultValue={knownEmail(new URLSearchParams(query)) ?? identifier}
            error={messages['identifier']}
          />
          <PasswordField
            label={loginText.password}
            name="password"
            autoComplete="current-password"
            show={loginText.showPassword}
            hide={loginText.hidePassword}
            error={messages['password']}
          />
          <Button type="submit" busy={submitting} full>
            {loginText.submit}
          </Button>
        </Form>
        <p className={styles.without}>
          <TypedLink href={withRedirect(pathTo('forgot-password'), query)} typed={typed}>
            {loginText.forgotPassword}
          </TypedLink>
          <TypedLink href={withRedirect(pathTo('auth.link_login'), query)} typed={typed}>
            {loginText.byLink}
          </TypedLink>
        </p>
        {firebase && <ProviderSignIn firebase={firebase} />}
      </Card>
      <p className={styles.register}>
        {loginText.noAccount}{' '}
        <LinkButton href={withRedirect(pathTo('register'), query)} variant="quiet">
          {loginText.register}
        </LinkButton>
      </p>
    </GuestFrame>
  )
}

/**
 * Tries Fiel's own password first, then the identity provider's. Customers from before the company used Fiel know only the
 * latter (R3.6).
 */
async function login(
  body: Login,
  firebase: Firebase | null,
  enterAt: ReturnType<typeof useEnterWith>,
): Promise<void> {
  try {
    enter(await api('POST /customer/login', { body }))
  } catch (error) {
    const wrong = error instanceof RequestFailure && error.type === 'wrong_credentials'
    const email = Email.safeParse(body.identifier).data
    if (!wrong || !firebase || email === undefined) throw error
    const account = await import('#portal/identity-provider/firebase.ts')
      .then(({ signInWithPassword }) => signInWithPassword(firebase, email, body.password))
      // A failure at the provider must not replace Fiel's error.
      .catch(() => null)
    if (!account) throw error
    await enterAt(firebase, account)
  }
}

/** R3.10: the email to use instead of a Google sign-in. An invalid email is not shown. */
function knownEmail(query: URLSearchParams): string | undefined {
  return Email.safeParse(query.get('firebaseEmail')).data
}

/** Why the portal sent the person here. */
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
  const email = knownEmail(query)
  if (query.has('firebaseEmailExistent')) {
    return { tone: 'info', sentence: loginText.used_email(email) }
  }
  if (query.has('reauthenticationFailed')) {
    return { tone: 'info', sentence: loginText.reauthenticationFailed }
  }
  if (query.has('blocked')) {
    return { tone: 'info', sentence: errorCodes.customer_blocked.message }
  }
  if (query.has('tokenExpired')) return { tone: 'info', sentence: loginText.tokenExpired }
  if (query.has('logout')) return { tone: 'success', sentence: loginText.loggedOut }
  if (query.has('passwordReset')) return { tone: 'success', sentence: loginText.password_reset }
  if (query.has('authNeeded')) return { tone: 'info', sentence: loginText.authNeeded }
  return null
}
