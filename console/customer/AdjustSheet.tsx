import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'

import { useWrite } from '#console/client/write.ts'
import { FormFailure } from '#console/feedback/FormFailure.tsx'
import { QueryView } from '#console/feedback/QueryView.tsx'
import { toast } from '#console/feedback/toasts.tsx'
import { ChoiceList } from '#console/form/ChoiceList.tsx'
import { useContractForm } from '#console/form/use-contract-form.ts'
import { customerText } from '#console/text/customer.ts'
import { shellText } from '#console/text/shell.ts'
import { Adjustment, type AdjustmentTerms } from '#contract/console/desk.ts'
import { formatInteger } from '#contract/value/money.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/form/Field.tsx'
import { Form } from '#ui/form/Form.tsx'
import { Sheet } from '#ui/overlay/Dialog.tsx'

import { adjustmentTerms } from './queries.ts'
import { useUndoAdjustment } from './use-undo-adjustment.ts'

/** The points as typed, '1.500', and apart from them whether they are given or taken. */
const AdjustmentForm = z.strictObject({
  deed: z.enum(['give', 'take']),
  points_amount: z.pipe(
    z.pipe(
      z.string(),
      z.transform((typed) =>
        /^\d[\d.]*$/.test(typed.trim()) ? Number(typed.replaceAll('.', '')) : 0,
      ),
    ),
    Adjustment.shape.points_amount,
  ),
  reason: Adjustment.shape.reason,
})

type AdjustSheetProps = { id: string; name: string; onClose: () => void }

/** Gives points to a customer or takes them, with one of the company's reasons. */
export function AdjustSheet({ id, name, onClose }: AdjustSheetProps) {
  const terms = useQuery(adjustmentTerms)
  return (
    <Sheet title={customerText.adjust} closeLabel={shellText.close} onClose={onClose}>
      <QueryView query={terms} height="20rem">
        {(found) => found && <AdjustForm id={id} name={name} terms={found} onClose={onClose} />}
      </QueryView>
    </Sheet>
  )
}

function AdjustForm({
  id,
  name,
  terms: { reasons, limit },
  onClose,
}: AdjustSheetProps & { terms: AdjustmentTerms }) {
  const adjust = useWrite('POST /admin/customer/{id}/adjustment')
  const { undo } = useUndoAdjustment()
  // One key for this sheet: a press after a lost answer is the same adjustment.
  const [key] = useState(() => crypto.randomUUID())
  const form = useContractForm({
    schema: AdjustmentForm,
    defaultValues: { deed: 'give', points_amount: '', reason: '' },
    errorFields: { insufficient_balance: 'points_amount', adjustment_above_limit: 'points_amount' },
    submit: async ({ deed, points_amount, reason }) => {
      const points = deed === 'give' ? points_amount : -points_amount
      const body = { points_amount: points, reason, key }
      const made = await adjust({ params: { id }, body })
      onClose()
      toast(customerText.adjusted(points, name), () => undo(made.id))
    },
  })
  return (
    <Form {...form.formProps}>
      <p>{customerText.adjustLimit(formatInteger(limit))}</p>
      <FormFailure text={form.failure} />
      <ChoiceList
        {...form.field('deed')}
        type="radio"
        label={customerText.deed}
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
