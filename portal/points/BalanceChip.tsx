import { useQuery } from '@tanstack/react-query'
import { Coins } from 'lucide-react'

import type { Balance } from '#contract/customer.ts'
import { useCompany } from '#portal/company/company.ts'
import { text } from '#portal/text/pt-BR.ts'
import { Skeleton } from '#ui/Skeleton.tsx'

import { amountLines, compactAmount, speaksOfPoints } from './amount.ts'
import { balance } from './queries.ts'
import { useCountUp } from './use-count-up.ts'

import styles from './BalanceChip.module.css'

/** R2.8. If the balance cannot be read, the chip disappears (R7.1). A narrow screen shows a short figure for the full one. */
export function BalanceChip() {
  const { company } = useCompany()
  const { data, isPending } = useQuery(balance)
  if (company.hide_cashback || (!data && !isPending)) return null
  return <p className={styles.chip}>{data ? <Counted {...data} /> : <Waiting />}</p>
}

function Waiting() {
  return (
    <>
      <span className={styles.full}>
        <span className={styles.label}>{text.shell.balance}</span>
      </span>
      <Skeleton width="5ch" />
    </>
  )
}

/** Counts up to a greater balance. */
function Counted({ amount_balance, value_balance }: Balance) {
  const { company } = useCompany()
  const points = useCountUp(amount_balance)
  const centavos = useCountUp(value_balance)
  return (
    <>
      <span className={styles.full}>
        <span className={styles.label}>{text.shell.balance}</span>{' '}
        {amountLines(points, centavos, company)[0]}
      </span>
      <span className={styles.compact} aria-hidden="true">
        {speaksOfPoints(company) && <Coins size={16} />}
        {compactAmount(points, centavos, company)}
      </span>
    </>
  )
}
