import Gift from 'lucide-react/icons/gift'
import { Link } from 'wouter'

import { pictureSource } from '#contract/brand/picture.ts'
import type { Dashboard } from '#contract/dashboard.ts'
import { useCompany } from '#portal/company/company.ts'
import { pathTo } from '#portal/path/paths.ts'
import { isSingularPrice, priceLines } from '#portal/points/amount.ts'
import { dashboardText } from '#portal/text/dashboard.ts'

import styles from './Goal.module.css'

type DashboardPrize = Dashboard['prizes'][number]

/**
 * The prize to save for: a favourite before others, then the nearest prize. Null when no prize is out of
 * reach.
 */
export function goalOf(prizes: DashboardPrize[]): DashboardPrize | null {
  const beyond = prizes.filter(({ missing }) => missing > 0)
  return beyond.find(({ favorite }) => favorite) ?? beyond[0] ?? null
}

/** The radius of the ring in a box of 76: half of 76 less 4, which leaves room for half of the stroke of 6. */
const radius = 34
const circumference = 2 * Math.PI * radius

/** The prize's picture in a ring that closes as the balance grows. The sentence says the same. */
export function GoalRing({ prize: { value, missing, photo_url } }: { prize: DashboardPrize }) {
  const ratio = (value - missing) / value
  return (
    <span className={styles.goal} aria-hidden="true">
      <svg viewBox="0 0 76 76" className={styles.ring}>
        <circle cx="38" cy="38" r={radius} className={styles.whole} />
        <circle
          cx="38"
          cy="38"
          r={radius}
          className={styles.part}
          strokeDasharray={`${ratio * circumference} ${circumference}`}
        />
      </svg>
      {photo_url ? (
        <img {...pictureSource(photo_url, '80px')} alt="" className={styles.photo} />
      ) : (
        <Gift size={24} />
      )}
    </span>
  )
}

/** 'Faltam 9 pontos para Fatia de bolo', with a link to the prize. */
export function GoalSentence({ prize: { id, name, value, missing } }: { prize: DashboardPrize }) {
  const { company } = useCompany()
  const [amount] = priceLines(missing, company)
  const { goal, goalOne, goalPercent } = dashboardText
  return (
    <p className={styles.sentence}>
      <Link href={pathTo('prize', { id })}>
        {amount
          ? (isSingularPrice(missing, company) ? goalOne : goal)(amount, name)
          : goalPercent(Math.floor(((value - missing) / value) * 100), name)}
      </Link>
    </p>
  )
}
