import { useQuery } from '@tanstack/react-query'
import Clock from 'lucide-react/icons/clock'
import type { ReactNode } from 'react'
import { Link } from 'wouter'

import type { Customer } from '#contract/customer.ts'
import type { Dashboard } from '#contract/dashboard.ts'
import { toBrazilianDate } from '#contract/value/date.ts'
import { isSingular, showsPurchases, speaksOfPoints } from '#contract/value/display.ts'
import { useCompany } from '#portal/company/company.ts'
import { HeroPicture } from '#portal/company/HeroPicture.tsx'
import { MemberCodeLink } from '#portal/member-code/MemberCodeLink.tsx'
import { SeenAt } from '#portal/offline/SeenAt.tsx'
import { pathTo } from '#portal/path/paths.ts'
import { dashboardText } from '#portal/text/dashboard.ts'
import { pointsText } from '#portal/text/points.ts'

import { amountLines, amountWords, figure } from './amount.ts'
import { NextExpiry } from './NextExpiry.tsx'
import { balance } from './queries.ts'
import { useCountUp } from './use-count-up.ts'

import styles from './BalanceCard.module.css'

type BalanceCardProps = {
  dashboard: Pick<Dashboard, 'balance' | 'expiring' | 'next_available'>
  /** The progress to the next prize, as a picture and a sentence. */
  goal: { picture: ReactNode; sentence: ReactNode } | null
}

/**
 * The spendable balance (R7.1, R7.2) with its actions, then pending points, held points and the deficit. The last balance stays
 * when a poll fails.
 */
export function BalanceCard({ dashboard, goal }: BalanceCardProps) {
  const { company } = useCompany()
  const { balance: balances, expiring, next_available } = dashboard
  const { data = balances, isError, ...read } = useQuery(balance)
  const first = figure(data.amount_balance, data.value_balance, company)
  const [, second] = amountLines(data.amount_balance, data.value_balance, company)
  const counted = figure(useCountUp(data.amount_balance), useCountUp(data.value_balance), company)
  return (
    <section className={styles.card} aria-labelledby="balance">
      <HeroPicture />
      <div className={styles.top}>
        <div className={styles.figures}>
          <h2 id="balance" className={styles.label}>
            {dashboardText.balance}
          </h2>
          {/* The animated figure is hidden from screen readers, which read the final balance once. */}
          {counted && <Figure amount={counted} />}
          {second && (
            <p className={styles.second} aria-hidden="true">
              {second}
            </p>
          )}
          <p className={styles.spoken} aria-live="polite">
            {[first, second].filter(Boolean).join(', ')}
          </p>
          {balances.held_amount > 0 && first && (
            <p className={styles.note}>{pointsText.available}</p>
          )}
        </div>
        {goal?.picture}
      </div>
      {goal?.sentence}
      <SeenAt {...read} />
      {isError && <p className={styles.note}>{dashboardText.balanceFailed}</p>}
      <div className={styles.actions}>
        <Link href={pathTo('prizes')} className={styles.redeem}>
          {dashboardText.redeem}
        </Link>
        <MemberCodeLink />
      </div>
      <Arriving balances={balances} next={next_available} />
      <NextExpiry days={expiring.days} />
      <Apart balances={balances} />
      {/* Both of one answer: the poll brings a new balance first, and the line would go and come back. */}
      {speaksOfPoints(company) && balances.received_amount > balances.amount_balance && (
        <p className={styles.note}>{dashboardText.received(balances.received_amount)}</p>
      )}
    </section>
  )
}

/** The figure is large and its unit is not: '15.656.375 pontos' fits into a phone beside the goal. */
function Figure({ amount }: { amount: string }) {
  const [figure, unit] = amount.split(' ')
  return (
    <p className={styles.first} aria-hidden="true">
      {figure}
      {unit && <span className={styles.unit}>{` ${unit}`}</span>}
    </p>
  )
}

type ArrivingProps = { balances: Customer['balance']; next: Dashboard['next_available'] }

/** Pending points, as good news: how much arrives, and when. */
function Arriving({ balances, next }: ArrivingProps) {
  const { company } = useCompany()
  if (!next || !showsPurchases(company)) return null
  const date = toBrazilianDate(next.available_at)
  const { pending_amount, pending_value } = balances
  const words = amountWords(next.points_amount, next.points_value, company)
  const { arrives, arrivesOne, arriving } = dashboardText
  const isAll = pending_amount <= next.points_amount
  return (
    <p className={styles.arriving}>
      <Clock size={18} aria-hidden="true" />
      {isAll
        ? (isSingular(next.points_amount, next.points_value, company) ? arrivesOne : arrives)(
            words,
            date,
          )
        : arriving(amountWords(pending_amount, pending_value, company), words, date)}
    </p>
  )
}

/** A row for the points that a till holds, and a row for the deficit, each only where it is greater than 0. */
function Apart({ balances }: { balances: Customer['balance'] }) {
  const { company } = useCompany()
  const rows = [
    [dashboardText.held, balances.held_amount, balances.held_value],
    [dashboardText.deficit, balances.deficit_amount, balances.deficit_value],
  ] as const
  const shown = rows.filter(([, amount]) => amount > 0 && showsPurchases(company))
  if (shown.length === 0) return null
  const { deficitText, deficitTextCash } = dashboardText
  return (
    <>
      <dl className={styles.apart}>
        {shown.map(([name, amount, value]) => (
          <div key={name} className={styles.row}>
            <dt>{name}</dt>
            <dd>{amountLines(amount, value, company)[0]}</dd>
          </div>
        ))}
      </dl>
      {balances.deficit_amount > 0 && (
        <p className={styles.note}>{speaksOfPoints(company) ? deficitText : deficitTextCash}</p>
      )}
    </>
  )
}
