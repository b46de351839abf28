import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useEffect } from 'react'

import type { Subscription } from '#contract/subscription.ts'
import { useCompany } from '#portal/company/company.ts'
import { customer } from '#portal/customer/queries.ts'
import { QueryBoundary } from '#portal/feedback/QueryBoundary.tsx'
import { pathTo } from '#portal/path/paths.ts'
import { text } from '#portal/text/pt-BR.ts'
import { subscriptionText } from '#portal/text/subscription.ts'
import { Button, LinkButton } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ScreenTitle } from '#ui/ScreenTitle.tsx'

import { clubAddress } from './club-address.ts'
import club from './club.svg?raw'
import { integrationToken } from './queries.ts'

/** R12.2: sends the signed-in customer to the company's club, without another login. */
export default function SubscriptionScreen() {
  const { company, settings } = useCompany()
  const { subscription } = settings.integrations
  return (
    <>
      <ScreenTitle>{text.title.subscription}</ScreenTitle>
      {subscription ? (
        <QueryBoundary skeleton={<Leaving />}>
          <Departure {...subscription} />
        </QueryBoundary>
      ) : (
        <Card>
          <EmptyState
            drawing={club}
            title={subscriptionText.none}
            text={subscriptionText.noneText(company.prize_word)}
            action={<LinkButton href={pathTo('home')}>{subscriptionText.toStart}</LinkButton>}
          />
        </Card>
      )}
    </>
  )
}

function Departure({ frontend_url }: Subscription) {
  const { email } = useSuspenseQuery(customer).data
  const { data, isFetching, refetch } = useQuery(integrationToken)
  const address = data && clubAddress(frontend_url, data.token, email)
  // An effect, because opening this screen redirects. `replace`, so that the browser's back does not redirect again.
  useEffect(() => {
    if (address) location.replace(address)
  }, [address])
  // Offer a retry, because the club may not have opened and the code may have expired.
  return <Leaving retry={data && { busy: isFetching, onClick: () => void refetch() }} />
}

type LeavingProps = { retry?: { busy: boolean; onClick: () => void } | undefined }

function Leaving({ retry }: LeavingProps) {
  return (
    <Card>
      <div aria-live="polite">
        <EmptyState
          drawing={club}
          title={subscriptionText.leaving}
          text={subscriptionText.leavingText}
          action={
            <Button variant="quiet" busy {...retry}>
              {subscriptionText.again}
            </Button>
          }
        />
      </div>
    </Card>
  )
}
