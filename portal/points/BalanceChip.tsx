import { useQuery } from '@tanstack/react-query'

import { useCompany } from '#portal/company/company.ts'
import { text } from '#portal/text/pt-BR.ts'
import { Skeleton } from '#ui/Skeleton.tsx'

import { amountLines } from './amount.ts'
import { balance } from './queries.ts'

import styles from './BalanceChip.module.css'

/** R2.8. If the balance cannot be read, the chip disappears (R7.1). */
export function BalanceChip() {
  const { company } = useCompany()
  const { data, isPending } = useQuery(balance)
  if (company.hide_cashback || (!data && !isPending)) return null
  return (
    <p className={styles.chip}>
      <span className={styles.label}>{text.shell.balance}</span>{' '}
      {data ? (
        amountLines(data.amount_balance, data.value_balance, company)[0]
      ) : (
        <Skeleton width="5ch" />
      )}
    </p>
  )
}
