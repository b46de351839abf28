import CircleCheck from 'lucide-react/icons/circle-check'
import Clock from 'lucide-react/icons/clock'

import { amountText, counterText, shortAmount } from '#console/text/counter.ts'
import type { CountedSale } from '#contract/console/counter.ts'
import { Button } from '#ui/Button.tsx'

import { focusButton } from './focus.ts'

import styles from './counter.module.css'

export type Done =
  | {
      kind: 'recorded'
      name: string | null
      sale: CountedSale
      used: { points_amount: number; points_value: number } | null
    }
  | { kind: 'kept'; purchase_value: number }

type DoneStepProps = { done: Done; in_money: boolean; onNew: () => void }

/** The result of the sale. The next one begins with Enter. */
export function DoneStep({ done, in_money, onNew }: DoneStepProps) {
  return (
    <div className={styles.step}>
      <div aria-live="polite" className={styles.done}>
        {done.kind === 'recorded' ? (
          <>
            <CircleCheck aria-hidden="true" />
            <div>
              <h3 className={styles.name}>{counterText.done}</h3>
              <p>
                {counterText.doneEarned(
                  done.name ?? counterText.theCustomer,
                  amountText(done.sale, in_money),
                )}
              </p>
              {done.used && <p>{usedLine(done.used, done.sale, in_money)}</p>}
              <p>{counterText.doneBalance(balanceOf(done.sale, in_money))}</p>
            </div>
          </>
        ) : (
          <>
            <Clock aria-hidden="true" className={styles.late} />
            <div>
              <h3 className={styles.name}>{counterText.kept}</h3>
              <p>{counterText.keptText(done.purchase_value)}</p>
            </div>
          </>
        )}
      </div>
      <div className={styles.actions} ref={focusButton}>
        <Button onClick={onNew}>{counterText.newSale}</Button>
      </div>
    </div>
  )
}

function usedLine(
  used: { points_amount: number; points_value: number },
  { purchase_value }: CountedSale,
  in_money: boolean,
): string {
  const to_pay = Math.max(0, (purchase_value ?? 0) - used.points_value)
  return counterText.doneUsed(shortAmount(used, in_money), to_pay)
}

function balanceOf({ balance }: CountedSale, in_money: boolean): string {
  const { amount_balance: points_amount, value_balance: points_value } = balance
  return amountText({ points_amount, points_value }, in_money)
}
