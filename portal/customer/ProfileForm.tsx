import { useState } from 'react'

import { type Customer, CustomerChange, onDayOf } from '#contract/customer.ts'
import { toBrazilianDate } from '#contract/value/date.ts'
import { useCompany } from '#portal/company/company.ts'
import { useNotices } from '#portal/feedback/notices.tsx'
import { useForm } from '#portal/form/form.ts'
import { CurrentPassword } from '#portal/session/PasswordFields.tsx'
import { draftOf } from '#portal/storage/draft.ts'
import { settingsText } from '#portal/text/settings.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Form } from '#ui/form/Form.tsx'

import { DocumentField } from './DocumentField.tsx'
import { changed, readProfile } from './profile.ts'
import { BirthdateField, EmailField, NameField, PhoneField, SexField } from './ProfileFields.tsx'
import { useChangeCustomer } from './use-change-customer.ts'

/** R4.3: the customer's personal data. A new email requires the current password. */
export function ProfileForm({ customer }: { customer: Customer }) {
  const changeCustomer = useChangeCustomer()
  const notices = useNotices()
  const draft = `profile:${customer.id}`
  const [unsaved, setUnsaved] = useState(() => draftOf(draft))
  const value = (field: keyof Customer) => unsaved?.[field] ?? fieldText(customer, field)
  const [email, setEmail] = useState(value('email'))
  const hasNewEmail = email.trim().toLowerCase() !== (customer.email ?? '')
  const { form, messages, submitting, hasInput } = useForm({
    schema: onDayOf(useCompany().company, CustomerChange),
    draft,
    read: readProfile,
    submit: async (filledIn) => {
      await changeCustomer(changed(customer, filledIn))
      setUnsaved(null)
      notices.alert('success', settingsText.saved)
    },
    errorFields: {
      used_email: 'email',
      used_phone: 'phone',
      used_document: 'document',
      underage: 'birthdate',
      overage: 'birthdate',
      wrong_password: 'current_password',
    },
    onFailure: ({ message }) => notices.alert('error', settingsText.notSaved(message)),
  })
  return (
    <Card title={settingsText.profile}>
      <Form {...form}>
        {unsaved && <Banner tone="info">{settingsText.unsaved}</Banner>}
        <NameField defaultValue={value('name')} error={messages['name']} />
        <EmailField defaultValue={value('email')} error={messages['email']} onChange={setEmail} />
        {hasNewEmail && customer.require_password && (
          <CurrentPassword messages={messages} hint={settingsText.whyPassword} />
        )}
        <PhoneField defaultValue={value('phone')} error={messages['phone']} />
        <BirthdateField defaultValue={value('birthdate')} error={messages['birthdate']} />
        <DocumentField defaultValue={value('document')} error={messages['document']} />
        <SexField defaultValue={value('sex')} error={messages['sex']} />
        {(hasInput || unsaved) && (
          <Button type="submit" busy={submitting}>
            {settingsText.save}
          </Button>
        )}
      </Form>
    </Card>
  )
}

/** The field's value in its display format. */
function fieldText(customer: Customer, field: keyof Customer): string {
  const value = customer[field]
  if (typeof value !== 'string') return ''
  return field === 'birthdate' ? toBrazilianDate(value) : value
}
