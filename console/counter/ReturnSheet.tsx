import { type FormEvent, useState } from 'react'

import { useWrite } from '#console/client/write.ts'
import { FormFailure } from '#console/feedback/FormFailure.tsx'
import { toast } from '#console/feedback/toasts.tsx'
import { useAction } from '#console/feedback/use-action.ts'
import { counterText } from '#console/text/counter.ts'
import { shellText } from '#console/text/shell.ts'
import { useKeyed } from '#console/unsent/use-keyed.ts'
import type { CounterMovement } from '#contract/console/counter.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/form/Field.tsx'
import { Sheet } from '#ui/overlay/Dialog.tsx'

import { centavosOf, typedMoney } from './money.ts'

import styles from './counter.module.css'

type ReturnSheetProps = { shop: string; sale: CounterMovement; onClose: () => void }

/** Returns a sale, whole or in part. It says what is final. */
export function ReturnSheet({ shop, sale, onClose }: ReturnSheetProps) {
  const left = (sale.purchase_value ?? 0) - sale.returned_value
  const [value, setValue] = useState(typedMoney(String(left)))
  const giveBack = useWrite('POST /admin/counter/record/{id}/return')
  const once = useKeyed(`return key ${sale.id}`, counterText.repeatedReturn)
  const { busy, failure, run } = useAction()
  const returned_value = centavosOf(value)
  const mistake =
    returned_value === 0
      ? counterText.noValue
      : returned_value > left
        ? counterText.returnAbove(left)
        : undefined

  function submit(event: FormEvent) {
    event.preventDefault()
    if (busy || mistake) return
    run(async () => {
      const made = await once((external_id) =>
        giveBack({ params: { id: sale.id }, body: { shop, returned_value, external_id } }),
      )
      onClose()
      toast(made.is_repeat ? counterText.returnedBefore : counterText.returnedNow(returned_value))
    })
  }
  return (
    <Sheet
      title={counterText.returnTitle}
      closeLabel={shellText.close}
      onClose={busy ? undefined : onClose}
    >
      <form className={styles.step} noValidate onSubmit={submit}>
        <p>{counterText.returnText(left)}</p>
        <p>{counterText.returnFinal}</p>
        <FormFailure text={failure} />
        <Field
          label={counterText.returnValue}
          name="returned_value"
          value={value}
          error={mistake}
          inputMode="numeric"
          autoComplete="off"
          enterKeyHint="done"
          onChange={(event) => setValue(typedMoney(event.target.value))}
        />
        <Button type="submit" busy={busy}>
          {counterText.giveBack}
        </Button>
      </form>
    </Sheet>
  )
}
