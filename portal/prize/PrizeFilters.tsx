import { useQuery } from '@tanstack/react-query'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import Wallet from 'lucide-react/icons/wallet'
import { useState } from 'react'
import { Link } from 'wouter'

import { useCompany } from '#portal/company/company.ts'
import { balance } from '#portal/points/queries.ts'
import { prizeText } from '#portal/text/prize.ts'
import { Skeleton } from '#ui/Skeleton.tsx'
import { LinkTabs } from '#ui/tabs/LinkTabs.tsx'
import { usePress } from '#ui/tabs/use-press.ts'

import { priceRange } from './price.ts'
import { PriceDialog } from './PriceDialog.tsx'
import { prizeCategories } from './queries.ts'
import { prizesPath, type View } from './view.ts'

import styles from './PrizeFilters.module.css'

/** R9.1: filters by category, by price and by what the balance affords. The address holds all of them. */
export function PrizeFilters({ view }: { view: View }) {
  const [open, setOpen] = useState(false)
  const price = priceRange(view, useCompany().company)
  return (
    <section aria-label={prizeText.filters} className={styles.filters}>
      <Categories view={view} />
      <div className={styles.price}>
        <Affordable view={view} />
        <button type="button" className={styles.pill} onClick={() => setOpen(true)}>
          <SlidersHorizontal size={16} aria-hidden="true" />
          {price ? prizeText.filtered(price) : prizeText.filter}
        </button>
      </div>
      {open && <PriceDialog view={view} onClose={() => setOpen(false)} />}
    </section>
  )
}

/** Without an answer the categories are left out; the store works without them. */
function Categories({ view }: { view: View }) {
  const { data, isPending } = useQuery(prizeCategories)
  if (isPending) return <Skeleton height="2.75rem" />
  if (!data?.length) return null
  const names = [undefined, ...data.map(({ name }) => name)]
  return (
    <LinkTabs
      label={prizeText.filters}
      tabs={names.map((category) => ({
        href: prizesPath({ ...view, category }),
        label: category ?? prizeText.allCategories,
        current: view.category === category,
      }))}
    />
  )
}

/** Shows the prizes that the balance affords. A second press removes the filter. */
function Affordable({ view }: { view: View }) {
  const points = useQuery(balance).data?.amount_balance
  const { pressed, press } = usePress()
  if (points === undefined || points === 0) return null
  const isChosen = view.min_value === undefined && view.max_value === points
  const href = prizesPath({
    ...view,
    min_value: undefined,
    max_value: isChosen ? undefined : points,
  })
  return (
    <Link
      href={href}
      className={styles.pill}
      aria-current={(pressed ? !isChosen : isChosen) ? 'true' : undefined}
      onClick={(event) => press(event, href)}
    >
      <Wallet size={16} aria-hidden="true" />
      {prizeText.affordable}
    </Link>
  )
}
