import { Check } from 'lucide-react'

import { toBrazilianDate } from '#contract/date.ts'
import type { PromotionActivation } from '#contract/promotion.ts'
import { useCompany } from '#portal/company/company.ts'
import { pathTo } from '#portal/path/paths.ts'
import { amountLines, earningLines } from '#portal/points/amount.ts'
import { promotion_text } from '#portal/text/promotion.ts'
import { LinkButton } from '#ui/Button.tsx'
import { ScreenTitle } from '#ui/ScreenTitle.tsx'

import styles from './Promotion.module.css'

type CreditedProps = PromotionActivation & { name: string }

/** R10.1: the success screen: the points, their validity and the new balance. */
export function Credited({
  name,
  points_amount,
  points_value,
  expires_at,
  balance,
}: CreditedProps) {
  const { company } = useCompany()
  const [first, second] = earningLines(points_amount, points_value, company)
  const [total] = amountLines(balance.amount_balance, balance.value_balance, company)
  return (
    <div className={styles.narrow}>
      <section className={styles.credited}>
        <span className={styles.check} aria-hidden="true">
          <Check size={40} strokeWidth={3} />
        </span>
        <ScreenTitle>{promotion_text.credited}</ScreenTitle>
        <p>
          <span className={styles.gain}>{first}</span>
          {second && <span className={styles.second}>{second}</span>}
        </p>
        <p>{promotion_text.from(name)}</p>
        <p>
          {expires_at
            ? promotion_text.good_until(toBrazilianDate(expires_at))
            : promotion_text.good_for_ever}
        </p>
        {total && <p className={styles.total}>{promotion_text.total(total)}</p>}
      </section>
      <LinkButton href={pathTo('home')} full>
        {promotion_text.to_balance}
      </LinkButton>
      <LinkButton href={pathTo('promotion')} variant="quiet" full>
        {promotion_text.other}
      </LinkButton>
    </div>
  )
}
