import type { Intention } from '#contract/intention.ts'
import { formatMoney } from '#contract/money.ts'
import { useCompany } from '#portal/company/company.ts'
import { amountLines, showsPurchases, speaksOfPoints } from '#portal/points/amount.ts'
import { intentionText } from '#portal/text/intention.ts'

import styles from './Amounts.module.css'

/** R8.2: balance, purchase, points to use, the rest to pay and the remaining balance, in the company's units (D7). */
export function Amounts({ intention }: { intention: Intention }) {
  const { company } = useCompany()
  const { balance, balance_after, purchase_value } = intention
  // The till may capture less than it asked for.
  const { points_amount, points_value } = intention.captured ?? intention
  const consumed = speaksOfPoints(company)
    ? intentionText.consumedPoints
    : intentionText.consumedValue
  return (
    <dl className={styles.amounts}>
      <Line
        name={intentionText.balance}
        lines={amountLines(balance.amount_balance, balance.value_balance, company)}
      />
      {showsPurchases(company) && (
        <Line name={intentionText.purchase} lines={[formatMoney(purchase_value)]} />
      )}
      <Line name={consumed} lines={amountLines(points_amount, points_value, company)} />
      {!company.hide_cashback && (
        <Line
          name={intentionText.toPay}
          lines={[formatMoney(purchase_value - points_value)]}
          isStrong
        />
      )}
      <Line
        name={intentionText.balance_after}
        lines={amountLines(balance_after.amount_balance, balance_after.value_balance, company)}
      />
    </dl>
  )
}

type LineProps = { name: string; lines: string[]; isStrong?: boolean }

function Line({ name, lines: [first, second], isStrong = false }: LineProps) {
  if (first === undefined) return null
  return (
    <div className={styles.line} data-strong={isStrong}>
      <dt>{name}</dt>
      <dd>
        {first}
        {second && <span className={styles.second}>{second}</span>}
      </dd>
    </div>
  )
}
