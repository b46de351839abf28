import { states } from '#contract/address.ts'
import type { Customer } from '#contract/customer.ts'
import type { Messages } from '#portal/form/form.ts'
import { addressText } from '#portal/text/address.ts'
import { settingsText } from '#portal/text/settings.ts'
import { Field } from '#ui/form/Field.tsx'
import { MaskedField } from '#ui/form/MaskedField.tsx'
import { postal_code } from '#ui/form/masks.ts'
import { SelectField } from '#ui/form/SelectField.tsx'

import { useLookUp } from './use-look-up.ts'

import styles from './AddressFields.module.css'

type AddressFieldsProps = {
  customer: Customer
  /** Unsaved input from an earlier visit; null without one. */
  typed: Record<string, string> | null
  messages: Messages
}

/** The CEP comes first, because its look-up fills most of the other fields (R4.5). */
export function AddressFields({ customer, typed, messages }: AddressFieldsProps) {
  const { hint, ...lookUp } = useLookUp()
  const field = (name: AddressField) => ({
    name,
    label: addressText[name],
    defaultValue: typed?.[name] ?? customer[name] ?? '',
    error: messages[name],
  })
  return (
    <>
      <MaskedField
        {...field('address_postal_code')}
        {...lookUp}
        hint={hint === messages['address_postal_code'] ? undefined : hint}
        mask={postal_code}
        inputMode="numeric"
        autoComplete="postal-code"
      />
      <Field {...field('address_street')} autoComplete="address-line1" autoCapitalize="words" />
      <div className={styles.pair}>
        <Field {...field('address_number')} autoComplete="off" />
        <Field {...field('address_complement')} autoComplete="address-line2" />
      </div>
      <Field {...field('address_district')} autoComplete="address-level3" autoCapitalize="words" />
      <div className={styles.pair}>
        <Field {...field('address_city')} autoComplete="address-level2" autoCapitalize="words" />
        <SelectField {...field('address_state')} autoComplete="address-level1">
          <option value="">{settingsText.choose}</option>
          {states.map((state) => (
            <option key={state}>{state}</option>
          ))}
        </SelectField>
      </div>
    </>
  )
}

type AddressField = Extract<keyof Customer, `address_${string}`> & keyof typeof addressText
