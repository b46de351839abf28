import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import type { Intention } from '#contract/intention.ts'
import { showsPurchases, speaksOfPoints } from '#contract/value/display.ts'
import { formatMoney } from '#contract/value/money.ts'
import { useCompany } from '#portal/company/company.ts'
import { amountLines, amountWords } from '#portal/points/amount.ts'
import { balance as balanceQuery } from '#portal/points/queries.ts'
import { intentionText } from '#portal/text/intention.ts'

import { isOpen } from './latest.ts'

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
        note={<Reserved intention={intention} />}
      />
      {showsPurchases(company) && (
        <Line name={intentionText.purchase} lines={[formatMoney(purchase_value)]} />
      )}
      <Line name={consumed} lines={amountLines(points_amount, points_value, company)} />
      {!company.hide_cashback && (
        <Line
          name={intentionText.toPay}
          // The last point may be worth more than what is left to pay.
          lines={[formatMoney(Math.max(0, purchase_value - points_value))]}
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

/**
 * D5: says how many points an open request holds, and how many are left. The chip and the balance card show only what is left,
 * and this list shows the balance from before the request.
 */
function Reserved({ intention }: { intention: Intention }) {
  const { company } = useCompany()
  const { data } = useQuery(balanceQuery)
  if (!isOpen(intention) || !data) return null
  const { points_amount, points_value } = intention
  return (
    <dd className={styles.note}>
      {intentionText.reserved(
        amountWords(points_amount, points_value, company),
        amountWords(data.amount_balance, data.value_balance, company),
      )}
    </dd>
  )
}

type LineProps = { name: string; lines: string[]; note?: ReactNode; isStrong?: boolean }

function Line({ name, lines: [first, second], note, isStrong = false }: LineProps) {
  if (first === undefined) return null
  return (
    <div className={styles.line} data-strong={isStrong}>
      <dt>{name}</dt>
      <dd>
        {first}
        {second && <span className={styles.second}>{second}</span>}
      </dd>
      {note}
    </div>
  )
}
