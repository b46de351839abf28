import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'

import { useWrite } from '#console/client/write.ts'
import { FormFailure } from '#console/feedback/FormFailure.tsx'
import { useAction } from '#console/feedback/use-action.ts'
import { amountText, counterText, shortAmount } from '#console/text/counter.ts'
import type { CounterPlace, CounterPreview } from '#contract/console/counter.ts'
import type { TillIntention } from '#contract/intention.ts'
import { RequestFailure } from '#contract/request/request-failure.ts'
import { maxPurchaseValue } from '#contract/value/money.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/form/Field.tsx'
import { SelectField } from '#ui/form/SelectField.tsx'

import { CustomerCard } from './CustomerCard.tsx'
import type { Done } from './DoneStep.tsx'
import { centavosOf, pointsOf, typedMoney } from './money.ts'
import { preview } from './queries.ts'
import type { Known } from './SaleSection.tsx'
import { useQueue } from './use-queue.ts'
import { UseFields } from './UseFields.tsx'

import styles from './counter.module.css'

type ValueStepProps = {
  shop: string
  place: CounterPlace
  customer: Known
  purchase_value: number
  onAnother: () => void
  onAsked: (intention: TillIntention, rule: string | undefined) => void
  onDone: (done: Done) => void
}

/** The value of the purchase with its live preview, and the sale or the request for points. */
export function ValueStep(props: ValueStepProps) {
  const { place, customer, onAnother } = props
  const form = useSale(props)
  const { typed, body, mistake, shown, busy, failure } = form
  return (
    <form className={styles.step} noValidate onSubmit={form.submit}>
      <CustomerCard customer={customer} in_money={place.in_money} onAnother={onAnother} />
      <Field
        label={counterText.value}
        name="purchase_value"
        value={typed.value}
        error={mistake.value}
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        inputMode="numeric"
        autoComplete="off"
        enterKeyHint="done"
        onChange={(event) => form.type({ value: typedMoney(event.target.value) })}
      />
      {place.rules.length > 1 && (
        <SelectField
          label={counterText.rule}
          name="rule"
          value={typed.rule}
          onChange={(event) => form.type({ rule: event.target.value })}
        >
          {place.rules.map(({ key, name }) => (
            <option key={key} value={key}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
      <UseFields
        customer={customer}
        in_money={place.in_money}
        use={typed.use}
        most={shown?.most}
        error={mistake.use}
        onUse={(use) => form.type({ use })}
      />
      <p role="status" className={styles.preview}>
        {body && shown && previewText(shown, place.in_money)}
      </p>
      <FormFailure text={failure} />
      <div className={styles.actions}>
        <Button type="submit" busy={busy}>
          {typed.use === undefined ? counterText.register : counterText.ask}
        </Button>
      </div>
    </form>
  )
}

function previewText({ use, to_pay, ...earned }: CounterPreview, in_money: boolean): string {
  const gained = shortAmount(earned, in_money)
  if (use === null) return counterText.willEarn(gained, to_pay)
  return counterText.willUse(amountText(use, in_money), gained, to_pay)
}

type Typed = { value: string; rule: string | undefined; use: string | undefined }

function useSale({ shop, place, customer, purchase_value, onAsked, onDone }: ValueStepProps) {
  const { in_money, rules } = place
  const [typed, setTyped] = useState<Typed>({
    value: purchase_value > 0 ? typedMoney(String(purchase_value)) : '',
    rule: rules.length > 1 ? rules[0]!.key : undefined,
    use: undefined,
  })
  const [tried, setTried] = useState(false)
  // A repeat of the same sale keeps its id, so that it counts once. Another amount is another sale.
  const [external_id, setExternalId] = useState(() => crypto.randomUUID())
  const { queue } = useQueue()
  const sell = useWrite('POST /admin/counter/sale')
  const askFor = useWrite('POST /admin/counter/intention')
  const { busy, failure, run } = useAction()

  const value = centavosOf(typed.value)
  const used = useOf(typed.use, in_money)
  const isValue = value > 0 && value <= maxPurchaseValue
  const sale = {
    shop,
    customer: customer.key,
    purchase_value: value,
    ...(typed.rule !== undefined && { calculation_rule_id: typed.rule }),
  }
  const body = isValue && !customer.isOffline ? { ...sale, ...used?.asked } : null
  const { data: shown, error } = useQuery({
    ...preview(body as Parameters<typeof preview>[0]),
    placeholderData: (before) => before,
  })

  async function register() {
    const failed = (reason: unknown) => {
      const isAway = reason instanceof RequestFailure && reason.status === null
      if (!isAway) throw reason
      queue.add({
        ...sale,
        calculation_rule_id: typed.rule,
        external_id,
        at: new Date().toISOString(),
      })
      onDone({ kind: 'kept', purchase_value: value })
    }
    if (!navigator.onLine) {
      failed(new RequestFailure(null, 'network', counterText.offlineText))
      return
    }
    const made = await sell({ body: { ...sale, external_id } }).catch(failed)
    if (!made) return
    onDone({ kind: 'recorded', name: customer.found?.name ?? null, sale: made, used: null })
  }

  async function ask() {
    const { id } = customer.key as { id: string }
    const { calculation_rule_id: _rule, ...request } = sale as typeof sale & {
      calculation_rule_id?: string
    }
    const opened = await askFor({
      body: { ...request, customer: { id }, ...used!.asked, external_id },
    })
    onAsked(opened, typed.rule)
  }

  return {
    typed,
    body,
    shown,
    busy,
    failure: failure ?? (tried || typed.use !== undefined ? sentenceOf(error) : undefined),
    mistake: tried ? mistakesOf({ value, used, use: typed.use }) : {},
    type: (change: Partial<Typed>) => {
      setTyped((before) => ({ ...before, ...change }))
      setExternalId(crypto.randomUUID())
    },
    submit: (event: FormEvent) => {
      event.preventDefault()
      setTried(true)
      const mistakes = mistakesOf({ value, used, use: typed.use })
      if (!busy && !mistakes.value && !mistakes.use) run(typed.use === undefined ? register : ask)
    },
  }
}

type Used = { asked: { points_amount: number } | { points_value: number } }

function useOf(text: string | undefined, in_money: boolean): Used | undefined {
  if (text === undefined) return undefined
  const amount = in_money ? centavosOf(text) : pointsOf(text)
  if (amount === 0) return undefined
  return { asked: in_money ? { points_value: amount } : { points_amount: amount } }
}

function mistakesOf({
  value,
  used,
  use,
}: {
  value: number
  used: Used | undefined
  use: string | undefined
}): { value?: string; use?: string } {
  return {
    ...(value === 0 && { value: counterText.noValue }),
    ...(value > maxPurchaseValue && { value: counterText.maxValue }),
    ...(use !== undefined && !used && { use: counterText.noAmount }),
  }
}

function sentenceOf(error: Error | null): string | undefined {
  if (!(error instanceof RequestFailure) || error.status === null) return undefined
  return Object.values(error.fields)[0]?.[0] ?? error.message
}
