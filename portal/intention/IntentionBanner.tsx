import { useQuery } from '@tanstack/react-query'

import { isServerBusy } from '#portal/client/api.ts'
import { pathTo } from '#portal/path/paths.ts'
import { intention_text } from '#portal/text/intention.ts'
import { text } from '#portal/text/pt-BR.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button, LinkButton } from '#ui/Button.tsx'

import { isOpen } from './latest.ts'
import { latestIntention } from './queries.ts'

import styles from './IntentionBanner.module.css'

/** R2.11: a till waits for the person, wherever they are. It stays in sight. */
export function IntentionBanner() {
  const { data, error } = useQuery(latestIntention)
  // The poll asks again by itself; on the screen of authorisations, where the person waits for the answer, it is said.
  if (!data || !isOpen(data)) return isServerBusy(error) ? null : <LookFailed />
  return (
    <div className={styles.asks}>
      <Banner
        tone="info"
        action={<LinkButton href={pathTo('authorization')}>{intention_text.view}</LinkButton>}
      >
        {intention_text.asks(data.subsidiary_name)}
      </Banner>
    </div>
  )
}

/** Whether a till waits is not known: the person may look again. */
export function LookFailed() {
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
      {intention_text.failed}
    </Banner>
  )
}
