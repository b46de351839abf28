import Check from 'lucide-react/icons/check'
import { Link } from 'wouter'

import { type Customer, hasAddress } from '#contract/customer.ts'
import type { Dashboard } from '#contract/dashboard.ts'
import { showsPurchases } from '#contract/value/display.ts'
import { useCompany } from '#portal/company/company.ts'
import { pathTo } from '#portal/path/paths.ts'
import { amountWords } from '#portal/points/amount.ts'
import { dashboardText } from '#portal/text/dashboard.ts'
import { Card } from '#ui/Card.tsx'

import styles from './FirstSteps.module.css'

type FirstStepsProps = { customer: Customer; promotions: Dashboard['promotions'] }
type Step = { name: string; text?: string | false; href?: string; isDone: boolean }

/** First steps for a newcomer, in place of empty cards. A step shows an amount only if an active promotion gives it. */
export function FirstSteps({ customer, promotions }: FirstStepsProps) {
  const { company } = useCompany()
  const offer = promotions.find(
    ({ activatable, reason }) => activatable || reason === 'contact_unconfirmed',
  )
  const benefit =
    offer &&
    showsPurchases(company) &&
    dashboardText.benefit(amountWords(offer.points_amount, offer.points_value, company))
  const steps: Step[] = [
    {
      name: dashboardText.stepEmail,
      text: dashboardText.stepEmailText,
      href: pathTo('settings'),
      isDone: customer.emailVerified,
    },
    {
      name: dashboardText.stepProfile,
      text: dashboardText.stepProfileText,
      href: pathTo('settings'),
      isDone: hasAddress(customer),
    },
    ...(offer
      ? [
          {
            name: dashboardText.stepPromotion(offer.name),
            ...(benefit !== undefined && { text: benefit }),
            href: pathTo('promotion.trigger', { promotion_code: offer.code }),
            isDone: false,
          },
        ]
      : []),
    { name: dashboardText.stepPurchase, text: dashboardText.stepPurchaseText, isDone: false },
  ]
  return (
    <Card title={dashboardText.firstSteps}>
      <ol className={styles.steps}>
        {steps.map((step) => (
          <li key={step.name} className={styles.step} data-done={step.isDone}>
            <span className={styles.mark}>
              {step.isDone && <Check size={16} aria-label={dashboardText.done} />}
            </span>
            <div>
              {step.href && !step.isDone ? (
                <Link href={step.href} className={styles.name}>
                  {step.name}
                </Link>
              ) : (
                <span className={styles.name}>{step.name}</span>
              )}
              {!step.isDone && step.text && <p className={styles.text}>{step.text}</p>}
            </div>
          </li>
        ))}
      </ol>
    </Card>
  )
}
