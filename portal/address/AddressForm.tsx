import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { states } from '#contract/address.ts'
import { type Customer, CustomerChange } from '#contract/customer.ts'
import { changed, readProfile } from '#portal/customer/profile.ts'
import { changeCustomer } from '#portal/customer/queries.ts'
import { draftOf } from '#portal/draft.ts'
import { useForm } from '#portal/form.ts'
import { useNotices } from '#portal/notices.tsx'
import { text } from '#portal/text/pt-BR.ts'
import { Banner } from '#portal/ui/Banner.tsx'
import { Button } from '#portal/ui/Button.tsx'
import { Card } from '#portal/ui/Card.tsx'
import { Field } from '#portal/ui/Field.tsx'
import { Form } from '#portal/ui/Form.tsx'
import { MaskedField } from '#portal/ui/MaskedField.tsx'
import { postal_code } from '#portal/ui/masks.ts'
import { SelectField } from '#portal/ui/SelectField.tsx'

import { useLookUp } from './use-look-up.ts'

import styles from './AddressForm.module.css'

/** R4.3, R4.5: the CEP first, which fills most of the rest in. */
export function AddressForm({ known }: { known: Customer }) {
  const client = useQueryClient()
  const notices = useNotices()
  const draft = `address:${known.id}`
  const [unsaved, setUnsaved] = useState(() => draftOf(draft))
  const look_up = useLookUp()
  const { form, messages, submitting } = useForm({
    schema: CustomerChange,
    draft,
    read: readProfile,
    submit: async (filled_in) => {
      await changeCustomer(client, changed(known, filled_in))
      setUnsaved(null)
      notices.alert('success', text.settings.saved)
    },
    onFailure: ({ message }) => notices.alert('error', text.settings.not_saved(message)),
  })
  const field = (name: AddressField) => ({
    name,
    label: text.address[name],
    defaultValue: unsaved?.[name] ?? known[name] ?? '',
    error: messages[name],
  })
  return (
    <Card title={text.address.heading}>
      <Form {...form}>
        {unsaved && <Banner tone="info">{text.settings.unsaved}</Banner>}
        <MaskedField
          {...field('address_postal_code')}
          {...look_up}
          mask={postal_code}
          inputMode="numeric"
          autoComplete="postal-code"
        />
        <Field {...field('address_street')} autoComplete="address-line1" />
        <div className={styles.pair}>
          <Field {...field('address_number')} autoComplete="off" />
          <Field {...field('address_complement')} autoComplete="address-line2" />
        </div>
        <Field {...field('address_district')} autoComplete="address-level3" />
        <div className={styles.pair}>
          <Field {...field('address_city')} autoComplete="address-level2" />
          <SelectField {...field('address_state')} autoComplete="address-level1">
            <option value="">{text.settings.choose}</option>
            {states.map((state) => (
              <option key={state}>{state}</option>
            ))}
          </SelectField>
        </div>
        <Button type="submit" busy={submitting}>
          {text.address.save}
        </Button>
      </Form>
    </Card>
  )
}

type AddressField = Extract<keyof Customer, `address_${string}`> & keyof typeof text.address
