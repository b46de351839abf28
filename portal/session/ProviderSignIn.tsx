import Smartphone from 'lucide-react/icons/smartphone'
import { lazy, Suspense, useEffect, useState } from 'react'

import type { Firebase } from '#contract/identity-provider.ts'
import type { ProviderAccount } from '#portal/identity-provider/firebase.ts'
import { providerText } from '#portal/text/provider.ts'
import { Button } from '#ui/Button.tsx'

import facebook from './drawings/facebook.svg'
import google from './drawings/google.svg'
import { useProviderSignIn } from './use-provider-sign-in.ts'

import styles from './ProviderSignIn.module.css'

const PhoneSignIn = lazy(() => import('./PhoneSignIn.tsx'))

/** Google, Facebook and phone sign-in (R3.6), for a company with a Firebase project. */
export function ProviderSignIn({ firebase }: { firebase: Firebase }) {
  const { run, pending } = useProviderSignIn(firebase)
  const [isPhoneOpen, setPhoneOpen] = useState(false)
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
    <section className={styles.providers} aria-label={providerText.heading}>
      <p className={styles.or} aria-hidden="true">
        {providerText.heading}
      </p>
      <Button {...social('google')}>
        <img className={styles.mark} src={google} alt="" />
        {providerText.google}
      </Button>
      <Button {...social('facebook')}>
        <img className={styles.mark} src={facebook} alt="" />
        {providerText.facebook}
      </Button>
      <Button
        full
        variant="quiet"
        aria-expanded={isPhoneOpen}
        onClick={() => setPhoneOpen((isOpen) => !isOpen)}
      >
        <Smartphone className={styles.mark} aria-hidden="true" />
        {providerText.phone}
      </Button>
      {isPhoneOpen && (
        <Suspense>
          <PhoneSignIn firebase={firebase} />
        </Suspense>
      )}
    </section>
  )
}

/** The delay leaves the page's own loading undisturbed. */
const quiet_ms = 1_500

function preload(firebase: Firebase): void {
  // Errors are ignored: a press tries again and reports them.
  import('#portal/identity-provider/firebase.ts')
    .then(({ prepare }) => prepare(firebase))
    .catch(() => undefined)
}
