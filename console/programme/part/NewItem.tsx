import { useCallback, useState } from 'react'

import { useNewLink } from '#console/path/new-link.ts'
import { useEditRefusal } from '#console/programme/draft/programme-context.ts'
import { programmeText } from '#console/text/programme.ts'
import { shellText } from '#console/text/shell.ts'
import { useUnsentText } from '#console/unsent/use-unsent-values.ts'
import { maxLine } from '#contract/value/text.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/form/Field.tsx'
import { Form } from '#ui/form/Form.tsx'
import { Dialog } from '#ui/overlay/Dialog.tsx'

type NewItemProps = {
  label: string
  taken: string[]
  /** A line about the word that the name becomes. */
  hintOf?: (name: string) => string
  onCreate: (name: string) => void
}

/** Asks for the name of a new item, which is all that the item needs. */
export function NewItem({ label, taken, hintOf, onCreate }: NewItemProps) {
  const refusal = useEditRefusal()
  const [isOpen, setOpen] = useState(false)
  useNewLink(useCallback(() => setOpen(true), []))
  return (
    <>
      <Button {...refusal} onClick={() => setOpen(true)}>
        {label}
      </Button>
      {isOpen && !refusal && (
        <NameDialog {...{ label, taken, hintOf, onCreate }} onClose={() => setOpen(false)} />
      )}
    </>
  )
}

type NameDialogProps = Omit<NewItemProps, 'hintOf'> & {
  hintOf: NewItemProps['hintOf'] | undefined
  onClose: () => void
}

function NameDialog({ label, taken, hintOf, onCreate, onClose }: NameDialogProps) {
  const [name, setName] = useUnsentText(`new ${label}`)
  const [error, setError] = useState<string>()
  function create() {
    const typed = name.trim()
    if (typed === '') return setError(programmeText.nameNeeded)
    const isTaken = taken.some((one) => one.toLowerCase() === typed.toLowerCase())
    if (isTaken) return setError(programmeText.nameTaken)
    setName('')
    onClose()
    return onCreate(typed)
  }
  function cancel() {
    setName('')
    onClose()
  }
  return (
    <Dialog
      title={label}
      onClose={onClose}
      actions={
        <>
          <Button variant="quiet" onClick={cancel}>
            {shellText.cancel}
          </Button>
          <Button onClick={create}>{programmeText.create}</Button>
        </>
      }
    >
      <Form
        onSubmit={(event) => {
          event.preventDefault()
          create()
        }}
      >
        <Field
          label={programmeText.name}
          name="name"
          value={name}
          error={error}
          autoComplete="off"
          maxLength={maxLine}
          hint={hintOf && name.trim() ? hintOf(name.trim()) : undefined}
          onChange={(event) => {
            setName(event.target.value)
            setError(undefined)
          }}
        />
      </Form>
    </Dialog>
  )
}
