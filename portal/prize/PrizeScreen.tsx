import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import { useId, useState } from 'react'
import { Link } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'

import type { Prize } from '#contract/prize.ts'
import type { Voucher } from '#contract/voucher.ts'
import { attemptOf, storedAttempt } from '#portal/client/attempt.ts'
import { useCompany, usePrizeWord } from '#portal/company/company.ts'
import { customer } from '#portal/customer/queries.ts'
import { QueryBoundary } from '#portal/feedback/QueryBoundary.tsx'
import { pathTo } from '#portal/path/paths.ts'
import { priceLines } from '#portal/points/amount.ts'
import { balance } from '#portal/points/queries.ts'
import { prizeText } from '#portal/text/prize.ts'
import { text } from '#portal/text/pt-BR.ts'
import { Button, LinkButton } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { morph } from '#ui/motion/morph.ts'
import { Picture } from '#ui/Picture.tsx'
import { Progress } from '#ui/Progress.tsx'
import { ScreenTitle } from '#ui/ScreenTitle.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'

import { conditionsOf, missingForLevel } from './conditions.ts'
import { areListed, Conditions } from './Conditions.tsx'
import empty_store from './drawings/empty-store.svg?raw'
import { FavoriteButton } from './FavoriteButton.tsx'
import { Quantity } from './Quantity.tsx'
import { prize } from './queries.ts'
import { RedeemDialog } from './RedeemDialog.tsx'
import { RedeemedDialog } from './RedeemedDialog.tsx'
import { Remedy } from './Remedy.tsx'
import { Sums } from './Sums.tsx'
import { Terms } from './Terms.tsx'
import { fullReason, missingPoints, whyNot } from './why-not.ts'

import styles from './PrizeScreen.module.css'

/** R9.2: one prize, and its redemption. */
export default function PrizeScreen({ params: { id } }: { params: { id: string } }) {
  const word = usePrizeWord()
  return (
    <div className={styles.screen}>
      <BackToStore />
      <QueryBoundary skeleton={<OfferSkeleton />} failedTitle={text.title.prize(word)}>
        <Offer id={id} />
      </QueryBoundary>
    </div>
  )
}

/** Leads back to the store with its filters. */
function BackToStore() {
  const state = useHistoryState<{ from?: string } | null>()
  const word = usePrizeWord()
  return (
    <Link href={state?.from ?? pathTo('prizes')} className={styles.back}>
      <ArrowLeft size={20} aria-hidden="true" />
      {prizeText.back(word)}
    </Link>
  )
}

function Offer({ id }: { id: string }) {
  const { data } = useSuspenseQuery(prize(id))
  if (!data) return <Gone />
  const { name, description, photo_url, category } = data
  return (
    <div className={styles.offer}>
      <div className={styles.picture}>
        <Picture url={photo_url} large />
        <FavoriteButton prize={data} />
      </div>
      <div className={styles.what}>
        {category && <p className={styles.category}>{category}</p>}
        <ScreenTitle>{name}</ScreenTitle>
        <Price prize={data} />
        {description && <p className={styles.description}>{description}</p>}
        <Terms prize={data} />
        <Redemption prize={data} />
      </div>
    </div>
  )
}

function Price({ prize: { value } }: { prize: Prize }) {
  const [price, second] = priceLines(value, useCompany().company)
  if (value === 0) return <p className={styles.price}>{prizeText.free}</p>
  if (price === undefined) return null
  return (
    <p className={styles.price}>
      {price}
      {second && <span className={styles.second}>{second}</span>}
    </p>
  )
}

/** The quantity, the remaining balance and the button; or why the prize cannot be redeemed and what to do. */
function Redemption({ prize }: { prize: Prize }) {
  const { company, levels } = useCompany()
  const { data: owner } = useSuspenseQuery(customer)
  const points = useQuery(balance).data?.amount_balance
  const [quantity, setQuantity] = useState(1)
  // If the outcome of an attempt is unknown, the dialog opens again after a reload.
  const attemptName = `redeem ${owner.id} ${prize.id}`
  const [attempt, setAttempt] = useState(() => storedAttempt<Command>(attemptName))
  const [redeemed, setRedeemed] = useState<Voucher[] | null>(null)
  const why = whyNot(prize, quantity, points)
  const toLevel =
    prize.level_required === null ? null : missingForLevel(prize.level_required, levels, owner)
  const conditions = conditionsOf(prize, missingPoints(prize, quantity, points), toLevel, company)
  const sentence = why ? fullReason(why, prize, company, toLevel) : undefined
  // The list of conditions already shows the reason. Then only a screen reader hears it again, with the button.
  const listedReasonId = useId()
  const isListed =
    why !== null &&
    areListed(conditions) &&
    (why.reason === 'insufficient_balance' || prize.reasons.includes(why.reason))
  return (
    <>
      <Card>
        <div className={styles.redemption}>
          <Quantity prize={prize} value={quantity} onChange={setQuantity} />
          <Sums prize={prize} quantity={quantity} isRedeemable={why === null} />
          <Conditions conditions={conditions} />
          {why?.reason === 'insufficient_balance' && (
            <Progress
              label={prizeText.progress(prize.name)}
              valueText={fullReason(why, prize, company, toLevel)}
              ratio={1 - why.missing / (prize.value * quantity)}
            />
          )}
          {why && <Remedy reason={why.reason} prize={prize} />}
        </div>
      </Card>
      <div className={why ? undefined : styles.action}>
        <Button
          full
          disabledReason={sentence}
          {...(isListed && { reasonId: listedReasonId })}
          onClick={() =>
            setAttempt(attemptOf<Command>(attemptName, { quantity, value: prize.value }))
          }
        >
          {prizeText.redeem}
        </Button>
        {isListed && (
          <p hidden id={listedReasonId}>
            {sentence}
          </p>
        )}
      </div>
      {attempt && (
        <RedeemDialog
          prize={prize}
          attempt={attempt}
          attemptName={attemptName}
          onClose={() => setAttempt(null)}
          onRedeemed={(vouchers) => {
            // Close the question before the transition begins, so that it takes no second press meanwhile.
            setAttempt(null)
            morph(document.querySelector<HTMLElement>(picture), `dialog ${picture}`, () =>
              setRedeemed(vouchers),
            )
          }}
        />
      )}
      {redeemed && <RedeemedDialog vouchers={redeemed} onClose={() => setRedeemed(null)} />}
    </>
  )
}

type Command = { quantity: number; value?: number }

const picture = '[data-part=picture]'

function Gone() {
  const word = usePrizeWord()
  return (
    <>
      <ScreenTitle>{text.title.prize(word)}</ScreenTitle>
      <Card>
        <EmptyState
          drawing={empty_store}
          title={prizeText.gone(word)}
          text={prizeText.goneText(word)}
          action={<LinkButton href={pathTo('prizes')}>{prizeText.toStore(word)}</LinkButton>}
        />
      </Card>
    </>
  )
}

/** The page's placeholder while the prize loads. */
function OfferSkeleton() {
  return (
    <div className={styles.offer} aria-hidden="true">
      <div className={styles.picture}>
        <div className={styles.awaited}>
          <Skeleton height="100%" />
        </div>
      </div>
      <div className={styles.what}>
        <Skeleton width="5rem" height="1.25rem" />
        <Skeleton width="14rem" height="2.25rem" />
        <Skeleton width="8rem" height="2rem" />
        <Skeleton height="3rem" />
        <Skeleton height="13rem" />
      </div>
    </div>
  )
}
