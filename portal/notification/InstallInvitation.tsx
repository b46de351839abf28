import { useState } from 'react'

import { isRemembered, remember } from '#portal/storage/remembered.ts'
import { installText } from '#portal/text/install.ts'
import { Button } from '#ui/Button.tsx'

import { install, useInstallOffer } from './install-offer.ts'
import { isIos } from './push-state.ts'

import styles from './InstallInvitation.module.css'

const declinedKey = 'install_declined'
/** Days without the invitation after the person declined it. */
const declinedDays = 180

/** After a redemption, offers to install the portal, or explains it on iOS. Shows nothing in an installed portal. */
export function InstallInvitation() {
  const offer = useInstallOffer()
  const [isDeclined, setDeclined] = useState(() => isRemembered(declinedKey))
  const isInstalled = window.matchMedia('(display-mode: standalone)').matches
  if (isDeclined || isInstalled || !(offer || isIos(navigator))) return null
  function decline() {
    remember(declinedKey, declinedDays)
    setDeclined(true)
  }
  return (
    <section className={styles.invitation} aria-label={installText.title}>
      <p className={styles.title}>{installText.title}</p>
      <p className={styles.text}>{offer ? installText.text : installText.ios}</p>
      <div className={styles.actions}>
        {offer && (
          <Button variant="quiet" onClick={() => void install(offer)}>
            {installText.install}
          </Button>
        )}
        <Button variant="plain" onClick={decline}>
          {installText.later}
        </Button>
      </div>
    </section>
  )
}
