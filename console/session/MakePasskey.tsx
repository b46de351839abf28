import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'

import { markStale } from '#console/client/stale.ts'
import { FormFailure } from '#console/feedback/FormFailure.tsx'
import { sessionText } from '#console/text/session.ts'
import { RequestFailure } from '#contract/request/request-failure.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/form/Field.tsx'
import { Form } from '#ui/form/Form.tsx'

import styles from './MakeTotp.module.css'

/** `onDone` gets the recovery codes: none if the person already had a factor. */
export function MakePasskey({ onDone }: { onDone: (codes: string[]) => void }) {
  const client = useQueryClient()
  const [name, setName] = useState(sessionText.passkeyNameValue)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  async function make(event: FormEvent) {
    event.preventDefault()
    setBusy(true)
    setFailure(undefined)
    const { makePasskey, PasskeyFailure } = await import('./passkey.ts')
    try {
      onDone((await makePasskey(name.trim() || sessionText.passkeyNameValue)).codes)
    } catch (error) {
      if (!(error instanceof PasskeyFailure || error instanceof RequestFailure)) throw error
      setFailure(error.message)
    } finally {
      setBusy(false)
      markStale(client, 'POST /admin/factor/passkey')
    }
  }
  return (
    <Form onSubmit={(event) => void make(event)}>
      <p className={styles.text}>{sessionText.passkeyText}</p>
      <FormFailure text={failure} />
      <Field
        label={sessionText.passkeyName}
        name="name"
        value={name}
        maxLength={60}
        onChange={(event) => setName(event.target.value)}
      />
      <Button type="submit" variant="quiet" busy={busy} full>
        {sessionText.startPasskey}
      </Button>
    </Form>
  )
}
