import type { Dashboard } from '#contract/dashboard.ts'
import { toBrazilianDate } from '#contract/value/date.ts'
import { showsPurchases } from '#contract/value/display.ts'
import { useCompany } from '#portal/company/company.ts'
import { Banner, Greeting } from '#portal/company/Home.tsx'
import { amountWords } from '#portal/points/amount.ts'
import { dashboardText } from '#portal/text/dashboard.ts'

import styles from './Offer.module.css'

/** The banner with its promotion: name, benefit and end. Shows the greeting if the customer can use no such promotion. */
export function Offer({ promotions }: { promotions: Dashboard['promotions'] }) {
  const { company } = useCompany()
  const offer = offerOf(promotions, company.banner?.promotion_code)
  if (!offer) return <Banner>{company.home && <Greeting />}</Banner>
  const { name, points_amount, points_value, ends_at } = offer
  return (
    <Banner>
      <h2 className={styles.name}>{name}</h2>
      {showsPurchases(company) && (
        <p className={styles.benefit}>
          {dashboardText.benefit(amountWords(points_amount, points_value, company))}
        </p>
      )}
      <p className={styles.until}>{dashboardText.until(toBrazilianDate(ends_at))}</p>
    </Banner>
  )
}

/** The banner's promotion if this customer can use it. Codes compare without case (D9). */
export function offerOf(
  promotions: Dashboard['promotions'],
  code: string | null | undefined,
): Dashboard['promotions'][number] | undefined {
  return promotions.find(
    (one) =>
      one.code.toUpperCase() === code?.toUpperCase() &&
      (one.activatable || one.reason === 'contact_unconfirmed'),
  )
}
