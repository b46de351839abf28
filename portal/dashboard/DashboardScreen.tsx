import { useSuspenseQuery } from '@tanstack/react-query'

import { useCompany } from '#portal/company/company.ts'
import { HowItWorks } from '#portal/company/HowItWorks.tsx'
import { customer } from '#portal/customer/queries.ts'
import { BalanceCard } from '#portal/points/BalanceCard.tsx'
import { History, HistorySkeleton } from '#portal/points/History.tsx'
import { Recoverable } from '#portal/Recoverable.tsx'
import { text } from '#portal/text/pt-BR.ts'
import { ScreenTitle } from '#portal/ui/ScreenTitle.tsx'
import { Skeleton } from '#portal/ui/Skeleton.tsx'

import styles from './DashboardScreen.module.css'

/** R7.2, as far as it goes today: the balance and what led to it. */
export default function DashboardScreen() {
  const { how_it_works } = useCompany().company
  return (
    <div className={styles.dashboard}>
      <Recoverable skeleton={<GreetingSkeleton />}>
        <Greeting />
      </Recoverable>
      <div className={styles.history}>
        <Recoverable skeleton={<HistorySkeleton />}>
          <History />
        </Recoverable>
      </div>
      {how_it_works && <HowItWorks {...how_it_works} />}
    </div>
  )
}

function Greeting() {
  const { data } = useSuspenseQuery(customer)
  const first_name = data.name?.split(' ')[0] ?? ''
  return (
    <div className={styles.greeting}>
      <ScreenTitle>{text.dashboard.hello(first_name)}</ScreenTitle>
      <BalanceCard received={data.balance.received_amount} />
    </div>
  )
}

function GreetingSkeleton() {
  return (
    <div className={styles.greeting} aria-hidden="true">
      <Skeleton width="12rem" height="2.25rem" />
      <Skeleton height="11rem" />
    </div>
  )
}
