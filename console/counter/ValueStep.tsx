import { FormFailure } from '#console/feedback/FormFailure.tsx'
import { amountText, counterText, shortAmount } from '#console/text/counter.ts'
import type { CounterPreview } from '#contract/console/counter.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/form/Field.tsx'
import { SelectField } from '#ui/form/SelectField.tsx'

import { CustomerCard } from './CustomerCard.tsx'
import { focusField } from './focus.ts'
import { typedMoney } from './money.ts'
import { type SaleProps, useSale } from './use-sale.ts'
import { UseFields } from './UseFields.tsx'

import styles from './counter.module.css'

type ValueStepProps = SaleProps & { onAnother: () => void }

/** The value of the purchase with its live preview, and the sale or the request for points. */
export function ValueStep(props: ValueStepProps) {
  const { place, customer, onAnother } = props
  const form = useSale(props)
  const { typed, body, mistake, shown, busy, failure } = form
  return (
    <form className={styles.step} noValidate onSubmit={form.submit}>
      <CustomerCard customer={customer} in_money={place.in_money} onAnother={onAnother} />
      <Field
        label={counterText.value}
        name="purchase_value"
        value={typed.value}
        error={mistake.value}
        inputRef={focusField}
        inputMode="numeric"
        autoComplete="off"
        enterKeyHint="done"
        onChange={(event) => form.type({ value: typedMoney(event.target.value) })}
      />
      {place.rules.length > 1 && (
        <SelectField
          label={counterText.rule}
          name="rule"
          value={typed.rule}
          onChange={(event) => form.type({ rule: event.target.value })}
        >
          {place.rules.map(({ key, name }) => (
            <option key={key} value={key}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
      <UseFields
        customer={customer}
        in_money={place.in_money}
        amount={typed.use}
        most={shown?.most}
        error={mistake.use}
        onUse={(amount) => form.type({ use: amount })}
      />
      <output className={styles.preview}>
        {body && shown && previewText(shown, place.in_money)}
      </output>
      <FormFailure text={failure} />
      <div className={styles.actions}>
        <Button type="submit" busy={busy}>
          {typed.use === undefined ? counterText.register : counterText.ask}
        </Button>
      </div>
    </form>
  )
}

function previewText({ use, to_pay, ...earned }: CounterPreview, in_money: boolean): string {
  const gained = shortAmount(earned, in_money)
  if (use === null) return counterText.willEarn(gained, to_pay)
  return counterText.willUse(amountText(use, in_money), gained, to_pay)
}
