import { useState } from 'react'

import { useWrite } from '#console/client/write.ts'
import { FormFailure } from '#console/feedback/FormFailure.tsx'
import { toast } from '#console/feedback/toasts.tsx'
import { ChoiceList } from '#console/form/ChoiceList.tsx'
import { useContractForm } from '#console/form/use-contract-form.ts'
import { useRefusal } from '#console/session/use-me.ts'
import { controlText } from '#console/text/customer-control.ts'
import { customerText } from '#console/text/customer.ts'
import { shellText } from '#console/text/shell.ts'
import { UnsentNotice } from '#console/unsent/UnsentNotice.tsx'
import { useUnsentValues } from '#console/unsent/use-unsent-values.ts'
import { sentenceCase } from '#console/value/sentence-case.ts'
import { correctionProofNames, correctionProofs } from '#contract/console/correction.ts'
import type { CustomerRecord } from '#contract/console/desk.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/form/Field.tsx'
import { Form } from '#ui/form/Form.tsx'
import { Sheet } from '#ui/overlay/Dialog.tsx'

import { CorrectionForm, emptyCorrection, type TypedCorrection } from './correction-form.ts'

type CorrectSheetProps = { record: CustomerRecord; onCorrected: () => void; onClose: () => void }

/** Corrects the person's data, once the person has proven them. */
export function CorrectButton(props: Omit<CorrectSheetProps, 'onClose'>) {
  const refusal = useRefusal('customer.correct')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="quiet" disabledReason={refusal} onClick={() => setOpen(true)}>
        {controlText.correct}
      </Button>
      {isOpen && <CorrectSheet {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

function useCorrection({ record: { id }, onCorrected, onClose }: CorrectSheetProps) {
  const correct = useWrite('POST /admin/customer/{id}/correction')
  return useContractForm<TypedCorrection, CorrectionForm>({
    schema: CorrectionForm,
    defaultValues: emptyCorrection,
    unsent: useUnsentValues(`correction ${id}`),
    errorFields: {
      used_document: 'document',
      used_email: 'email',
      used_phone: 'phone',
      underage: 'birthdate',
      overage: 'birthdate',
    },
    submit: async (body) => {
      await correct({ params: { id }, body })
      onClose()
      onCorrected()
      toast(controlText.corrected)
    },
  })
}

function CorrectSheet(props: CorrectSheetProps) {
  const form = useCorrection(props)
  const { name, document, email, phone } = props.record
  const fields = [
    ['name', customerText.name, name, {}],
    ['document', customerText.document, document, {}],
    ['email', customerText.email, email, { type: 'email' }],
    ['phone', customerText.phone, phone, { type: 'tel' }],
    // A masked birthdate says nothing.
    ['birthdate', controlText.birthdate, null, { inputMode: 'numeric' }],
  ] as const
  return (
    <Sheet
      title={controlText.correctTitle}
      closeLabel={shellText.close}
      onClose={form.isSubmitting ? undefined : props.onClose}
    >
      <Form {...form.formProps}>
        <UnsentNotice {...form.notice} />
        <p>{controlText.correctText}</p>
        <FormFailure text={form.failure} />
        {fields.map(([field, label, now, input]) => (
          <Field
            key={field}
            {...form.field(field)}
            {...input}
            label={label}
            hint={now === null ? undefined : controlText.current(now)}
            autoComplete="off"
          />
        ))}
        <ChoiceList
          {...form.field('proof')}
          type="radio"
          label={controlText.proof}
          choices={correctionProofs.map((value) => ({
            value,
            label: sentenceCase(correctionProofNames[value]),
          }))}
        />
        <Button type="submit" busy={form.isSubmitting}>
          {controlText.correct}
        </Button>
      </Form>
    </Sheet>
  )
}
