import type { FormEvent } from 'react'

import { FormFailure } from '#console/feedback/FormFailure.tsx'
import { amountText, counterText } from '#console/text/counter.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/form/Field.tsx'

import { CustomerCard } from './CustomerCard.tsx'
import { focusButton, focusField } from './focus.ts'
import { useWaiting, type WaitingProps } from './use-waiting.ts'

import styles from './counter.module.css'

type WaitingStepProps = WaitingProps & {
  in_money: boolean
  /** The request has ended without points, or the network is gone: the sale goes on without points. */
  onWithout: () => void
  onAnother: () => void
}

/** The customer authorises on the phone, or says the code. After the yes the sale is recorded at once. */
export function WaitingStep(props: WaitingStepProps) {
  const { in_money, customer, onWithout, onAnother } = props
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
      <CustomerCard
        customer={customer}
        in_money={in_money}
        onAnother={() => (ended ? onAnother() : cancel(onAnother))}
      />
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
              <Button variant="quiet" onClick={() => cancel(onWithout)}>
                {counterText.cancel}
              </Button>
            )}
          </>
        )}
      </div>
    </form>
  )
}
