import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { useSearch } from 'wouter'

import { usePrizeWord } from '#portal/company/company.ts'
import { QueryBoundary } from '#portal/feedback/QueryBoundary.tsx'
import { prizeText } from '#portal/text/prize.ts'
import { text } from '#portal/text/pt-BR.ts'
import { voucherCount, voucherTotal } from '#portal/voucher/queries.ts'
import { VoucherDialog } from '#portal/voucher/VoucherDialog.tsx'
import { VoucherList, VoucherListSkeleton } from '#portal/voucher/VoucherList.tsx'
import { ScreenTitle } from '#ui/ScreenTitle.tsx'
import { Tabs } from '#ui/tabs/Tabs.tsx'

import { PrizeFilters } from './PrizeFilters.tsx'
import { PrizeGrid, PrizeGridSkeleton } from './PrizeGrid.tsx'
import { prizeCount } from './queries.ts'
import {
  filtersOf,
  isVoucherTab,
  prizesPath,
  type Tab,
  tabs,
  type View,
  viewOf,
  voucherTabs,
} from './view.ts'

import styles from './PrizesScreen.module.css'

/** R9.1: the prizes that points buy, and the vouchers bought. */
export default function PrizesScreen() {
  const word = usePrizeWord()
  const search = useSearch()
  const view = viewOf(search)
  // Deferred: a press highlights its tab or filter at once, and the list follows when it is ready.
  const shownSearch = useDeferredValue(search)
  const shownView = viewOf(shownSearch)
  return (
    <div className={styles.store}>
      <ScreenTitle>{text.title.prizes(word)}</ScreenTitle>
      <StoreTabs view={view} />
      {!isVoucherTab(view.tab) && <PrizeFilters view={view} />}
      {/* A new tab shows its skeleton at once. A new filter keeps the old list until the new one is ready. */}
      <div className={styles.list} aria-busy={search !== shownSearch}>
        {isVoucherTab(shownView.tab) ? (
          <QueryBoundary key={shownView.tab} skeleton={<VoucherListSkeleton />}>
            <VoucherList
              state={voucherTabs[shownView.tab]}
              pathOf={(voucher) => prizesPath({ ...shownView, voucher })}
            />
          </QueryBoundary>
        ) : (
          <QueryBoundary key={shownView.tab} skeleton={<PrizeGridSkeleton />}>
            <PrizeGrid search={shownSearch} />
          </QueryBoundary>
        )}
      </div>
      {view.voucher && (
        <VoucherDialog id={view.voucher} closed={prizesPath({ ...view, voucher: undefined })} />
      )}
    </div>
  )
}

/**
 * Tabs with their counts. A count that cannot be read is left out, without a message. The tabs work without it, and the list below
 * them shows the error and offers to try again.
 */
function StoreTabs({ view }: { view: View }) {
  const word = usePrizeWord()
  const prizes = useQuery(prizeCount(filtersOf(view)))
  const vouchers = useQuery(voucherCount)
  /** null: not read yet. undefined: not readable. */
  function countOf(tab: Tab): number | null | undefined {
    const counts = isVoucherTab(tab) ? vouchers : prizes
    if (!counts.data) return counts.isError ? undefined : null
    return isVoucherTab(tab)
      ? voucherTotal(vouchers.data!, voucherTabs[tab])
      : prizes.data!.tabs[tab]
  }
  return (
    <Tabs
      label={prizeText.tabs(word)}
      tabs={tabs.map((tab) => ({
        href: prizesPath({ ...view, tab, voucher: undefined }),
        label: prizeText.tab[tab](word),
        count: countOf(tab),
        current: tab === view.tab,
      }))}
    />
  )
}
