import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { errorCodes } from '#contract/error.ts'
import type { PromotionActivation } from '#contract/promotion.ts'
import { QueryBoundary } from '#portal/feedback/QueryBoundary.tsx'
import { pathTo } from '#portal/path/paths.ts'
import { promotionText } from '#portal/text/promotion.ts'
import { text } from '#portal/text/pt-BR.ts'
import { LinkButton } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ScreenTitle } from '#ui/ScreenTitle.tsx'

import { Credited } from './Credited.tsx'
import no_promotion from './no-promotion.svg?raw'
import { Offer, OfferSkeleton } from './Offer.tsx'
import { type NoPromotion, promotion } from './queries.ts'

import styles from './Promotion.module.css'

type TriggerProps = { params: { promotion_code: string } }

/** R10.1: the target of the company's banner and of a found code: the offer, its activation and the success screen. */
export default function PromotionTriggerScreen({ params: { promotion_code } }: TriggerProps) {
  return (
    <div className={styles.wide}>
      <QueryBoundary skeleton={<OfferSkeleton />} failedTitle={text.title.promotion}>
        <Trigger code={promotion_code} />
      </QueryBoundary>
    </div>
  )
}

function Trigger({ code }: { code: string }) {
  const { data } = useSuspenseQuery(promotion(code))
  const [credited, setCredited] = useState<(PromotionActivation & { name: string }) | null>(null)
  // Keep the success screen even if a refetch of the promotion has another result.
  if (credited) return <Credited {...credited} />
  if ('error_code' in data) return <None {...data} />
  const { name } = data
  return <Offer promotion={data} onCredit={(activation) => setCredited({ ...activation, name })} />
}

function None({ error_code }: NoPromotion) {
  return (
    <>
      <ScreenTitle>{text.title.promotion}</ScreenTitle>
      <Card>
        <EmptyState
          drawing={no_promotion}
          title={errorCodes[error_code].message}
          text={promotionText.none[error_code]}
          action={<LinkButton href={pathTo('promotion')}>{promotionText.other}</LinkButton>}
        />
      </Card>
    </>
  )
}
