import { Smartphone } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'

import type { Firebase } from '#contract/identity-provider.ts'
import { text } from '#portal/text/pt-BR.ts'
import { Button } from '#portal/ui/Button.tsx'

import facebook from './drawings/facebook.svg'
import google from './drawings/google.svg'
import type { ProviderAccount } from './firebase.ts'
import { useProviderSignIn } from './use-provider-sign-in.ts'

import styles from './ProviderSignIn.module.css'

const PhoneSignIn = lazy(() => import('./PhoneSignIn.tsx'))

/** Google, Facebook and the phone's code (R3.6), for a company that has a Firebase project. */
export function ProviderSignIn({ firebase }: { firebase: Firebase }) {
  const { run, pending } = useProviderSignIn(firebase)
  const [by_phone, setByPhone] = useState(false)
  const social = (provider: 'google' | 'facebook') => ({
    full: true,
    variant: 'quiet' as const,
    busy: pending === provider,
    // A browser lets a window be opened for some seconds after a press: the chunk is under way before it.
    onPointerEnter: preload,
    onFocus: preload,
    onClick: () =>
      run(provider, async (): Promise<ProviderAccount> => {
        const { signInWith } = await import('./firebase.ts')
        return signInWith(firebase, provider)
      }),
  })
  return (
    <section className={styles.providers} aria-label={text.provider.heading}>
      <p className={styles.or} aria-hidden="true">
        {text.provider.heading}
      </p>
      <Button {...social('google')}>
        <img className={styles.mark} src={google} alt="" />
        {text.provider.google}
      </Button>
      <Button {...social('facebook')}>
        <img className={styles.mark} src={facebook} alt="" />
        {text.provider.facebook}
      </Button>
      <Button full variant="quiet" onClick={() => setByPhone(true)}>
        <Smartphone className={styles.mark} aria-hidden="true" />
        {text.provider.phone}
      </Button>
      {by_phone && (
        <Suspense>
          <PhoneSignIn firebase={firebase} onClose={() => setByPhone(false)} />
        </Suspense>
      )}
    </section>
  )
}

function preload(): void {
  // Only ahead of time: who presses hears of what goes wrong.
  import('./firebase.ts').catch(() => undefined)
}
