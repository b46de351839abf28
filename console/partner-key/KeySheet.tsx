import { useEffect } from 'react'

import { FormFailure } from '#console/feedback/FormFailure.tsx'
import { ChoiceList } from '#console/form/ChoiceList.tsx'
import { useContractForm } from '#console/form/use-contract-form.ts'
import { keyText, scopeNames } from '#console/text/key.ts'
import { shellText } from '#console/text/shell.ts'
import { UnsentNotice } from '#console/unsent/UnsentNotice.tsx'
import { useUnsentValues } from '#console/unsent/use-unsent-values.ts'
import type { PartnerKeyChange, PartnerKeyView } from '#contract/console/partner-key.ts'
import { partnerScopes } from '#contract/partner.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/form/Field.tsx'
import { Form } from '#ui/form/Form.tsx'
import { Sheet } from '#ui/overlay/Dialog.tsx'

import { formOf, KeyForm } from './key-form.ts'

type KeySheetProps = {
  /** Absent: a new key. */
  stored?: PartnerKeyView
  /** May throw RequestFailure. */
  submit: (body: PartnerKeyChange) => Promise<void>
  onClose: () => void
}

/** The form of a key's name and limits. */
export function KeySheet({ stored, submit, onClose }: KeySheetProps) {
  const form = useContractForm({
    schema: KeyForm,
    defaultValues: formOf(stored),
    unsent: useUnsentValues(stored ? `key ${stored.id}` : 'key'),
    submit,
  })
  const { field, setFocus } = form
  // An effect after the sheet's own, which opens it with the focus on its close button.
  useEffect(() => setFocus('name'), [setFocus])
  const addresses = field('addresses')
  return (
    <Sheet
      title={stored ? keyText.changeOf(stored.name) : keyText.makeTitle}
      closeLabel={shellText.close}
      onClose={form.isSubmitting ? undefined : onClose}
    >
      <Form {...form.formProps}>
        <UnsentNotice {...form.notice} />
        <FormFailure text={form.failure} />
        <Field {...field('name')} label={keyText.name} hint={keyText.nameHint} autoComplete="off" />
        <ChoiceList
          {...field('scopes')}
          type="checkbox"
          label={keyText.scopes}
          choices={partnerScopes.map((value) => ({ value, ...scopeNames[value] }))}
        />
        <Field
          {...addresses}
          error={addresses.error ?? firstSentence(form.formState.errors.addresses)}
          label={keyText.addresses}
          hint={keyText.addressesHint}
          autoComplete="off"
        />
        <Field
          {...field('most_points_per_day')}
          label={keyText.points}
          hint={keyText.pointsHint}
          inputMode="numeric"
          autoComplete="off"
        />
        <Field
          {...field('most_look_ups_per_hour')}
          label={keyText.lookUps}
          inputMode="numeric"
          autoComplete="off"
        />
        <Field
          {...field('most_misses_per_hour')}
          label={keyText.misses}
          hint={keyText.missesHint}
          inputMode="numeric"
          autoComplete="off"
        />
        <Button type="submit" busy={form.isSubmitting}>
          {stored ? keyText.save : keyText.make}
        </Button>
      </Form>
    </Sheet>
  )
}

/** The sentence of the first wrong network: its error stands under its place in the list. */
function firstSentence(errors: object | undefined): string | undefined {
  const found = Object.values(errors ?? {}) as ({ message?: string } | undefined)[]
  return found.find((error) => error?.message)?.message
}
