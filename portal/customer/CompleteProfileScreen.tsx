import { useSuspenseQuery } from '@tanstack/react-query'
import { useSearch } from 'wouter'

import { CustomerChange, hasAddress, onDayOf, WholeProfile } from '#contract/customer.ts'
import { AddressFields } from '#portal/address/AddressFields.tsx'
import { useCompany } from '#portal/company/company.ts'
import { useNotices } from '#portal/feedback/notices.tsx'
import { useForm } from '#portal/form/form.ts'
import { AskedPassword } from '#portal/session/PasswordFields.tsx'
import { draftOf } from '#portal/storage/draft.ts'
import { completeProfileText } from '#portal/text/complete-profile.ts'
import { settingsText } from '#portal/text/settings.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { Form } from '#ui/form/Form.tsx'
import { ScreenTitle } from '#ui/ScreenTitle.tsx'

import { DocumentField } from './DocumentField.tsx'
import { OptInLabel } from './OptInLabel.tsx'
import { missingInformation, readProfile } from './profile.ts'
import { BirthdateField, EmailField, NameField, PhoneField, SexField } from './ProfileFields.tsx'
import { customer } from './queries.ts'
import { useChangeCustomer } from './use-change-customer.ts'

import styles from './CompleteProfileScreen.module.css'

/** The field that shows an error code. */
const errorFields = {
  used_email: 'email',
  used_phone: 'phone',
  used_document: 'document',
  underage: 'birthdate',
  overage: 'birthdate',
  wrong_password: 'current_password',
} as const

/**
 * R4.2: asks only for missing data: the base information, or everything with `all=true` (R4.1). Afterwards the guard
 * redirects the customer.
 */
export default function CompleteProfileScreen() {
  const changeCustomer = useChangeCustomer()
  const notices = useNotices()
  const { company } = useCompany()
  const { data: owner } = useSuspenseQuery(customer)
  const missing = missingInformation(owner)
  const asksForAddress =
    new URLSearchParams(useSearch()).get('all') === 'true' && !hasAddress(owner)
  const draft = `complete-profile:${owner.id}`
  const typed = draftOf(draft) ?? {}
  const { form, messages, submitting } = useForm({
    schema: onDayOf(company, asksForAddress ? WholeProfile : CustomerChange),
    draft,
    read: (data) => ({
      ...withoutEmptyName(readProfile(data)),
      ...(missing.opt_in && { opt_in: data.has('opt_in') }),
    }),
    submit: async (change) => void (await changeCustomer(change)),
    errorFields,
    onFailure: ({ message }) => notices.alert('error', settingsText.notSaved(message)),
  })
  return (
    <div className={styles.narrow}>
      <Card>
        <Form {...form}>
          <ScreenTitle>{completeProfileText.heading}</ScreenTitle>
          <p>{completeProfileText.explanation}</p>
          {/* D13: a customer who signed up by phone has no name. It may stay empty, because completeness does not need
              it (R4.1). */}
          {owner.name === null && (
            <NameField
              defaultValue={typed['name']}
              hint={completeProfileText.optional}
              error={messages['name']}
            />
          )}
          {missing.contact && (
            <>
              <EmailField defaultValue={typed['email']} error={messages['email']} />
              <PhoneField defaultValue={typed['phone']} error={messages['phone']} />
              <AskedPassword isAsked={false} messages={messages} hint={settingsText.whyPassword} />
            </>
          )}
          {missing.document && (
            <DocumentField defaultValue={typed['document']} error={messages['document']} />
          )}
          {missing.birthdate && (
            <BirthdateField defaultValue={typed['birthdate']} error={messages['birthdate']} />
          )}
          {asksForAddress && (
            <>
              <SexField defaultValue={typed['sex'] ?? owner.sex ?? ''} error={messages['sex']} />
              <AddressFields customer={owner} typed={typed} messages={messages} />
            </>
          )}
          {missing.opt_in && (
            <Checkbox name="opt_in" label={<OptInLabel />} error={messages['opt_in']} />
          )}
          <Button type="submit" busy={submitting} full>
            {completeProfileText.submit}
          </Button>
        </Form>
      </Card>
    </div>
  )
}

/** Leaves out an empty name, because the rule for names asks for at least one letter (R5.3). */
function withoutEmptyName({ name, ...others }: Record<string, unknown>): Record<string, unknown> {
  return typeof name === 'string' && name.trim() !== '' ? { ...others, name } : others
}
