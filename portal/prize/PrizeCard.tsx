import { useQueryClient } from '@tanstack/react-query'
import { memo } from 'react'

import type { Prize } from '#contract/prize.ts'
import { useCompany } from '#portal/company/company.ts'
import { pathTo } from '#portal/path/paths.ts'
import { priceLines } from '#portal/points/amount.ts'
import { prizeText } from '#portal/text/prize.ts'
import { MorphLink } from '#ui/motion/MorphLink.tsx'
import { Picture } from '#ui/Picture.tsx'
import { Progress } from '#ui/Progress.tsx'

import { FavoriteButton } from './FavoriteButton.tsx'
import { showFirst } from './queries.ts'
import { shortReason } from './why-not.ts'

import styles from './PrizeCard.module.css'

/** At this stock and below, the card shows how many are left. */
const maxShownStock = 10

type PrizeCardProps = {
  prize: Prize
  /** The store's current address, for the way back. */
  from: string
  inSight: boolean
}

/** A prize in the store: its price, and why it cannot be redeemed yet. Memoised, because the store may show 500. */
export const PrizeCard = memo(function PrizeCard({ prize, from, inSight }: PrizeCardProps) {
  const { company } = useCompany()
  const client = useQueryClient()
  const { id, name, photo_url, category, value, missing, stock_left } = prize
  const [price, secondPrice] = priceLines(value, company)
  const reason = shortReason(prize, company)
  const isNearItsEnd = stock_left !== null && stock_left > 0 && stock_left <= maxShownStock
  return (
    <li className={styles.card}>
      <Picture url={photo_url} inSight={inSight} />
      <div className={styles.what}>
        {category && <p className={styles.category}>{category}</p>}
        <h2 className={styles.name}>
          <MorphLink
            href={pathTo('prize', { id })}
            state={{ from }}
            className={styles.link}
            to="main [data-part=picture]"
            onOpen={() => showFirst(client, prize)}
          >
            {name}
          </MorphLink>
        </h2>
        {(value === 0 || price) && (
          <p className={styles.price}>{value === 0 ? prizeText.free : price}</p>
        )}
        {value > 0 && secondPrice && <p className={styles.second}>{secondPrice}</p>}
        {isNearItsEnd && <p className={styles.few}>{prizeText.left(stock_left)}</p>}
        {reason && (
          <div className={styles.reason}>
            {prize.reason === 'insufficient_balance' && (
              <Progress
                label={prizeText.progress(name)}
                valueText={reason}
                ratio={(value - missing) / value}
              />
            )}
            <p>{reason}</p>
          </div>
        )}
      </div>
      <FavoriteButton prize={prize} />
    </li>
  )
})
