import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useEffect } from 'react'

import type { Subscription } from '#contract/subscription.ts'
import { useCompany } from '#portal/company/company.ts'
import { customer } from '#portal/customer/queries.ts'
import { QueryBoundary } from '#portal/feedback/QueryBoundary.tsx'
import { pathTo } from '#portal/path/paths.ts'
import { text } from '#portal/text/pt-BR.ts'
import { subscription_text } from '#portal/text/subscription.ts'
import { Button, LinkButton } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ScreenTitle } from '#ui/ScreenTitle.tsx'

import { clubAddress } from './club-address.ts'
import club from './club.svg?raw'
import { integrationToken } from './queries.ts'

/** R12.2: the way to the company's club, for who is known here already. */
export default function SubscriptionScreen() {
  const { subscription } = useCompany().settings.integrations
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
            title={subscription_text.none}
            text={subscription_text.none_text}
            action={<LinkButton href={pathTo('home')}>{subscription_text.to_start}</LinkButton>}
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
  // The browser goes, not React: coming here is the act. In place of this screen, which would lead who goes back on again.
  useEffect(() => {
    if (address) location.replace(address)
  }, [address])
  // A club that did not open, and whose code may be over by now.
  return <Leaving again={data && { busy: isFetching, onClick: () => void refetch() }} />
}

type LeavingProps = { again?: { busy: boolean; onClick: () => void } | undefined }

function Leaving({ again }: LeavingProps) {
  return (
    <Card>
      <div aria-live="polite">
        <EmptyState
          drawing={club}
          title={subscription_text.leaving}
          text={subscription_text.leaving_text}
          action={
            <Button variant="quiet" busy {...again}>
              {subscription_text.again}
            </Button>
          }
        />
      </div>
    </Card>
  )
}
