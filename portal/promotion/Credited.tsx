import Check from 'lucide-react/icons/check'

import type { PromotionActivation } from '#contract/promotion.ts'
import { toBrazilianDate } from '#contract/value/date.ts'
import { useCompany } from '#portal/company/company.ts'
import { pathTo } from '#portal/path/paths.ts'
import { amountLines, earningLines } from '#portal/points/amount.ts'
import { promotionText } from '#portal/text/promotion.ts'
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
        <ScreenTitle>{promotionText.credited}</ScreenTitle>
        <p>
          <span className={styles.gain}>{first}</span>
          {second && <span className={styles.second}>{second}</span>}
        </p>
        <p>{promotionText.from(name)}</p>
        <p>
          {expires_at
            ? promotionText.goodUntil(toBrazilianDate(expires_at))
            : promotionText.goodForEver}
        </p>
        {total && <p className={styles.total}>{promotionText.total(total)}</p>}
      </section>
      <LinkButton href={pathTo('home')} full>
        {promotionText.toBalance}
      </LinkButton>
      <LinkButton href={pathTo('promotion')} variant="quiet" full>
        {promotionText.other}
      </LinkButton>
    </div>
  )
}
