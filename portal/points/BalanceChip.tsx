import { useQuery } from '@tanstack/react-query'
import Coins from 'lucide-react/icons/coins'

import type { Balance } from '#contract/customer.ts'
import { speaksOfPoints } from '#contract/value/display.ts'
import { useCompany } from '#portal/company/company.ts'
import { pointsText } from '#portal/text/points.ts'
import { text } from '#portal/text/pt-BR.ts'
import { Skeleton } from '#ui/Skeleton.tsx'

import { compactAmount, figure } from './amount.ts'
import { balance } from './queries.ts'
import { useCountUp } from './use-count-up.ts'

import styles from './BalanceChip.module.css'

type BalanceChipProps = {
  /** Whether a till holds points for an open request (D5). The figure then excludes the held points, and its label says so. */
  isReserved: boolean
}

/**
 * R2.8. If the balance cannot be read, the chip disappears (R7.1). On a narrow screen the chip shows the short figure in place
 * of the full one.
 */
export function BalanceChip({ isReserved }: BalanceChipProps) {
  const { company } = useCompany()
  const { data, isPending } = useQuery(balance)
  if (company.hide_cashback || (!data && !isPending)) return null
  const label = isReserved ? pointsText.available : text.shell.balance
  return (
    <p className={styles.chip}>
      {data ? <Counted balance={data} label={label} /> : <Waiting label={label} />}
    </p>
  )
}

function Waiting({ label }: { label: string }) {
  return (
    <>
      <span className={styles.full}>
        <span className={styles.label}>{label}</span>
      </span>
      <Skeleton width="5ch" />
    </>
  )
}

/** Counts up to a greater balance. */
function Counted({ balance, label }: { balance: Balance; label: string }) {
  const { company } = useCompany()
  const { amount_balance, value_balance } = balance
  const points = useCountUp(amount_balance)
  const centavos = useCountUp(value_balance)
  return (
    <>
      <span className={styles.full}>
        <span className={styles.label}>{label}</span> {figure(points, centavos, company)}
      </span>
      <span className={styles.compact} aria-hidden="true">
        {speaksOfPoints(company) && <Coins size={16} />}
        {compactAmount(points, centavos, company)}
      </span>
    </>
  )
}
