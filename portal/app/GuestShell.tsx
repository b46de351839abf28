import { Link, useLocation, useSearch } from 'wouter'

import { usePrizeWord } from '#portal/company/company.ts'
import { CompanyFooter } from '#portal/company/CompanyFooter.tsx'
import { GuestLogo } from '#portal/company/CompanyLogo.tsx'
import { NavbarLogo } from '#portal/company/NavbarLogo.tsx'
import { pathTo } from '#portal/path/paths.ts'
import { loginText } from '#portal/text/login.ts'
import { text } from '#portal/text/pt-BR.ts'
import { LinkButton } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ScreenTitle } from '#ui/ScreenTitle.tsx'

import guest from './drawings/guest.svg?raw'
import { routeOf, titleOf } from './routes.tsx'

import styles from './Shell.module.css'

/** R2.5, R2.8: shows a guest the title of a screen that needs a customer, with links to sign in and to register. */
export default function GuestShell() {
  const [path] = useLocation()
  const query = useSearch()
  const word = usePrizeWord()
  const route = routeOf(path)
  const back = { redirect: query ? `${path}?${query}` : path }
  return (
    <>
      <header className={styles.navbar}>
        <div className={styles.home}>
          <GuestLogo>
            <NavbarLogo />
          </GuestLogo>
        </div>
        <div className={styles.end}>
          <Link href={pathTo('register', {}, back)} className={`${styles.link} ${styles.welcome}`}>
            {text.shell.welcome}
          </Link>
          <LinkButton href={pathTo('login', {}, back)}>{text.shell.login}</LinkButton>
        </div>
      </header>
      <main className={`${styles.content} ${styles.middle}`}>
        <ScreenTitle>{route && titleOf(route, word)}</ScreenTitle>
        <Card>
          <EmptyState
            drawing={guest}
            title={loginText.authNeeded}
            text={text.shell.guestText}
            action={
              <div className={styles.actions}>
                <LinkButton href={pathTo('login', {}, back)}>{text.shell.login}</LinkButton>
                <LinkButton href={pathTo('register', {}, back)} variant="quiet">
                  {loginText.register}
                </LinkButton>
              </div>
            }
          />
        </Card>
      </main>
      <CompanyFooter />
    </>
  )
}
