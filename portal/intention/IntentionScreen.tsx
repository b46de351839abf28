import { useSuspenseQuery } from '@tanstack/react-query'
import { useEffect } from 'react'

import { QueryBoundary } from '#portal/feedback/QueryBoundary.tsx'
import { pathTo } from '#portal/path/paths.ts'
import { intentionText } from '#portal/text/intention.ts'
import { LinkButton } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ScreenTitle } from '#ui/ScreenTitle.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'

import { Announced } from './Announced.tsx'
import { Ended } from './Ended.tsx'
import { PollFailed } from './IntentionBanner.tsx'
import { noteOffered } from './interruption.ts'
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
  // The person sees the request here, so the sheet must not open over the next screen.
  useEffect(() => {
    if (data) noteOffered(data.id)
  }, [data])
  return (
    <>
      <PollFailed />
      <Announced latest={data} />
      {data === null && <NoIntention />}
      {data && (
        <Card>
          {isOpen(data) ? (
            <OpenIntention key={data.id} intention={data} />
          ) : (
            <Ended intention={data} action={<ToBalance />} />
          )}
        </Card>
      )}
    </>
  )
}

function ToBalance({ variant = 'primary' }: { variant?: 'primary' | 'quiet' }) {
  return (
    <LinkButton href={pathTo('home')} variant={variant} full={variant === 'primary'}>
      {intentionText.toBalance}
    </LinkButton>
  )
}

function NoIntention() {
  return (
    <Card>
      <EmptyState
        drawing={nothing_asked}
        title={intentionText.empty}
        text={intentionText.emptyText}
        action={<ToBalance variant="quiet" />}
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
