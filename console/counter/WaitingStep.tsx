import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useEffectEvent, useState } from 'react'

import { useWrite } from '#console/client/write.ts'
import { FormFailure } from '#console/feedback/FormFailure.tsx'
import { useAction } from '#console/feedback/use-action.ts'
import { amountText, counterText } from '#console/text/counter.ts'
import type { TillIntention } from '#contract/intention.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/form/Field.tsx'

import { CustomerCard } from './CustomerCard.tsx'
import type { Done } from './DoneStep.tsx'
import { focusButton, focusField } from './focus.ts'
import type { Known } from './look-up.ts'
import { intention } from './queries.ts'

import styles from './counter.module.css'

type WaitingStepProps = {
  shop: string
  in_money: boolean
  customer: Known
  intention: TillIntention
  rule: string | undefined
  onDone: (done: Done) => void
  /** The customer declined, or the time is over: the sale goes on without points. */
  onWithout: () => void
}

/** The customer authorises on the phone, or says the code. After the yes the sale is recorded at once. */
export function WaitingStep(props: WaitingStepProps) {
  const { in_money, customer, onWithout } = props
  const { now, code, setCode, busy, failure, capture, cancel } = useWaiting(props)
  const ended = now.status in counterText.over
  const sentence = ended
    ? counterText.over[now.status as keyof typeof counterText.over]
    : now.status === 'PENDING'
      ? counterText.waitingText(amountText(now, in_money))
      : failure === undefined
        ? counterText.confirming
        : counterText.unconfirmed
  return (
    <form
      className={styles.step}
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        if (!busy && !ended) capture(code)
      }}
    >
      <CustomerCard customer={customer} in_money={in_money} onAnother={cancel} />
      <div aria-live="polite" className={styles.waiting}>
        <h3 className={styles.name}>{!ended && counterText.waiting}</h3>
        <p>{sentence}</p>
      </div>
      {now.status === 'PENDING' && (
        <Field
          label={counterText.code}
          name="code"
          value={code}
          inputRef={focusField}
          inputMode="numeric"
          autoComplete="off"
          maxLength={6}
          enterKeyHint="done"
          onChange={(event) => setCode(event.target.value.replaceAll(/\D/g, ''))}
        />
      )}
      <FormFailure text={failure} />
      <div className={styles.actions} key={now.status} ref={ended ? focusButton : undefined}>
        {ended ? (
          <Button onClick={onWithout}>{counterText.withoutPoints}</Button>
        ) : (
          <>
            {/* After the yes too: a capture whose answer was lost is repeated, and gets the first answer. */}
            <Button type="submit" busy={busy}>
              {now.status === 'PENDING' ? counterText.capture : counterText.register}
            </Button>
            {now.status !== 'CAPTURED' && (
              <Button variant="quiet" onClick={cancel}>
                {counterText.cancel}
              </Button>
            )}
          </>
        )}
      </div>
    </form>
  )
}

function useWaiting({
  shop,
  customer,
  intention: opened,
  rule,
  onDone,
  onWithout,
}: WaitingStepProps) {
  const { id } = opened
  const { data } = useQuery({ ...intention(id, shop), initialData: opened })
  const now = data ?? opened
  const [code, setCode] = useState('')
  const captureNow = useWrite('POST /admin/counter/intention/{id}/capture')
  const cancelNow = useWrite('POST /admin/counter/intention/{id}/cancel')
  const { busy, failure, run } = useAction()

  function capture(typed: string) {
    run(async () => {
      const body = {
        shop,
        ...(typed !== '' && { code: typed }),
        ...(rule !== undefined && { calculation_rule_id: rule }),
      }
      const { intention: ended, sale } = await captureNow({ params: { id }, body }).finally(() =>
        setCode(''),
      )
      onDone({ kind: 'recorded', name: customer.found?.name ?? null, sale, used: ended.captured })
    })
  }

  const isAuthorized = now.status === 'AUTHORIZED'
  const onAuthorized = useEffectEvent(() => capture(''))
  // The customer's yes is an event outside of React.
  useEffect(() => {
    if (isAuthorized) onAuthorized()
  }, [isAuthorized])

  return {
    now,
    code,
    setCode,
    busy,
    failure,
    capture,
    cancel: () =>
      run(async () => {
        await cancelNow({ params: { id }, body: { shop } })
        onWithout()
      }),
  }
}
