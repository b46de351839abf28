import { useQueryClient } from '@tanstack/react-query'
import CircleCheck from 'lucide-react/icons/circle-check'
import { useEffect, useState } from 'react'

import type { Intention } from '#contract/intention.ts'
import type { RequestFailure } from '#contract/request/request-failure.ts'
import { useWrite } from '#portal/client/write.ts'
import { useNotices } from '#portal/feedback/notices.tsx'
import { useAction } from '#portal/form/action.ts'
import { intentionText } from '#portal/text/intention.ts'
import { Button } from '#ui/Button.tsx'

import { Amounts } from './Amounts.tsx'
import { Countdown } from './Countdown.tsx'
import { storeIntention } from './queries.ts'

import styles from './OpenIntention.module.css'

/** An open intention: the shop, the amount, the code and the two answers. */
export function OpenIntention({ intention }: { intention: Intention }) {
  const isAuthorized = intention.status === 'AUTHORIZED'
  return (
    <div className={styles.intention}>
      <div>
        <p className={styles.label}>{intentionText.shop}</p>
        <h2 className={styles.shop}>{intention.subsidiary_name}</h2>
      </div>
      {isAuthorized ? <Authorized /> : <Code code={intention.code ?? ''} />}
      <Amounts intention={intention} />
      <Countdown created_at={intention.created_at} expires_at={intention.expires_at} />
      <Answers intention={intention} isAuthorized={isAuthorized} />
    </div>
  )
}

/** Large enough to read across a counter. A screen reader reads it digit by digit. */
function Code({ code }: { code: string }) {
  return (
    <div className={styles.code}>
      <p className={styles.label}>{intentionText.code}</p>
      <p className={styles.digits}>
        <span className={styles.spoken}>{intentionText.digits(code)}</span>
        <span aria-hidden="true">{code.slice(0, 3)}</span>
        <span aria-hidden="true">{code.slice(3)}</span>
      </p>
      <p className={styles.hint}>{intentionText.codeHint}</p>
    </div>
  )
}

/** Replaces the code after the authorisation, and is as high, so that nothing below moves. */
function Authorized() {
  return (
    <div className={`${styles.code} ${styles.authorized}`}>
      <CircleCheck size={40} aria-hidden="true" />
      <p className={styles.yes}>{intentionText.authorized}</p>
      <p>{intentionText.authorizedText}</p>
    </div>
  )
}

type AnswersProps = { intention: Intention; isAuthorized: boolean }

/** Authorise and decline. The person can withdraw an authorisation until the till captures the points. */
function Answers({ intention, isAuthorized }: AnswersProps) {
  const client = useQueryClient()
  const notices = useNotices()
  const yes = useAction()
  const no = useAction()
  const sendYes = useWrite('POST /points/intention/{id}/confirm')
  const sendNo = useWrite('DELETE /points/intention/{id}')
  const params = { id: intention.id }
  const isNew = useIsNew()

  async function authorize() {
    storeIntention(client, await sendYes({ params }))
  }
  async function decline() {
    const title = intentionText.declineTitle
    const message = intentionText.declineText(intention.subsidiary_name)
    const [yes, no] = [intentionText.decline, intentionText.keep]
    if (!(await notices.confirm({ title, message, yes, no }))) return
    await sendNo({ params })
    storeIntention(client, { ...intention, status: 'DECLINED', code: null })
  }
  /** If the intention has ended, its outcome is shown instead of an alert. */
  function onFailure(failure: RequestFailure) {
    if (failure.type !== 'intention_over') notices.alert('error', failure.message)
  }
  return (
    <div className={styles.answers}>
      <div inert={isNew}>
        {/* The button stays in place after authorising, and keeps the focus. */}
        <Button
          full
          busy={yes.busy}
          disabledReason={isAuthorized ? intentionText.authorizedReason : undefined}
          onClick={() => yes.run(authorize, onFailure)}
        >
          {isAuthorized ? intentionText.authorized : intentionText.authorize}
        </Button>
      </div>
      <Button variant="quiet" full busy={no.busy} onClick={() => no.run(decline, onFailure)}>
        {intentionText.decline}
      </Button>
    </div>
  )
}

/** New buttons ignore presses for this time, because a request may appear under a moving finger. */
const inertAtFirst_ms = 600

/** True until the component has been visible for `inertAtFirst_ms`. */
function useIsNew(): boolean {
  const [isNew, setNew] = useState(true)
  // An effect, because a timer runs outside React.
  useEffect(() => {
    const timer = setTimeout(() => setNew(false), inertAtFirst_ms)
    return () => clearTimeout(timer)
  }, [])
  return isNew
}
