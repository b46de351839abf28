import { useSearch } from 'wouter'

import { pathTo } from '#portal/path/paths.ts'
import { withRedirect } from '#portal/path/with-redirect.ts'
import { loginText } from '#portal/text/login.ts'
import { LinkButton } from '#ui/Button.tsx'

import styles from './BackToLogin.module.css'

/** A link back to the login, for a person who opened the wrong screen. */
export function BackToLogin() {
  const query = useSearch()
  return (
    <p className={styles.back}>
      <LinkButton href={withRedirect(pathTo('login'), query)} variant="plain">
        {loginText.back}
      </LinkButton>
    </p>
  )
}
