import type { PointsEntry } from '#contract/points.ts'
import { showsPurchases } from '#contract/value/display.ts'
import { formatMoney } from '#contract/value/money.ts'
import { useCompany } from '#portal/company/company.ts'
import { amountWords } from '#portal/points/amount.ts'
import { formatInstant, titleOf } from '#portal/points/entry-words.ts'
import { dashboardText } from '#portal/text/dashboard.ts'
import { pointsText } from '#portal/text/points.ts'
import { Badge } from '#ui/Badge.tsx'
import { Part } from '#ui/Card.tsx'

import styles from './LastPurchase.module.css'

/** The last purchase (R7.2). */
export function LastPurchase({ purchase }: { purchase: PointsEntry | null }) {
  return (
    <Part title={dashboardText.last_purchase}>
      {purchase ? (
        <Purchase purchase={purchase} />
      ) : (
        <p className={styles.soft}>{dashboardText.noPurchase}</p>
      )}
    </Part>
  )
}

function Purchase({ purchase }: { purchase: PointsEntry }) {
  const { company } = useCompany()
  const earned = amountWords(purchase.points_amount, purchase.points_value, company)
  return (
    <div className={styles.purchase}>
      <div className={styles.where}>
        <p className={styles.shop}>
          {titleOf(purchase, company)}{' '}
          {purchase.is_cancelled && <Badge tone="danger">{pointsText.cancelled}</Badge>}
        </p>
        <p className={styles.soft}>
          <time dateTime={purchase.created_at}>
            {formatInstant(purchase.created_at, company.time_zone)}
          </time>
        </p>
      </div>
      <div className={styles.figures}>
        {showsPurchases(company) && purchase.purchase_value !== null && (
          <p className={styles.shop}>{formatMoney(purchase.purchase_value)}</p>
        )}
        {/* A fully returned purchase earned nothing; its badge says so. */}
        {!purchase.is_cancelled && <p className={styles.soft}>{dashboardText.earned(earned)}</p>}
      </div>
    </div>
  )
}
