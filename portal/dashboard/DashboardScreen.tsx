import { useSuspenseQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useSearch } from 'wouter'

import { useCompany } from '#portal/company/company.ts'
import { Home } from '#portal/company/Home.tsx'
import { HowItWorks } from '#portal/company/HowItWorks.tsx'
import { customer } from '#portal/customer/queries.ts'
import { QueryBoundary } from '#portal/feedback/QueryBoundary.tsx'
import { LevelCard } from '#portal/level/LevelCard.tsx'
import { LevelsCard } from '#portal/level/LevelsCard.tsx'
import { SeenAt } from '#portal/offline/SeenAt.tsx'
import { asksForMemberCode } from '#portal/path/paths.ts'
import { BalanceCard } from '#portal/points/BalanceCard.tsx'
import { EntrySkeletons } from '#portal/points/Entry.tsx'
import { Expiring } from '#portal/points/Expiring.tsx'
import { RecentHistory } from '#portal/points/RecentHistory.tsx'
import { dashboardText } from '#portal/text/dashboard.ts'
import { levelText } from '#portal/text/level.ts'
import { pointsText } from '#portal/text/points.ts'
import { Card } from '#ui/Card.tsx'
import { ScreenTitle } from '#ui/ScreenTitle.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'

import { LastPurchase } from './LastPurchase.tsx'
import { dashboard } from './queries.ts'
import { Redemptions } from './Redemptions.tsx'

import styles from './DashboardScreen.module.css'

const MemberCodeSheet = lazy(() => import('#portal/member-code/MemberCodeSheet.tsx'))

/** R7.2: the customer's figures at a glance, and the company's banner and greeting (R1.13). */
export default function DashboardScreen() {
  const asksForCode = asksForMemberCode(useSearch())
  return (
    <>
      <Greeting />
      {asksForCode && (
        <Suspense fallback={null}>
          <MemberCodeSheet />
        </Suspense>
      )}
      <QueryBoundary skeleton={<CardsSkeleton />}>
        <Cards />
      </QueryBoundary>
    </>
  )
}

function Greeting() {
  const { data } = useSuspenseQuery(customer)
  const firstName = data.name?.split(' ')[0] ?? ''
  return <ScreenTitle>{dashboardText.hello(firstName)}</ScreenTitle>
}

function Cards() {
  const { data, ...read } = useSuspenseQuery(dashboard)
  const { company, levels } = useCompany()
  const { how_it_works } = company
  return (
    <div className={styles.dashboard}>
      <div className={styles.standing}>
        <BalanceCard balances={data.balance} nextExpiry={data.expiring.days[0]} />
        {levels.length > 0 && (
          <>
            <LevelCard standing={data} />
            <LevelsCard standing={data} />
          </>
        )}
      </div>
      <div className={styles.news}>
        <Home />
        <RecentHistory entries={data.entries} seenAt={<SeenAt {...read} />} />
        <LastPurchase purchase={data.last_purchase} />
      </div>
      <div className={styles.rest}>
        <Redemptions vouchers={data.vouchers} toWithdrawCount={data.to_withdraw_count} />
        <Expiring next={data.expiring} />
        {how_it_works && <HowItWorks {...how_it_works} />}
      </div>
    </div>
  )
}

/** Placeholders of the first cards in their final sizes, so that nothing moves when the cards appear. */
function CardsSkeleton() {
  const { levels } = useCompany()
  return (
    <div className={styles.dashboard}>
      <div className={styles.standing} aria-hidden="true">
        <div className={styles.balance}>
          <Skeleton height="100%" />
        </div>
        {levels.length > 0 && (
          <Card title={levelText.heading}>
            <Skeleton height="7rem" />
          </Card>
        )}
      </div>
      <div className={styles.news}>
        <Home />
        <Card title={pointsText.history}>
          <EntrySkeletons lines={5} />
        </Card>
      </div>
    </div>
  )
}
