import { useState } from 'react'

import { type Customer, CustomerChange } from '#contract/customer.ts'
import { AddressFields } from '#portal/address/AddressFields.tsx'
import { useNotices } from '#portal/feedback/notices.tsx'
import { useForm } from '#portal/form/form.ts'
import { draftOf } from '#portal/storage/draft.ts'
import { address_text } from '#portal/text/address.ts'
import { settings_text } from '#portal/text/settings.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Form } from '#ui/Form.tsx'

import { changed, readProfile } from './profile.ts'
import { useChangeCustomer } from './use-change-customer.ts'

/** The form for the customer's address (R4.3). */
export function AddressForm({ customer }: { customer: Customer }) {
  const changeCustomer = useChangeCustomer()
  const notices = useNotices()
  const draft = `address:${customer.id}`
  const [unsaved, setUnsaved] = useState(() => draftOf(draft))
  const { form, messages, submitting } = useForm({
    schema: CustomerChange,
    draft,
    read: readProfile,
    submit: async (filled_in) => {
      await changeCustomer(changed(customer, filled_in))
      setUnsaved(null)
      notices.alert('success', settings_text.saved)
    },
    onFailure: ({ message }) => notices.alert('error', settings_text.not_saved(message)),
  })
  return (
    <Card title={address_text.heading}>
      <Form {...form}>
        {unsaved && <Banner tone="info">{settings_text.unsaved}</Banner>}
        <AddressFields customer={customer} typed={unsaved} messages={messages} />
        <Button type="submit" busy={submitting}>
          {address_text.save}
        </Button>
      </Form>
    </Card>
  )
}
