import { useState } from 'react'

import { useWrite } from '#console/client/write.ts'
import { FormFailure } from '#console/feedback/FormFailure.tsx'
import { toast } from '#console/feedback/toasts.tsx'
import { useContractForm } from '#console/form/use-contract-form.ts'
import { useRefusal } from '#console/session/use-me.ts'
import { controlText } from '#console/text/customer-control.ts'
import { customerText } from '#console/text/customer.ts'
import { shellText } from '#console/text/shell.ts'
import { useKeyed } from '#console/unsent/use-keyed.ts'
import { dateText } from '#console/value/instant.ts'
import type { PointsEntry } from '#contract/points.ts'
import { formatMoney } from '#contract/value/money.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/form/Field.tsx'
import { Form } from '#ui/form/Form.tsx'
import { Sheet } from '#ui/overlay/Dialog.tsx'

import { titleOf } from './entry-words.ts'
import { ReversalForm, reversalOf } from './reversal-form.ts'
import { ReversalReasons } from './ReversalReasons.tsx'

type ReverseProps = { entry: PointsEntry; name: string }

/** Reverses a sale, or undoes a use of points at a till. Nothing for any other movement. */
export function ReverseButton({ entry, name }: ReverseProps) {
  const refusal = useRefusal('customer.reverse')
  const [isAsking, setAsking] = useState(false)
  if (!isReversible(entry)) return null
  return (
    <>
      <Button
        variant="plain"
        disabledReason={refusal}
        aria-label={controlText.reverseOf(titleOf(entry), dateText(entry.created_at))}
        onClick={() => setAsking(true)}
      >
        {controlText.reverse}
      </Button>
      {isAsking && <ReverseSheet entry={entry} name={name} onClose={() => setAsking(false)} />}
    </>
  )
}

/** A voucher is cancelled instead, and an adjustment undone. */
function isReversible(entry: PointsEntry): boolean {
  const isUse = entry.type_id === 'CNS' && entry.prize === null && entry.origin !== 'adjustment'
  return (isSale(entry) || isUse) && !entry.is_cancelled
}

function isSale({ type_id, purchase_value }: PointsEntry): boolean {
  return type_id === 'GNR' && purchase_value !== null
}

function ReverseSheet({ entry, name, onClose }: ReverseProps & { onClose: () => void }) {
  const { id, points_amount, purchase_value } = entry
  const reverse = useWrite('POST /admin/points/{id}/reverse')
  const once = useKeyed(`reversal key ${id}`, controlText.repeatedReversal)
  const form = useContractForm({
    schema: ReversalForm,
    defaultValues: { returned_value: '' },
    errorFields: { return_exceeds_purchase: 'returned_value' },
    submit: async (typed) => {
      const made = await once((key) =>
        reverse({ params: { id }, body: { ...reversalOf(typed), key } }),
      )
      onClose()
      const { is_repeat, points_amount: points } = made
      toast(is_repeat ? controlText.reversedBefore : controlText.reversed(points, name))
    },
  })
  const points = customerText.points(Math.abs(points_amount))
  return (
    <Sheet
      title={controlText.reverseTitle[isSale(entry) ? 'sale' : 'use']}
      closeLabel={shellText.close}
      onClose={form.isSubmitting ? undefined : onClose}
    >
      <Form {...form.formProps}>
        <p>
          {isSale(entry)
            ? controlText.textOfSale(formatMoney(purchase_value ?? 0), points)
            : controlText.textOfUse(points)}{' '}
          <strong>{controlText.final}</strong>
        </p>
        <FormFailure text={form.failure} />
        {isSale(entry) && (
          <Field
            {...form.field('returned_value')}
            label={controlText.returnedValue}
            hint={controlText.returnedHint}
            inputMode="decimal"
            autoComplete="off"
          />
        )}
        <ReversalReasons {...form.field('reason')} />
        <Button type="submit" busy={form.isSubmitting}>
          {controlText.reverse}
        </Button>
      </Form>
    </Sheet>
  )
}
