import { useQuery } from '@tanstack/react-query'

import { FormFailure } from '#console/feedback/FormFailure.tsx'
import { QueryView } from '#console/feedback/QueryView.tsx'
import { toast } from '#console/feedback/toasts.tsx'
import { ChoiceList } from '#console/form/ChoiceList.tsx'
import { useContractForm } from '#console/form/use-contract-form.ts'
import { controlText } from '#console/text/customer-control.ts'
import { customerText } from '#console/text/customer.ts'
import { shellText } from '#console/text/shell.ts'
import { UnsentNotice } from '#console/unsent/UnsentNotice.tsx'
import { useUnsentValues } from '#console/unsent/use-unsent-values.ts'
import type { AdjustmentTerms } from '#contract/console/desk.ts'
import { formatInteger } from '#contract/value/money.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/form/Field.tsx'
import { Form } from '#ui/form/Form.tsx'
import { Sheet } from '#ui/overlay/Dialog.tsx'

import { AdjustmentForm, signedPoints } from './adjustment-form.ts'
import { adjustmentTerms } from './queries.ts'
import { useAdjustment } from './use-adjustment.ts'
import { useRequestActs } from './use-request-acts.ts'
import { useUndoAdjustment } from './use-undo-adjustment.ts'

type AdjustSheetProps = { id: string; name: string; onClose: () => void }

/** Gives points to a customer or takes them, with one of the company's reasons. */
export function AdjustSheet(props: AdjustSheetProps) {
  const terms = useQuery(adjustmentTerms)
  const form = useAdjustForm(props)
  return (
    <Sheet
      title={customerText.adjust}
      closeLabel={shellText.close}
      onClose={form.isSubmitting ? undefined : props.onClose}
    >
      <QueryView query={terms} height="20rem">
        {(found) => found && <AdjustForm form={form} terms={found} />}
      </QueryView>
    </Sheet>
  )
}

function useAdjustForm({ id, name, onClose }: AdjustSheetProps) {
  const { adjust, ask } = useAdjustment(id)
  const { undo } = useUndoAdjustment()
  const { end } = useRequestActs()
  const { data: terms } = useQuery(adjustmentTerms)
  return useContractForm({
    schema: AdjustmentForm,
    defaultValues: { direction: 'give', points_amount: '', reason: '' },
    unsent: useUnsentValues(`adjustment ${id}`),
    errorFields: { insufficient_balance: 'points_amount', adjustment_above_limit: 'points_amount' },
    submit: async (typed) => {
      const points = signedPoints(typed)
      const figures = { points_amount: points, reason: typed.reason }
      if (terms?.needs_second_person && typed.points_amount > terms.limit) {
        const request = await ask(figures)
        onClose()
        return toast(controlText.asked, () => end(request, controlText.withdrawn))
      }
      const made = await adjust(figures)
      onClose()
      if (made.is_repeat) toast(customerText.adjustedBefore(points, name))
      else toast(customerText.adjusted(points, name), () => undo(made.id))
    },
  })
}

type AdjustFormProps = { form: ReturnType<typeof useAdjustForm>; terms: AdjustmentTerms }

function AdjustForm({ form, terms: { reasons, limit, needs_second_person } }: AdjustFormProps) {
  const most = formatInteger(limit)
  return (
    <Form {...form.formProps}>
      <UnsentNotice {...form.notice} />
      <p>{needs_second_person ? controlText.askLimit(most) : customerText.adjustLimit(most)}</p>
      <FormFailure text={form.failure} />
      <ChoiceList
        {...form.field('direction')}
        type="radio"
        label={customerText.direction}
        choices={[
          { value: 'give', label: customerText.give },
          { value: 'take', label: customerText.take },
        ]}
      />
      <Field
        {...form.field('points_amount')}
        label={customerText.pointsLabel}
        inputMode="numeric"
        autoComplete="off"
      />
      <ChoiceList
        {...form.field('reason')}
        type="radio"
        label={customerText.reason}
        choices={reasons.map((value) => ({ value, label: value }))}
      />
      <Button type="submit" busy={form.isSubmitting}>
        {customerText.adjust}
      </Button>
    </Form>
  )
}
