import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'

import { useWrite } from '#console/client/write.ts'
import { useAction } from '#console/feedback/use-action.ts'
import { counterText } from '#console/text/counter.ts'
import type { CounterPlace } from '#contract/console/counter.ts'
import type { TillIntention } from '#contract/intention.ts'
import { RequestFailure } from '#contract/request/request-failure.ts'
import { maxPurchaseValue } from '#contract/value/money.ts'

import type { Done } from './DoneStep.tsx'
import type { Known } from './look-up.ts'
import { centavosOf, pointsOf, typedMoney } from './money.ts'
import { preview } from './queries.ts'
import { sellOrKeep } from './queue.ts'
import { useQueue } from './use-queue.ts'

export type SaleProps = {
  shop: string
  place: CounterPlace
  customer: Known
  purchase_value: number
  /** Undefined: the first rule of the company is preselected. */
  chosenRule: string | undefined
  onAsked: (intention: TillIntention, rule: string | undefined) => void
  onDone: (done: Done) => void
  /** True while the sale or the request waits for its answer. */
  onSending: (isSending: boolean) => void
}

type Typed = { value: string; rule: string | undefined; use: string | undefined }

/** What is typed of a sale, its preview, and the sale or the request for points. */
export function useSale(props: SaleProps) {
  const { shop, customer, purchase_value, chosenRule, onDone } = props
  const { in_money, rules } = props.place
  const [typed, setTyped] = useState<Typed>({
    value: purchase_value > 0 ? typedMoney(String(purchase_value)) : '',
    rule: chosenRule ?? (rules.length > 1 ? rules[0]!.key : undefined),
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
  const { data: shown, error } = usePreview(body)

  async function register() {
    const request = { ...sale, calculation_rule_id: typed.rule, external_id }
    const made = await sellOrKeep(queue, request, (body) => sellOnline(() => sell({ body })))
    if (!made) {
      onDone({ kind: 'kept', purchase_value: value })
      return
    }
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
    props.onAsked(opened, typed.rule)
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
      if (busy || mistakes.value || mistakes.use) return
      props.onSending(true)
      const act = typed.use === undefined ? register : ask
      run(() => act().finally(() => props.onSending(false)))
    },
  }
}

/** Without a network there is nothing to wait for. */
function sellOnline<Answer>(send: () => Promise<Answer>): Promise<Answer> {
  if (navigator.onLine) return send()
  return Promise.reject(new RequestFailure(null, 'network', counterText.offlineText))
}

function usePreview(body: object | null) {
  return useQuery({
    ...preview(body as Parameters<typeof preview>[0]),
    placeholderData: (before) => before,
  })
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
