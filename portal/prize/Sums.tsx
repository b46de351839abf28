import { useQuery } from '@tanstack/react-query'

import type { Balance } from '#contract/customer.ts'
import type { Prize } from '#contract/prize.ts'
import { useCompany } from '#portal/company/company.ts'
import { amountLines, priceLines } from '#portal/points/amount.ts'
import { balance } from '#portal/points/queries.ts'
import { text } from '#portal/text/pt-BR.ts'

import { balanceAfter } from './balance-after.ts'

import styles from './Sums.module.css'

/** What so many cost, and the balance before and after. A balance that cannot be read only stays away (R7.1). */
export function Sums({ prize, quantity }: { prize: Prize; quantity: number }) {
  const { company } = useCompany()
  const { data } = useQuery(balance)
  const total = prize.value * quantity
  const written = ({ amount_balance, value_balance }: Balance) =>
    amountLines(amount_balance, value_balance, company)[0]
  const after = data && balanceAfter(data, total)
  return (
    <dl className={styles.sums} aria-live="polite">
      <dt>{quantity > 1 ? text.prize.total : text.prize.value}</dt>
      <dd>{total === 0 ? text.prize.free : priceLines(total, company)[0]}</dd>
      {data && (
        <>
          <dt>{text.prize.balance}</dt>
          <dd>{written(data)}</dd>
        </>
      )}
      {after && (
        <>
          <dt>{text.prize.balance_after}</dt>
          <dd className={styles.after}>{written(after)}</dd>
        </>
      )}
    </dl>
  )
}
