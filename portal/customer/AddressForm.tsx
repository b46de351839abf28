import { useState } from 'react'

import { type Customer, CustomerChange } from '#contract/customer.ts'
import { AddressFields } from '#portal/address/AddressFields.tsx'
import { useNotices } from '#portal/feedback/notices.tsx'
import { useForm } from '#portal/form/form.ts'
import { draftOf } from '#portal/storage/draft.ts'
import { addressText } from '#portal/text/address.ts'
import { settingsText } from '#portal/text/settings.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Form } from '#ui/form/Form.tsx'

import { changed, readProfile } from './profile.ts'
import { useChangeCustomer } from './use-change-customer.ts'

/** The form for the customer's address (R4.3). */
export function AddressForm({ customer }: { customer: Customer }) {
  const changeCustomer = useChangeCustomer()
  const notices = useNotices()
  const draft = `address:${customer.id}`
  const [unsaved, setUnsaved] = useState(() => draftOf(draft))
  const { form, messages, submitting, hasInput } = useForm({
    schema: CustomerChange,
    draft,
    read: readProfile,
    submit: async (filledIn) => {
      await changeCustomer(changed(customer, filledIn))
      setUnsaved(null)
      notices.alert('success', settingsText.saved)
    },
    onFailure: ({ message }) => notices.alert('error', settingsText.notSaved(message)),
  })
  return (
    <Card title={addressText.heading}>
      <Form {...form}>
        {unsaved && <Banner tone="info">{settingsText.unsaved}</Banner>}
        <AddressFields customer={customer} typed={unsaved} messages={messages} />
        {(hasInput || unsaved) && (
          <Button type="submit" busy={submitting}>
            {addressText.save}
          </Button>
        )}
      </Form>
    </Card>
  )
}
