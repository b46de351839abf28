import { Smartphone } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'

import type { Firebase } from '#contract/identity-provider.ts'
import type { ProviderAccount } from '#portal/identity-provider/firebase.ts'
import { provider_text } from '#portal/text/provider.ts'
import { Button } from '#ui/Button.tsx'

import facebook from './drawings/facebook.svg'
import google from './drawings/google.svg'
import { useProviderSignIn } from './use-provider-sign-in.ts'

import styles from './ProviderSignIn.module.css'

const PhoneSignIn = lazy(() => import('./PhoneSignIn.tsx'))

/** Google, Facebook and phone sign-in (R3.6), for a company with a Firebase project. */
export function ProviderSignIn({ firebase }: { firebase: Firebase }) {
  const { run, pending } = useProviderSignIn(firebase)
  const [by_phone, setByPhone] = useState(false)
  // Safari opens a window only directly after a press, so the SDK must already be loaded.
  useEffect(() => {
    const waiting = setTimeout(() => preload(firebase), quiet_ms)
    return () => clearTimeout(waiting)
  }, [firebase])
  const social = (provider: 'google' | 'facebook') => ({
    full: true,
    variant: 'quiet' as const,
    busy: pending === provider,
    onClick: () =>
      run(provider, async (release): Promise<ProviderAccount> => {
        const { signInWith } = await import('#portal/identity-provider/firebase.ts')
        return signInWith(firebase, provider, release)
      }),
  })
  return (
    <section className={styles.providers} aria-label={provider_text.heading}>
      <p className={styles.or} aria-hidden="true">
        {provider_text.heading}
      </p>
      <Button {...social('google')}>
        <img className={styles.mark} src={google} alt="" />
        {provider_text.google}
      </Button>
      <Button {...social('facebook')}>
        <img className={styles.mark} src={facebook} alt="" />
        {provider_text.facebook}
      </Button>
      <Button
        full
        variant="quiet"
        aria-expanded={by_phone}
        onClick={() => setByPhone((shown) => !shown)}
      >
        <Smartphone className={styles.mark} aria-hidden="true" />
        {provider_text.phone}
      </Button>
      {by_phone && (
        <Suspense>
          <PhoneSignIn firebase={firebase} />
        </Suspense>
      )}
    </section>
  )
}

/** The delay leaves the page's own loading undisturbed. */
const quiet_ms = 1_500

/** Errors are ignored: a press tries again and reports them. */
function preload(firebase: Firebase): void {
  import('#portal/identity-provider/firebase.ts')
    .then(({ prepare }) => prepare(firebase))
    .catch(() => undefined)
}
