import { counterText, shortAmount } from '#console/text/counter.ts'
import { formatInteger } from '#contract/value/money.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/form/Field.tsx'

import { focusField } from './focus.ts'
import type { Known } from './look-up.ts'
import { pointsOf, typedMoney } from './money.ts'

import styles from './counter.module.css'

type UseFieldsProps = {
  customer: Known
  in_money: boolean
  /** The typed amount; undefined: the sale is paid without points. */
  amount: string | undefined
  most: { points_amount: number; points_value: number } | undefined
  error: string | undefined
  onUse: (amount: string | undefined) => void
}

/** Paying with points: how many, with the most that this purchase takes. */
export function UseFields({ customer, in_money, amount, most, error, onUse }: UseFieldsProps) {
  const { found, isOffline } = customer
  if (!found) return isOffline && <p className={styles.soft}>{counterText.pointsOffline}</p>
  const refusal = refusalOf(found)
  if (amount === undefined) {
    return (
      <div>
        <Button variant="quiet" disabledReason={refusal} onClick={() => onUse('')}>
          {counterText.payWithPoints(in_money)}
        </Button>
      </div>
    )
  }
  return (
    <div className={styles.use}>
      <Field
        label={counterText.howMany(in_money)}
        name="use"
        value={amount}
        error={error}
        inputRef={focusField}
        inputMode="numeric"
        autoComplete="off"
        enterKeyHint="done"
        onChange={({ target: { value } }) =>
          onUse(in_money ? typedMoney(value) : pointsText(value))
        }
      />
      <div className={styles.actions}>
        {most && most.points_amount > 0 && (
          <Button
            variant="quiet"
            onClick={() =>
              onUse(
                in_money
                  ? typedMoney(String(most.points_value))
                  : formatInteger(most.points_amount),
              )
            }
          >
            {counterText.most(shortAmount(most, in_money))}
          </Button>
        )}
        <Button variant="plain" onClick={() => onUse(undefined)}>
          {counterText.noUse(in_money)}
        </Button>
      </div>
    </div>
  )
}

function pointsText(value: string): string {
  return /\d/.test(value) ? formatInteger(pointsOf(value)) : ''
}

function refusalOf({ can_spend, balance }: NonNullable<Known['found']>): string | undefined {
  if (!can_spend) return counterText.cannotSpend
  return balance.amount_balance === 0 ? counterText.nothingToUse : undefined
}
