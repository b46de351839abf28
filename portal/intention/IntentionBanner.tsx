import { useQuery } from '@tanstack/react-query'

import { isServerBusy } from '#portal/client/api.ts'
import { useCompany } from '#portal/company/company.ts'
import { pathTo } from '#portal/path/paths.ts'
import { amountLines } from '#portal/points/amount.ts'
import { intentionText } from '#portal/text/intention.ts'
import { pointsText } from '#portal/text/points.ts'
import { text } from '#portal/text/pt-BR.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button, LinkButton } from '#ui/Button.tsx'

import { isOpen } from './latest.ts'
import { latestIntention } from './queries.ts'

import styles from './IntentionBanner.module.css'

/** R2.11: a till waits for the person's answer. The banner stays in sight on every screen. */
export function IntentionBanner() {
  const { company } = useCompany()
  const { data, error } = useQuery(latestIntention)
  // The poll retries an overloaded server by itself. IntentionScreen shows even that failure, because there the person
  // waits.
  if (!data || !isOpen(data)) return isServerBusy(error) ? null : <PollFailed />
  const { points_amount, points_value } = data
  const [amount = pointsText.unnamedAmount, worth] = amountLines(
    points_amount,
    points_value,
    company,
  )
  return (
    <div className={styles.asks}>
      <Banner
        tone="info"
        action={<LinkButton href={pathTo('authorization')}>{intentionText.view}</LinkButton>}
      >
        {intentionText.asks(data.subsidiary_name, amount, worth)}
      </Banner>
    </div>
  )
}

/** Says that the poll failed, and offers a retry. */
export function PollFailed() {
  const { isError, isFetching, refetch } = useQuery(latestIntention)
  if (!isError) return null
  return (
    <Banner
      tone="info"
      action={
        <Button variant="quiet" busy={isFetching} onClick={() => void refetch()}>
          {text.retry}
        </Button>
      }
    >
      {intentionText.failed}
    </Banner>
  )
}
