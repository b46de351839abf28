import Camera from 'lucide-react/icons/camera'
import { type FormEvent, useEffect, useRef, useState } from 'react'

import { api } from '#console/client/api.ts'
import { useAction } from '#console/feedback/use-action.ts'
import { counterText } from '#console/text/counter.ts'
import { RequestFailure } from '#contract/request/request-failure.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/form/Field.tsx'

import { CameraScanner } from './CameraScanner.tsx'
import { keyLabel, keyMistake, keysOf, type TypedKey } from './customer-key.ts'
import type { Known } from './SaleSection.tsx'

import styles from './counter.module.css'

type CustomerStepProps = {
  shop: string
  /** A code that a scanner typed. It is looked up at once. */
  scanned: string | undefined
  /** The first sale after the screen opened. Its field takes no focus on a phone, whose keyboard would hide the screen. */
  isFirst: boolean
  onFound: (customer: Known) => void
}

/** Finds the customer by what the cashier types or scans. */
export function CustomerStep({ shop, scanned, isFirst, onFound }: CustomerStepProps) {
  const [text, setText] = useState(scanned ?? '')
  const [mistake, setMistake] = useState<string>()
  const [choice, setChoice] = useState<TypedKey[]>([])
  const [isScanning, setScanning] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const { busy, run } = useAction(setMistake)

  function find(typed: string) {
    const keys = keysOf(typed)
    setMistake(undefined)
    setChoice([])
    if (keys.length === 0) setMistake(keyMistake)
    else if (keys.length > 1) setChoice(keys)
    else lookUp(keys[0]!)
  }

  function lookUp(key: TypedKey) {
    run(async () => {
      const known = await customerOf(shop, key)
      if (typeof known === 'string') setMistake(known)
      else onFound(known)
    })
  }

  // A scan of a scanner that types is an event outside of React.
  useEffect(() => {
    if (scanned !== undefined) find(scanned)
    // The step is mounted anew for each scan.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])

  const isRefused = mistake === counterText.noCamera
  // An effect, because the closed sheet gives the focus back to its button first.
  useEffect(() => {
    if (isRefused) field.current?.focus()
  }, [isRefused])

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!busy) find(text)
  }
  return (
    <form className={styles.step} noValidate onSubmit={submit}>
      <Field
        label={counterText.customer}
        hint={counterText.customerHint}
        name="customer"
        value={text}
        error={mistake}
        inputRef={field}
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus={!isFirst || !isTouch}
        inputMode="numeric"
        autoComplete="off"
        spellCheck={false}
        maxLength={80}
        enterKeyHint="next"
        onChange={(event) => setText(event.target.value)}
      />
      {choice.length > 0 && (
        <div className={styles.choice} role="group" aria-label={counterText.which}>
          <p>{counterText.which}</p>
          {choice.map((key) => (
            <Button key={key.document ?? key.phone} variant="quiet" onClick={() => lookUp(key)}>
              {key.document ? counterText.isDocument : counterText.isPhone}
            </Button>
          ))}
        </div>
      )}
      <div className={styles.actions}>
        <Button type="submit" busy={busy}>
          {counterText.next}
        </Button>
        <Button variant="quiet" onClick={() => setScanning(true)}>
          <Camera size={18} aria-hidden="true" /> {counterText.scan}
        </Button>
      </div>
      {isScanning && (
        <CameraScanner
          onClose={() => setScanning(false)}
          onCode={(code) => {
            setScanning(false)
            find(code)
          }}
          onRefused={() => {
            setScanning(false)
            setMistake(counterText.noCamera)
          }}
        />
      )}
    </form>
  )
}

const isTouch = window.matchMedia('(pointer: coarse)').matches

/** The customer, or the sentence of why there is none. Throws RequestFailure. */
async function customerOf(shop: string, key: TypedKey): Promise<Known | string> {
  const { code, ...typed } = key
  const label = keyLabel(key)
  try {
    if (!navigator.onLine) throw new RequestFailure(null, 'network', counterText.offlineText)
    const found = await api('POST /admin/counter/customer', { body: { shop, customer: key } })
    return { key: { id: found.id }, found, label, isOffline: false }
  } catch (error) {
    if (!(error instanceof RequestFailure)) throw error
    if (error.type === 'customer_not_found' && typed.document !== undefined) {
      return { key: typed, found: null, label, isOffline: false }
    }
    if (error.status !== null) throw error
    return code === undefined
      ? { key: typed, found: null, label, isOffline: true }
      : counterText.codeOffline
  }
}
