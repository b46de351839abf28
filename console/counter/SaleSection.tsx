import { useState } from 'react'

import { Section } from '#console/feedback/Section.tsx'
import { toast } from '#console/feedback/toasts.tsx'
import { counterText } from '#console/text/counter.ts'
import type { CounterPlace } from '#contract/console/counter.ts'
import type { TillIntention } from '#contract/intention.ts'

import { keysOf } from './customer-key.ts'
import { CustomerStep } from './CustomerStep.tsx'
import { type Done, DoneStep } from './DoneStep.tsx'
import type { Known } from './look-up.ts'
import { useLookUp } from './use-look-up.ts'
import { useWedge } from './use-wedge.ts'
import { ValueStep } from './ValueStep.tsx'
import { WaitingStep } from './WaitingStep.tsx'

type Step =
  | { at: 'customer' }
  | { at: 'value'; customer: Known; purchase_value: number; rule: string | undefined }
  | { at: 'waiting'; customer: Known; intention: TillIntention; rule: string | undefined }
  | { at: 'done'; done: Done }

type SaleSectionProps = { shop: string; place: CounterPlace }

/** One sale from the customer to the result. */
export function SaleSection({ shop, place }: SaleSectionProps) {
  const [step, setStep] = useState<Step>({ at: 'customer' })
  const [ended, setEnded] = useState(0)
  // The sale or the request for points waits for its answer, which would replace the next customer.
  const [isSending, setSending] = useState(false)
  const search = useLookUp(shop, (customer) =>
    setStep({ at: 'value', customer, purchase_value: 0, rule: undefined }),
  )
  const isOpen = isSending || step.at === 'waiting'
  useWedge(
    (code) => keysOf(code).length > 0,
    (code) => {
      if (isOpen) {
        toast(counterText.finishFirst)
        return
      }
      setStep({ at: 'customer' })
      search.find(code)
    },
  )
  const again = () => {
    search.clear()
    setStep({ at: 'customer' })
    setEnded(ended + 1)
  }
  return (
    <Section title={counterText.sale}>
      {step.at === 'customer' && <CustomerStep key={ended} search={search} isFirst={ended === 0} />}
      {step.at === 'value' && (
        <ValueStep
          key={step.customer.label}
          shop={shop}
          place={place}
          customer={step.customer}
          purchase_value={step.purchase_value}
          chosenRule={step.rule}
          onAnother={() => (isSending ? toast(counterText.finishFirst) : again())}
          onSending={setSending}
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
          onAnother={again}
          onWithout={() =>
            setStep({
              at: 'value',
              customer: step.customer,
              purchase_value: step.intention.purchase_value,
              rule: step.rule,
            })
          }
        />
      )}
      {step.at === 'done' && <DoneStep done={step.done} in_money={place.in_money} onNew={again} />}
    </Section>
  )
}
