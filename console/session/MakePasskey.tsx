import { type FormEvent, useState } from 'react'

import { useWrite } from '#console/client/write.ts'
import { FormFailure } from '#console/feedback/FormFailure.tsx'
import { useAction } from '#console/feedback/use-action.ts'
import { sessionText } from '#console/text/session.ts'
import { maxPasskeyName } from '#contract/console/staff.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/form/Field.tsx'
import { Form } from '#ui/form/Form.tsx'

import styles from './MakeTotp.module.css'

/** `onDone` gets the recovery codes: none if the person already had a factor. */
export function MakePasskey({ onDone }: { onDone: (codes: string[]) => void }) {
  const save = useWrite('POST /admin/factor/passkey')
  const [name, setName] = useState(sessionText.passkeyNameValue)
  const { busy, failure, run } = useAction()
  async function make() {
    const { newPasskey } = await import('./passkey.ts')
    const response = await newPasskey()
    const body = { response, name: name.trim() || sessionText.passkeyNameValue }
    onDone((await save({ body })).codes)
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    run(make)
  }
  return (
    <Form onSubmit={submit}>
      <p className={styles.text}>{sessionText.passkeyText}</p>
      <FormFailure text={failure} />
      <Field
        label={sessionText.passkeyName}
        name="name"
        value={name}
        maxLength={maxPasskeyName}
        onChange={(event) => setName(event.target.value)}
      />
      <Button type="submit" variant="quiet" busy={busy} full>
        {sessionText.startPasskey}
      </Button>
    </Form>
  )
}
