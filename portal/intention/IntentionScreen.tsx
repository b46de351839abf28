import { useSuspenseQuery } from '@tanstack/react-query'

import type { Intention } from '#contract/intention.ts'
import { useCompany } from '#portal/company/company.ts'
import { QueryBoundary } from '#portal/feedback/QueryBoundary.tsx'
import { pathTo } from '#portal/path/paths.ts'
import { amountWords } from '#portal/points/amount.ts'
import { intentionText } from '#portal/text/intention.ts'
import { LinkButton } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ScreenTitle } from '#ui/ScreenTitle.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'

import { Ended } from './Ended.tsx'
import { PollFailed } from './IntentionBanner.tsx'
import { isOpen } from './latest.ts'
import nothing_asked from './nothing-asked.svg?raw'
import { OpenIntention } from './OpenIntention.tsx'
import { latestIntention } from './queries.ts'

import styles from './IntentionScreen.module.css'

/** R8.2: the till's request, the code for the till, and the outcome. */
export default function IntentionScreen() {
  return (
    <div className={styles.screen}>
      <ScreenTitle>{intentionText.title}</ScreenTitle>
      <QueryBoundary skeleton={<IntentionSkeleton />}>
        <Latest />
      </QueryBoundary>
    </div>
  )
}

function Latest() {
  const { data } = useSuspenseQuery(latestIntention)
  return (
    <>
      <PollFailed />
      <Announced latest={data} />
      {data === null && <NoIntention />}
      {data && (isOpen(data) ? <OpenIntention intention={data} /> : <Ended intention={data} />)}
    </>
  )
}

/** A live region that reads every visible change to a screen reader. */
function Announced({ latest }: { latest: Intention | null }) {
  const { company } = useCompany()
  return <output className={styles.announced}>{latest && sentence(latest)}</output>

  function sentence({ status, subsidiary_name, code, captured, ...requested }: Intention): string {
    const { points_amount, points_value } = captured ?? requested
    const amount = amountWords(points_amount, points_value, company)
    switch (status) {
      case 'PENDING':
        return intentionText.announced(subsidiary_name, amount, intentionText.digits(code ?? ''))
      case 'AUTHORIZED':
        return `${intentionText.authorized}. ${intentionText.authorizedText}`
      case 'CAPTURED':
        return `${intentionText.captured}. ${intentionText.capturedText(amount, subsidiary_name)}`
      default:
        return `${intentionText.ended[status]}. ${intentionText.endedText[status](subsidiary_name)}`
    }
  }
}

function NoIntention() {
  return (
    <Card>
      <EmptyState
        drawing={nothing_asked}
        title={intentionText.empty}
        text={intentionText.emptyText}
        action={
          <LinkButton href={pathTo('home')} variant="quiet">
            {intentionText.toBalance}
          </LinkButton>
        }
      />
    </Card>
  )
}

function IntentionSkeleton() {
  return (
    <Card>
      <div className={styles.awaited} aria-hidden="true">
        <Skeleton width="12rem" height="2.75rem" />
        <Skeleton height="8rem" />
        <Skeleton height="11rem" />
        <Skeleton height="6.75rem" />
      </div>
    </Card>
  )
}
