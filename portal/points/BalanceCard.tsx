import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import type { Customer } from '#contract/customer.ts'
import { daysBetween } from '#contract/date.ts'
import type { ExpiringPoints } from '#contract/points.ts'
import { useCompany } from '#portal/company/company.ts'
import { useToday } from '#portal/company/use-today.ts'
import { MemberCodeLink } from '#portal/member-code/MemberCodeLink.tsx'
import { SeenAt } from '#portal/offline/SeenAt.tsx'
import { dashboardText } from '#portal/text/dashboard.ts'
import { pointsText } from '#portal/text/points.ts'

import { amountLines, expiryLine, showsPurchases, speaksOfPoints } from './amount.ts'
import { Schedule } from './Expiring.tsx'
import { balance } from './queries.ts'

import styles from './BalanceCard.module.css'

type BalanceCardProps = { balances: Customer['balance']; nextExpiry: ExpiringPoints | undefined }

/**
 * The spendable balance (R7.1, R7.2), and separately pending, held and owed points. The last balance stays when a poll
 * fails.
 */
export function BalanceCard({ balances, nextExpiry }: BalanceCardProps) {
  const { company } = useCompany()
  const { data = balances, isError, ...read } = useQuery(balance)
  const [first, second] = amountLines(data.amount_balance, data.value_balance, company)
  return (
    <section className={styles.card} aria-labelledby="balance">
      <h2 id="balance" className={styles.label}>
        {dashboardText.balance}
      </h2>
      <div aria-live="polite">
        {first && <p className={styles.first}>{first}</p>}
        {second && <p className={styles.second}>{second}</p>}
      </div>
      <SeenAt {...read} />
      {isError && <p className={styles.note}>{dashboardText.balanceFailed}</p>}
      <NextExpiry next={nextExpiry} />
      <Apart balances={balances} />
      <MemberCodeLink />
      {speaksOfPoints(company) && (
        <p className={styles.note}>{dashboardText.received(balances.received_amount)}</p>
      )}
    </section>
  )
}

function NextExpiry({ next }: { next: ExpiringPoints | undefined }) {
  const { company } = useCompany()
  const today = useToday()
  const [open, setOpen] = useState(false)
  if (!next) return <p className={styles.note}>{pointsText.nothingExpires}</p>
  const days = daysBetween(today, next.expires_at)
  return (
    <>
      <button type="button" className={styles.expiry} onClick={() => setOpen(true)}>
        {expiryLine(next.points_amount, next.points_value, days, company)}
        <span className={styles.more}>{pointsText.schedule}</span>
      </button>
      {open && <Schedule onClose={() => setOpen(false)} />}
    </>
  )
}

/** Rows for pending points, points held for a till, and a deficit, where greater than 0. */
function Apart({ balances }: { balances: Customer['balance'] }) {
  const { company } = useCompany()
  const rows = [
    [dashboardText.pending, balances.pending_amount, balances.pending_value],
    [dashboardText.held, balances.held_amount, balances.held_value],
    [dashboardText.deficit, balances.deficit_amount, balances.deficit_value],
  ] as const
  const shown = rows.filter(([, amount]) => amount > 0 && showsPurchases(company))
  if (shown.length === 0) return null
  const { deficitText, deficitTextCash } = dashboardText
  return (
    <>
      <dl className={styles.apart}>
        {shown.map(([name, amount, value]) => (
          <div key={name} className={styles.row}>
            <dt>{name}</dt>
            <dd>{amountLines(amount, value, company)[0]}</dd>
          </div>
        ))}
      </dl>
      {balances.deficit_amount > 0 && (
        <p className={styles.note}>{speaksOfPoints(company) ? deficitText : deficitTextCash}</p>
      )}
    </>
  )
}
