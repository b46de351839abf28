import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

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
import { Form } from '#portal/ui/Form.tsx'

import { AddressFields } from './AddressFields.tsx'

/** R4.3. */
export function AddressForm({ known }: { known: Customer }) {
  const client = useQueryClient()
  const notices = useNotices()
  const draft = `address:${known.id}`
  const [unsaved, setUnsaved] = useState(() => draftOf(draft))
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
  return (
    <Card title={text.address.heading}>
      <Form {...form}>
        {unsaved && <Banner tone="info">{text.settings.unsaved}</Banner>}
        <AddressFields known={known} typed={unsaved} messages={messages} />
        <Button type="submit" busy={submitting}>
          {text.address.save}
        </Button>
      </Form>
    </Card>
  )
}
