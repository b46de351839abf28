import { useState } from 'react'

import { type Customer, CustomerChange, onDayOf } from '#contract/customer.ts'
import { toBrazilianDate } from '#contract/value/date.ts'
import { AddressFields } from '#portal/address/AddressFields.tsx'
import { useCompany } from '#portal/company/company.ts'
import { useNotices } from '#portal/feedback/notices.tsx'
import { type Messages, useForm } from '#portal/form/form.ts'
import { AskedPassword } from '#portal/session/PasswordFields.tsx'
import { draftOf } from '#portal/storage/draft.ts'
import { addressText } from '#portal/text/address.ts'
import { settingsText } from '#portal/text/settings.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Stack } from '#ui/Stack.tsx'

import { DocumentField } from './DocumentField.tsx'
import { changed, isTyped, readProfile } from './profile.ts'
import { BirthdateField, EmailField, NameField, PhoneField, SexField } from './ProfileFields.tsx'
import { useChangeCustomer } from './use-change-customer.ts'

import styles from './SettingsScreen.module.css'

/** The field that shows an error code. */
const errorFields = {
  used_email: 'email',
  used_phone: 'phone',
  used_document: 'document',
  underage: 'birthdate',
  overage: 'birthdate',
  wrong_password: 'current_password',
} as const

/** R4.3: the customer's personal data and address, with one button that saves both. */
export function ProfileForm({ customer }: { customer: Customer }) {
  const changeCustomer = useChangeCustomer()
  const notices = useNotices()
  const draft = `profile:${customer.id}`
  const [unsaved, setUnsaved] = useState(() => draftOf(draft))
  // The record in the fields. `customer` may change while the person types (changed() says why the two are not mixed).
  const [start, setStart] = useState(customer)
  // A new key fills the fields with the saved record, which has the corrections of others too.
  const [timesSaved, setTimesSaved] = useState(0)
  const { form, messages, submitting, hasInput } = useForm({
    schema: onDayOf(useCompany().company, CustomerChange),
    draft,
    draftKeeps: (field, typed) => isTyped(start, field, typed),
    read: readProfile,
    submit: async (filledIn, hasTyped) => {
      setStart(await changeCustomer(changed(start, filledIn)))
      setUnsaved(null)
      // What was typed while the save ran stays in its field.
      if (!hasTyped()) setTimesSaved(timesSaved + 1)
      notices.alert('success', settingsText.saved)
    },
    errorFields,
    onFailure: ({ message }) => notices.alert('error', settingsText.notSaved(message)),
  })
  return (
    <form {...form} className={styles.column}>
      {unsaved && <Banner tone="info">{settingsText.unsaved}</Banner>}
      <Card title={settingsText.profile}>
        <PersonFields key={timesSaved} customer={start} typed={unsaved} messages={messages} />
      </Card>
      <Card title={addressText.heading}>
        <Stack key={timesSaved}>
          <AddressFields customer={start} typed={unsaved} messages={messages} />
        </Stack>
      </Card>
      {(hasInput || unsaved) && (
        <div className={styles.save}>
          <Button type="submit" busy={submitting} full>
            {settingsText.save}
          </Button>
        </div>
      )}
    </form>
  )
}

type PersonFieldsProps = {
  customer: Customer
  /** Unsaved input from an earlier visit; null without one. */
  typed: Record<string, string> | null
  messages: Messages
}

/** A new email requires the current password. For a new phone the API asks for it, unless the person has just signed in. */
function PersonFields({ customer, typed, messages }: PersonFieldsProps) {
  const field = (name: keyof Customer) => ({
    defaultValue: typed?.[name] ?? fieldText(customer, name),
    error: messages[name],
  })
  const [email, setEmail] = useState(field('email').defaultValue)
  const hasNewEmail = email.trim().toLowerCase() !== (customer.email ?? '')
  return (
    <Stack>
      <NameField {...field('name')} />
      <EmailField {...field('email')} onChange={setEmail} />
      <PhoneField {...field('phone')} />
      {/* A new key hides the field after a save. */}
      <AskedPassword
        key={`${customer.email} ${customer.phone} ${customer.document}`}
        isAsked={hasNewEmail && customer.require_password}
        messages={messages}
        hint={settingsText.whyPassword}
      />
      <BirthdateField {...field('birthdate')} />
      <DocumentField {...field('document')} />
      <SexField {...field('sex')} />
    </Stack>
  )
}

/** The field's value in its display format. */
function fieldText(customer: Customer, field: keyof Customer): string {
  const value = customer[field]
  if (typeof value !== 'string') return ''
  return field === 'birthdate' ? toBrazilianDate(value) : value
}
