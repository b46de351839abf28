import { amountText, counterText } from '#console/text/counter.ts'
import { Button } from '#ui/Button.tsx'

import type { Known } from './look-up.ts'

import styles from './counter.module.css'

type CustomerCardProps = { customer: Known; in_money: boolean; onAnother: () => void }

/** Who the customer is, masked, with level and balance. */
export function CustomerCard({
  customer: { found, label, isOffline },
  in_money,
  onAnother,
}: CustomerCardProps) {
  return (
    <div className={styles.card}>
      <div aria-live="polite">
        {found ? (
          <>
            <h3 className={styles.name}>{found.name ?? counterText.noName}</h3>
            <p className={styles.soft}>
              {[found.document ?? label, found.level && counterText.level(found.level.name)]
                .filter(Boolean)
                .join(' · ')}
            </p>
            <p>{counterText.balance(amountText(balanceOf(found), in_money))}</p>
          </>
        ) : (
          <>
            <h3 className={styles.name}>{isOffline ? label : counterText.unknown(label)}</h3>
            <p className={styles.soft}>
              {isOffline ? counterText.offlineText : counterText.unknownText}
            </p>
          </>
        )}
      </div>
      <Button variant="plain" onClick={onAnother}>
        {counterText.another}
      </Button>
    </div>
  )
}

function balanceOf({ balance }: NonNullable<Known['found']>) {
  return { points_amount: balance.amount_balance, points_value: balance.value_balance }
}
