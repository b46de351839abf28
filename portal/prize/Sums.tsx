import { useQuery } from '@tanstack/react-query'

import type { Balance } from '#contract/customer.ts'
import type { Prize } from '#contract/prize.ts'
import { showsPurchases } from '#contract/value/display.ts'
import { useCompany } from '#portal/company/company.ts'
import { figure, priceLines } from '#portal/points/amount.ts'
import { balance } from '#portal/points/queries.ts'
import { prizeText } from '#portal/text/prize.ts'

import { balanceAfter } from './balance-after.ts'

import styles from './Sums.module.css'

type SumsProps = {
  prize: Prize
  quantity: number
  /** False when the prize cannot be redeemed: then no balance after it is shown. */
  isRedeemable: boolean
}

/** The price, and the balance before and after. A balance that cannot be read is left out (R7.1). */
export function Sums({ prize, quantity, isRedeemable }: SumsProps) {
  const { company } = useCompany()
  const { data } = useQuery(balance)
  const total = prize.value * quantity
  const amountText = ({ amount_balance, value_balance }: Balance) =>
    figure(amount_balance, value_balance, company)
  // If the company hides points and money, only a free prize shows a price.
  if (!showsPurchases(company) && total > 0) return null
  const after = isRedeemable && data ? balanceAfter(data, total) : null
  return (
    <dl className={styles.sums} aria-live="polite">
      <dt>{quantity > 1 ? prizeText.total : prizeText.value}</dt>
      <dd>{total === 0 ? prizeText.free : priceLines(total, company)[0]}</dd>
      {data && (
        <>
          <dt>{prizeText.balance}</dt>
          <dd>{amountText(data)}</dd>
        </>
      )}
      {after && (
        <>
          <dt>{prizeText.balance_after}</dt>
          <dd className={styles.after}>{amountText(after)}</dd>
        </>
      )}
    </dl>
  )
}
