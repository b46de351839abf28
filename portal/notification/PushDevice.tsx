import { useState } from 'react'

import { RequestFailure } from '#contract/request/request-failure.ts'
import { useWrite } from '#portal/client/write.ts'
import { useNotices } from '#portal/feedback/notices.tsx'
import { useAction } from '#portal/form/action.ts'
import { forgetPushEndpoint, keepPushEndpoint } from '#portal/storage/push-endpoint.ts'
import { sessionKey } from '#portal/storage/session.ts'
import { preferencesText } from '#portal/text/preferences.ts'
import { Button } from '#ui/Button.tsx'

import { pushState, thisBrowser } from './push-state.ts'

import styles from './Preferences.module.css'

type PushDeviceProps = { push: { public_key: string; is_subscribed: boolean } }

/** D21: whether this device shows pushes, why not, and the button that changes it. */
export function PushDevice({ push }: PushDeviceProps) {
  const subscribe = useWrite('POST /notification/subscription')
  const unsubscribe = useWrite('DELETE /notification/subscription')
  const notices = useNotices()
  const { busy, run } = useAction()
  // Read again after a press, because the answer to the browser's question changes the permission.
  const [browser, setBrowser] = useState(thisBrowser)
  const state = pushState(push.is_subscribed, browser)

  async function turnOn() {
    try {
      const { subscription } = await import('./subscribe.ts')
      const body = await subscription(push.public_key)
      if (!body) return
      await subscribe({ body })
      const session = sessionKey()
      if (session !== undefined) keepPushEndpoint(session, body.endpoint)
    } catch (error) {
      if (error instanceof RequestFailure) throw error
      notices.alert('error', preferencesText.notSubscribed)
    } finally {
      setBrowser(thisBrowser())
    }
  }

  async function turnOff() {
    await unsubscribe()
    forgetPushEndpoint()
  }

  return (
    <div className={styles.device}>
      <div className={styles.what}>
        <p className={styles.name}>{preferencesText.device}</p>
        <output className={styles.detail}>{preferencesText.states[state]}</output>
      </div>
      {state === 'possible' && (
        <Button variant="quiet" busy={busy} onClick={() => run(turnOn)}>
          {preferencesText.subscribe}
        </Button>
      )}
      {state === 'subscribed' && (
        <Button variant="quiet" busy={busy} onClick={() => run(turnOff)}>
          {preferencesText.unsubscribe}
        </Button>
      )}
    </div>
  )
}
