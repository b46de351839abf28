import { Link } from 'wouter'

import type { ExpiringPoints } from '#contract/points.ts'
import { daysBetween, toBrazilianDate } from '#contract/value/date.ts'
import type { Display } from '#contract/value/display.ts'
import { useCompany } from '#portal/company/company.ts'
import { useToday } from '#portal/company/use-today.ts'
import { pathTo } from '#portal/path/paths.ts'
import { dashboardText } from '#portal/text/dashboard.ts'

import { expiryLine, expiryLineOfWeek } from './amount.ts'

import styles from './BalanceCard.module.css'

/** Days before an expiry from which it is a warning, and from which it is urgent. */
const warningDays = 30
const urgentDays = 7

/** R7.2: the next expiry, more prominent the nearer it is. Within a week it shows a sum, with a link to use the points. */
export function NextExpiry({ days }: { days: ExpiringPoints[] }) {
  const { company } = useCompany()
  const today = useToday()
  const [next] = days
  if (!next) return null
  const daysLeft = daysBetween(today, next.expires_at)
  if (daysLeft > urgentDays) {
    return (
      <p className={styles.expiry} data-soon={daysLeft <= warningDays}>
        {nextLine(next, daysLeft, company)}
      </p>
    )
  }
  const urgent = days.filter(({ expires_at }) => daysBetween(today, expires_at) <= urgentDays)
  return (
    <p className={styles.urgent}>
      <span>
        {urgent.length === 1
          ? nextLine(next, daysLeft, company)
          : expiryLineOfWeek(sum(urgent, 'points_amount'), sum(urgent, 'points_value'), company)}
      </span>
      <Link href={pathTo('prizes')}>{dashboardText.urgent}</Link>
    </p>
  )
}

/** The sentence with days and date. For a distant expiry the date comes first. */
function nextLine(next: ExpiringPoints, daysLeft: number, company: Display): string {
  const line = expiryLine(next.points_amount, next.points_value, daysLeft, company)
  const { expires, expiresFar } = dashboardText
  return (daysLeft > warningDays ? expiresFar : expires)(line, toBrazilianDate(next.expires_at))
}

function sum(days: ExpiringPoints[], field: 'points_amount' | 'points_value'): number {
  return days.reduce((total, day) => total + day[field], 0)
}
