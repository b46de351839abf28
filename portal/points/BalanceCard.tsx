import { useQuery } from '@tanstack/react-query'

import { useCompany } from '#portal/company/company.ts'
import { text } from '#portal/text/pt-BR.ts'
import { Skeleton } from '#portal/ui/Skeleton.tsx'

import { amountLines } from './amount.ts'
import { balance } from './queries.ts'

import styles from './BalanceCard.module.css'

/** What can be spent now (R7.1, R7.2). The last figure stays when a new one cannot be had. */
export function BalanceCard({ received }: { received: number }) {
  const { company } = useCompany()
  const { data, isError, isPending } = useQuery(balance)
  return (
    <section className={styles.card} aria-labelledby="balance">
      <h2 id="balance" className={styles.label}>
        {text.dashboard.balance}
      </h2>
      <div aria-live="polite">
        {data && <Amount lines={amountLines(data.amount_balance, data.value_balance, company)} />}
        {isPending && <Awaited lines={amountLines(0, 0, company)} />}
      </div>
      {isError && <p className={styles.note}>{text.dashboard.balance_failed}</p>}
      {!company.hide_points && <p className={styles.note}>{text.dashboard.received(received)}</p>}
    </section>
  )
}

type Lines = { lines: [string, ...string[]] }

function Amount({ lines: [first, second] }: Lines) {
  return (
    <>
      <p className={styles.first}>{first}</p>
      {second && <p className={styles.second}>{second}</p>}
    </>
  )
}

/** As high as the amount that comes in its place. */
function Awaited({ lines: [, second] }: Lines) {
  return (
    <>
      <p className={styles.first}>
        <Skeleton width="6ch" height="1.15em" />
      </p>
      {second && (
        <p className={styles.second}>
          <Skeleton width="6ch" height="1.5em" />
        </p>
      )}
    </>
  )
}
