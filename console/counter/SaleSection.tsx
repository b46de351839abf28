import { useState } from 'react'

import { Section } from '#console/feedback/Section.tsx'
import { counterText } from '#console/text/counter.ts'
import type {
  CounterCustomer,
  CounterCustomerKey,
  CounterPlace,
} from '#contract/console/counter.ts'
import type { TillIntention } from '#contract/intention.ts'

import type { Scan } from './CounterScreen.tsx'
import { CustomerStep } from './CustomerStep.tsx'
import { type Done, DoneStep } from './DoneStep.tsx'
import { ValueStep } from './ValueStep.tsx'
import { WaitingStep } from './WaitingStep.tsx'

/** The customer of the sale. `found` null: nobody has this document, or there is no network to ask. */
export type Known = {
  key: CounterCustomerKey
  found: CounterCustomer | null
  label: string
  isOffline: boolean
}

type Step =
  | { at: 'customer' }
  | { at: 'value'; customer: Known; purchase_value: number }
  | { at: 'waiting'; customer: Known; intention: TillIntention; rule: string | undefined }
  | { at: 'done'; done: Done }

type SaleSectionProps = { shop: string; place: CounterPlace; scan: Scan | undefined }

/** One sale from the customer to the result. */
export function SaleSection({ shop, place, scan }: SaleSectionProps) {
  const [step, setStep] = useState<Step>({ at: 'customer' })
  const [ended, setEnded] = useState(0)
  const [used, setUsed] = useState(0)
  // A scan begins a sale, unless a customer is being asked for points.
  const isNew = scan !== undefined && scan.n > used
  if (isNew && step.at !== 'customer' && step.at !== 'waiting') setStep({ at: 'customer' })
  const again = () => {
    setStep({ at: 'customer' })
    setEnded(ended + 1)
  }
  return (
    <Section title={counterText.sale}>
      {step.at === 'customer' && (
        <CustomerStep
          key={`${ended} ${scan?.n}`}
          shop={shop}
          scanned={isNew ? scan.text : undefined}
          isFirst={ended === 0}
          onFound={(customer) => {
            setUsed(scan?.n ?? 0)
            setStep({ at: 'value', customer, purchase_value: 0 })
          }}
        />
      )}
      {step.at === 'value' && (
        <ValueStep
          shop={shop}
          place={place}
          customer={step.customer}
          purchase_value={step.purchase_value}
          onAnother={again}
          onAsked={(intention, rule) =>
            setStep({ at: 'waiting', customer: step.customer, intention, rule })
          }
          onDone={(done) => setStep({ at: 'done', done })}
        />
      )}
      {step.at === 'waiting' && (
        <WaitingStep
          shop={shop}
          in_money={place.in_money}
          {...step}
          onDone={(done) => setStep({ at: 'done', done })}
          onWithout={() =>
            setStep({
              at: 'value',
              customer: step.customer,
              purchase_value: step.intention.purchase_value,
            })
          }
        />
      )}
      {step.at === 'done' && <DoneStep done={step.done} in_money={place.in_money} onNew={again} />}
    </Section>
  )
}
