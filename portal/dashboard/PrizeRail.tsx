import Gift from 'lucide-react/icons/gift'
import { Link } from 'wouter'

import { pictureSource } from '#contract/brand/picture.ts'
import type { Dashboard } from '#contract/dashboard.ts'
import { useCompany, usePrizeWord } from '#portal/company/company.ts'
import { pathTo } from '#portal/path/paths.ts'
import { isSingularPrice, priceLines } from '#portal/points/amount.ts'
import { dashboardText } from '#portal/text/dashboard.ts'
import { prizeText } from '#portal/text/prize.ts'

import styles from './PrizeRail.module.css'

type DashboardPrize = Dashboard['prizes'][number]

/** Prizes that the rail shows. */
const maxShown = 6
/** Prizes within reach that fill the rail without those that are out of reach. */
const fullRail = 3

/** The prizes that the balance reaches, then those that it nearly reaches. */
export function PrizeRail({ prizes }: { prizes: DashboardPrize[] }) {
  const word = usePrizeWord()
  if (prizes.length === 0) return null
  const { withinReach, nearly, withinReachAndNearly, allPrizes } = dashboardText
  const reached = prizes.filter(({ redeemable }) => redeemable)
  const shown = (reached.length < fullRail ? prizes : reached).slice(0, maxShown)
  const title =
    reached.length === 0
      ? nearly
      : shown.every(({ redeemable }) => redeemable)
        ? withinReach
        : withinReachAndNearly
  return (
    <section aria-labelledby="rail" className={styles.rail}>
      <div className={styles.top}>
        <h2 id="rail" className={styles.title}>
          {title}
        </h2>
        <Link href={pathTo('prizes')} className={styles.all}>
          {allPrizes(word)}
        </Link>
      </div>
      <ul className={styles.prizes}>
        {shown.map((prize) => (
          <Prize key={prize.id} prize={prize} />
        ))}
      </ul>
    </section>
  )
}

function Prize({ prize }: { prize: DashboardPrize }) {
  const { company } = useCompany()
  const { id, name, photo_url, value, missing, redeemable } = prize
  const [amount] = priceLines(redeemable ? value : missing, company)
  const { missing: missingText, missingOne } = dashboardText
  return (
    <li className={styles.prize}>
      <Link href={pathTo('prize', { id })} className={styles.card}>
        {photo_url ? (
          <img
            {...pictureSource(photo_url, '(min-width: 64rem) 13rem, 8rem')}
            alt=""
            className={styles.photo}
          />
        ) : (
          <span className={styles.photo}>
            <Gift size={28} aria-hidden="true" />
          </span>
        )}
        <span className={styles.name}>{name}</span>
        <span className={styles.price} data-redeemable={redeemable}>
          {value === 0 && prizeText.free}
          {value > 0 && redeemable && amount}
          {!redeemable &&
            amount &&
            (isSingularPrice(missing, company) ? missingOne : missingText)(amount)}
        </span>
      </Link>
    </li>
  )
}
