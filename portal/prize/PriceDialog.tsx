import { useId } from 'react'
import { useLocation } from 'wouter'

import { useCompany } from '#portal/company/company.ts'
import { lineOf, useForm } from '#portal/form/form.ts'
import { prizeText } from '#portal/text/prize.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/form/Field.tsx'
import { Form } from '#ui/form/Form.tsx'
import { SelectField } from '#ui/form/SelectField.tsx'
import { Dialog } from '#ui/overlay/Dialog.tsx'

import { pointsOf, priceForm, typedOf, unitOf } from './price.ts'
import { prizeOrders, prizesPath, type View, viewOf } from './view.ts'

/** The store's filter: minimum price, maximum price and order. */
export function PriceDialog({ view, onClose }: { view: View; onClose: () => void }) {
  const { company } = useCompany()
  const [, navigate] = useLocation()
  const id = useId()
  const { form, messages } = useForm({
    schema: priceForm(company),
    read: (typed) => ({
      min_value: lineOf(typed, 'min_value'),
      max_value: lineOf(typed, 'max_value'),
      order: lineOf(typed, 'order'),
    }),
    submit: async ({ min_value, max_value, order }) =>
      show({
        min_value: pointsOf(min_value, 'min', company),
        max_value: pointsOf(max_value, 'max', company),
        order: viewOf(`order=${order}`).order,
      }),
    // `submit` sends no request, so it cannot fail.
    onFailure: () => undefined,
  })
  function show(changes: Partial<View>) {
    navigate(prizesPath({ ...view, ...changes }), { replace: true })
    onClose()
  }
  const unit = unitOf(company)
  return (
    <Dialog
      title={prizeText.filter}
      onClose={onClose}
      actions={
        <>
          <Button
            variant="plain"
            onClick={() => show({ min_value: undefined, max_value: undefined, order: 'store' })}
          >
            {prizeText.clearAll}
          </Button>
          <Button type="submit" form={id}>
            {prizeText.apply(company.prize_word)}
          </Button>
        </>
      }
    >
      <Form {...form} id={id}>
        <Field
          name="min_value"
          label={prizeText.min_value(unit)}
          inputMode="decimal"
          autoComplete="off"
          defaultValue={typedOf(view.min_value, company)}
          error={messages['min_value']}
        />
        <Field
          name="max_value"
          label={prizeText.max_value(unit)}
          inputMode="decimal"
          autoComplete="off"
          defaultValue={typedOf(view.max_value, company)}
          error={messages['max_value']}
        />
        <SelectField name="order" label={prizeText.order} defaultValue={view.order}>
          {prizeOrders.map((order) => (
            <option key={order} value={order}>
              {prizeText.orders[order]}
            </option>
          ))}
        </SelectField>
      </Form>
    </Dialog>
  )
}
