import Camera from 'lucide-react/icons/camera'
import { type FormEvent, useEffect, useRef, useState } from 'react'

import { counterText } from '#console/text/counter.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/form/Field.tsx'

import { CameraScanner } from './CameraScanner.tsx'
import type { useLookUp } from './use-look-up.ts'

import styles from './counter.module.css'

type CustomerStepProps = {
  search: ReturnType<typeof useLookUp>
  /** The first sale after the screen opened. Its field takes no focus on a phone, whose keyboard would hide the screen. */
  isFirst: boolean
}

/** Finds the customer by what the cashier types or scans. */
export function CustomerStep({ search, isFirst }: CustomerStepProps) {
  const { text, mistake, setMistake, busy } = search
  const [isScanning, setScanning] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const isRefused = mistake === counterText.noCamera
  // An effect, because the focus is outside of React. A closed sheet gives the focus back to its button first.
  useEffect(() => {
    if (isRefused || !isFirst || !isTouch) field.current?.focus()
  }, [isRefused, isFirst])

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!busy) search.find(text)
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
        inputMode="numeric"
        autoComplete="off"
        spellCheck={false}
        maxLength={80}
        enterKeyHint="next"
        onChange={(event) => search.edit(event.target.value)}
      />
      <Choice search={search} />
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
            search.find(code)
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

function Choice({ search: { choice, lookUp } }: { search: CustomerStepProps['search'] }) {
  if (choice.length === 0) return null
  return (
    <fieldset className={styles.choice}>
      <legend>{counterText.which}</legend>
      {choice.map((key) => (
        <Button key={key.document ?? key.phone} variant="quiet" onClick={() => lookUp(key)}>
          {key.document ? counterText.isDocument : counterText.isPhone}
        </Button>
      ))}
    </fieldset>
  )
}
