import { useSuspenseQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useSearch } from 'wouter'

import type { Dashboard } from '#contract/dashboard.ts'
import { useCompany } from '#portal/company/company.ts'
import { HowItWorks } from '#portal/company/HowItWorks.tsx'
import { customer } from '#portal/customer/queries.ts'
import { QueryBoundary } from '#portal/feedback/QueryBoundary.tsx'
import { isOpen } from '#portal/intention/latest.ts'
import { useCachedIntention } from '#portal/intention/use-cached-intention.ts'
import { LevelStrip } from '#portal/level/LevelStrip.tsx'
import { SeenAt } from '#portal/offline/SeenAt.tsx'
import { asksForMemberCode } from '#portal/path/paths.ts'
import { BalanceCard } from '#portal/points/BalanceCard.tsx'
import { Expiring } from '#portal/points/Expiring.tsx'
import { RecentHistory } from '#portal/points/RecentHistory.tsx'
import { dashboardText } from '#portal/text/dashboard.ts'
import { Card, Part } from '#ui/Card.tsx'
import { ScreenTitle } from '#ui/ScreenTitle.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'

import { FirstSteps } from './FirstSteps.tsx'
import { goalOf, GoalRing, GoalSentence } from './Goal.tsx'
import { LastPurchase } from './LastPurchase.tsx'
import { Offer, offerOf } from './Offer.tsx'
import { PrizeRail } from './PrizeRail.tsx'
import { dashboard } from './queries.ts'
import { Redemptions } from './Redemptions.tsx'

import styles from './DashboardScreen.module.css'

const MemberCodeSheet = lazy(() => import('#portal/member-code/MemberCodeSheet.tsx'))

/**
 * R7.2: balance, prizes in reach and next expiry, on the first screenful; then the company's greeting and explanation (R1.13).
 */
export default function DashboardScreen() {
  const asksForCode = asksForMemberCode(useSearch())
  const intention = useCachedIntention()
  const openRequest = intention && isOpen(intention) ? intention.id : null
  return (
    <>
      <Greeting />
      {asksForCode && (
        <Suspense fallback={null}>
          <MemberCodeSheet openRequest={openRequest} />
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
  const { data: owner } = useSuspenseQuery(customer)
  const { levels } = useCompany()
  const goal = goalOf(data.prizes)
  const isNewcomer = data.entries.length === 0
  return (
    <div className={styles.dashboard} data-wide={isNewcomer || levels.length === 0}>
      <div className={styles.first}>
        <BalanceCard
          dashboard={data}
          goal={
            goal && { picture: <GoalRing prize={goal} />, sentence: <GoalSentence prize={goal} /> }
          }
        />
      </div>
      {isNewcomer && (
        <div className={styles.second}>
          <FirstSteps customer={owner} promotions={data.promotions} />
        </div>
      )}
      <div className={`${styles.second} ${styles.prizes}`}>
        <PrizeRail prizes={data.prizes} />
      </div>
      {levels.length > 0 && (
        <div className={`${styles.first} ${styles.level}`}>
          <LevelStrip standing={data} />
        </div>
      )}
      <div className={`${styles.second} ${styles.offer}`}>
        <Offer promotions={data.promotions} />
      </div>
      <div className={styles.movements}>
        <Card>
          <RecentHistory entries={data.entries} seenAt={<SeenAt {...read} />} />
          <LastPurchase purchase={data.last_purchase} />
        </Card>
      </div>
      <div className={`${styles.first} ${styles.expiry}`}>
        <Card>
          <Expiring next={data.expiring} />
          <Redemptions vouchers={data.vouchers} toWithdrawCount={data.to_withdraw_count} />
        </Card>
      </div>
      <About promotions={data.promotions} isNewcomer={isNewcomer} />
    </div>
  )
}

type AboutProps = { promotions: Dashboard['promotions']; isNewcomer: boolean }

/** The company's greeting, unless it stands beside the banner, and its explanation (R1.13). */
function About({ promotions, isNewcomer }: AboutProps) {
  const { banner, home, how_it_works } = useCompany().company
  const isBesideBanner = banner !== null && !offerOf(promotions, banner.promotion_code)
  const showsGreeting = home !== null && !isBesideBanner
  if (!showsGreeting && !how_it_works) return null
  return (
    <div className={styles.about}>
      <Card>
        {showsGreeting && (
          <Part title={home.title}>
            <p className={styles.home}>{home.text}</p>
          </Part>
        )}
        {how_it_works && <HowItWorks {...how_it_works} open={isNewcomer} />}
      </Card>
    </div>
  )
}

/** Placeholders of the first cards, with their sizes, so that the layout does not shift. */
function CardsSkeleton() {
  return (
    <div className={styles.dashboard} aria-hidden="true">
      <div className={styles.first}>
        <div className={styles.balance}>
          <Skeleton height="100%" />
        </div>
      </div>
      <div className={styles.second}>
        <Skeleton width="12rem" height="1.5rem" />
        <div className={styles.rail}>
          <Skeleton height="9.5rem" />
          <Skeleton height="9.5rem" />
          <Skeleton height="9.5rem" />
        </div>
      </div>
      <div className={styles.first}>
        <Skeleton height="11rem" />
      </div>
    </div>
  )
}
