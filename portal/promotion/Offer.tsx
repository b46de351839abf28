import { useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useLocation } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'

import { pictureSource } from '#contract/brand/picture.ts'
import {
  type Promotion,
  type PromotionActivation,
  promotionErrorMessage,
} from '#contract/promotion.ts'
import { toBrazilianDate } from '#contract/value/date.ts'
import { storedAttempt } from '#portal/client/attempt.ts'
import { useCompany } from '#portal/company/company.ts'
import { bannerPress } from '#portal/company/Home.tsx'
import { EmailStatus } from '#portal/customer/EmailStatus.tsx'
import { customer } from '#portal/customer/queries.ts'
import { useAction } from '#portal/form/action.ts'
import { pathTo } from '#portal/path/paths.ts'
import { amountLines, earningLines } from '#portal/points/amount.ts'
import { promotionText } from '#portal/text/promotion.ts'
import { Button, LinkButton } from '#ui/Button.tsx'
import { ScreenTitle } from '#ui/ScreenTitle.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'

import { attemptName, useActivate } from './use-activate.ts'

import styles from './Promotion.module.css'

type OfferProps = { promotion: Promotion; onCredit: (activation: PromotionActivation) => void }

/** A promotion with its button; or why it cannot be activated, and what to do. */
export function Offer({ promotion, onCredit }: OfferProps) {
  const { company } = useCompany()
  const { data: owner } = useSuspenseQuery(customer)
  const activate = useActivate(owner.id, promotion.code)
  const { busy, run } = useAction()
  const { code, name, description, image_url, ends_at, points_amount, points_value } = promotion
  // An earlier press has an unknown outcome: a retry with the same key gets its answer.
  const isUnderWay = storedAttempt(attemptName(owner.id, code)) !== null
  const reason = isUnderWay ? null : promotion.reason
  const [gain] = earningLines(points_amount, points_value, company)
  const press = () => run(async () => onCredit(await activate()))
  useBannerPress(promotion.type === 'BANNER_CLICK' && reason === null, press)
  const [, worth] = amountLines(points_amount, points_value, company)
  return (
    <>
      <article className={styles.offer}>
        {image_url && (
          <img
            className={styles.picture}
            {...pictureSource(image_url, 'min(100vw, 60rem)')}
            alt=""
          />
        )}
        <div className={styles.what}>
          <ScreenTitle>{name}</ScreenTitle>
          {description && <p className={styles.description}>{description}</p>}
          <p className={styles.amount}>
            {gain}
            {worth && <span className={styles.worth}>{promotionText.worth(worth)}</span>}
          </p>
          <Button
            full
            busy={busy}
            disabledReason={
              reason === null ? undefined : promotionErrorMessage(reason, promotion.details ?? {})
            }
            onClick={press}
          >
            {promotionText.activate}
          </Button>
          {reason && reason !== 'contact_unconfirmed' && <Way reason={reason} code={code} />}
          <p className={styles.until}>{promotionText.until(toBrazilianDate(ends_at))}</p>
        </div>
      </article>
      {reason === 'contact_unconfirmed' && <Unconfirmed />}
    </>
  )
}

/**
 * Calls `press` once if a press on the company's banner led here (D13). The history state is removed first, so that a
 * reload or the browser's back never activates again.
 */
function useBannerPress(isActivatable: boolean, press: () => void): void {
  const [path, navigate] = useLocation()
  const state = useHistoryState<Partial<typeof bannerPress> | null>()
  const activateOnce = useEffectEvent(() => {
    if (!state?.bannerPress) return
    navigate(path, { replace: true })
    if (isActivatable) press()
  })
  useEffect(() => activateOnce(), [])
}

type WayProps = { reason: NonNullable<Promotion['reason']>; code: string }

/** A link that removes the obstacle, or leads to another promotion. */
function Way({ reason, code }: WayProps) {
  if (reason !== 'incomplete_profile') {
    return (
      <LinkButton href={pathTo('promotion')} variant="quiet" full>
        {promotionText.other}
      </LinkButton>
    )
  }
  const redirect = pathTo('promotion.trigger', { promotion_code: code })
  return (
    <LinkButton
      href={pathTo('complete-profile', {}, { redirect, all: 'true' })}
      variant="quiet"
      full
    >
      {promotionText.completeProfile}
    </LinkButton>
  )
}

/** The mailed link opens in another tab. When the person returns to this tab, the promotion can be activated. */
function Unconfirmed() {
  const { data: owner } = useSuspenseQuery(customer)
  if (owner.email !== null) return <EmailStatus customer={owner} />
  return (
    <LinkButton href={pathTo('settings')} full>
      {promotionText.addEmail}
    </LinkButton>
  )
}

/** The offer's placeholder while it loads. */
export function OfferSkeleton() {
  return (
    <div className={styles.offer} aria-hidden="true">
      <div className={styles.picture} />
      <div className={styles.what}>
        <Skeleton width="60%" height="2.25rem" />
        <Skeleton height="1.5rem" />
        <Skeleton width="10rem" height="3.75rem" />
        <Skeleton height="3rem" />
        <Skeleton width="12rem" height="1.25rem" />
      </div>
    </div>
  )
}
