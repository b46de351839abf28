import { useQuery } from '@tanstack/react-query'
import { Coins } from 'lucide-react'

import { useCompany } from '#portal/company/company.ts'
import { text } from '#portal/text/pt-BR.ts'
import { Skeleton } from '#ui/Skeleton.tsx'

import { amountLines, compactAmount, speaksOfPoints } from './amount.ts'
import { balance } from './queries.ts'

import styles from './BalanceChip.module.css'

/** R2.8. If the balance cannot be read, the chip disappears (R7.1). A narrow screen shows a short figure for the full one. */
export function BalanceChip() {
  const { company } = useCompany()
  const { data, isPending } = useQuery(balance)
  if (company.hide_cashback || (!data && !isPending)) return null
  const { amount_balance: points = 0, value_balance: centavos = 0 } = data ?? {}
  return (
    <p className={styles.chip}>
      <span className={styles.full}>
        <span className={styles.label}>{text.shell.balance}</span>{' '}
        {data && amountLines(points, centavos, company)[0]}
      </span>
      {data ? (
        <span className={styles.compact} aria-hidden="true">
          {speaksOfPoints(company) && <Coins size={16} />}
          {compactAmount(points, centavos, company)}
        </span>
      ) : (
        <Skeleton width="5ch" />
      )}
    </p>
  )
}
