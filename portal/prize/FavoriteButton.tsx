import Heart from 'lucide-react/icons/heart'

import type { Prize } from '#contract/prize.ts'
import { prizeText } from '#portal/text/prize.ts'

import { useFavorite } from './use-favorite.ts'

import styles from './FavoriteButton.module.css'

/** A heart that fills at once, before the request is answered. */
export function FavoriteButton({ prize }: { prize: Pick<Prize, 'id' | 'name' | 'favorite'> }) {
  const mark = useFavorite(prize)
  return (
    <button
      type="button"
      className={styles.heart}
      aria-label={prizeText.favorite(prize.name)}
      aria-pressed={prize.favorite}
      onClick={() => mark(!prize.favorite)}
    >
      <Heart size={20} aria-hidden="true" fill={prize.favorite ? 'currentColor' : 'none'} />
    </button>
  )
}
