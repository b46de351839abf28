import { useSearch } from 'wouter'

import { text } from '#portal/text/pt-BR.ts'
import { LinkButton } from '#portal/ui/Button.tsx'

import { withRedirect } from './with-redirect.ts'

import styles from './BackToLogin.module.css'

/** Under the screens of the login that a person may have come to by mistake. */
export function BackToLogin() {
  const query = useSearch()
  return (
    <p className={styles.back}>
      <LinkButton href={withRedirect('/entrar', query)} variant="plain">
        {text.login.back}
      </LinkButton>
    </p>
  )
}
