import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { useSearch } from 'wouter'

import { Recoverable } from '#portal/Recoverable.tsx'
import { text } from '#portal/text/pt-BR.ts'
import { ScreenTitle } from '#portal/ui/ScreenTitle.tsx'
import { Tabs } from '#portal/ui/Tabs.tsx'
import { voucherCount } from '#portal/voucher/queries.ts'
import { VoucherDialog } from '#portal/voucher/VoucherDialog.tsx'
import { VoucherList, VoucherListSkeleton } from '#portal/voucher/VoucherList.tsx'

import { PrizeFilters } from './PrizeFilters.tsx'
import { PrizeGrid, PrizeGridSkeleton } from './PrizeGrid.tsx'
import { prizeCount } from './queries.ts'
import {
  filtersOf,
  isVoucherTab,
  storePath,
  type Tab,
  tabs,
  type View,
  viewOf,
  voucher_tabs,
} from './view.ts'

import styles from './StoreScreen.module.css'

/** R9.1: what points buy, and what they have bought. */
export default function StoreScreen() {
  const view = viewOf(useSearch())
  return (
    <div className={styles.store}>
      <ScreenTitle>{text.title.store}</ScreenTitle>
      <StoreTabs view={view} />
      {/* Another tab is another list: its skeleton comes at once. */}
      {isVoucherTab(view.tab) ? (
        <Recoverable key={view.tab} skeleton={<VoucherListSkeleton />}>
          <VoucherList
            state={voucher_tabs[view.tab]}
            pathOf={(voucher) => storePath({ ...view, voucher })}
          />
        </Recoverable>
      ) : (
        <Prizes key={view.tab} view={view} />
      )}
      {view.voucher && (
        <VoucherDialog id={view.voucher} closed={storePath({ ...view, voucher: undefined })} />
      )}
    </div>
  )
}

function Prizes({ view }: { view: View }) {
  // Under another filter the prizes that are seen stay, dimmed, until the others are there.
  const shown_search = useDeferredValue(storePath({ ...view, voucher: undefined }))
  const shown = viewOf(shown_search.split('?')[1] ?? '')
  const is_old = shown_search !== storePath({ ...view, voucher: undefined })
  return (
    <>
      <PrizeFilters view={view} />
      <Recoverable skeleton={<PrizeGridSkeleton />}>
        <div className={styles.prizes} data-old={is_old} aria-busy={is_old}>
          <PrizeGrid view={shown} />
        </div>
      </Recoverable>
    </>
  )
}

/** Each with how many are in it. A count that cannot be had only stays away. */
function StoreTabs({ view }: { view: View }) {
  const prizes = useQuery(prizeCount(filtersOf(view))).data?.tabs
  const vouchers = useQuery(voucherCount).data
  const countOf = (tab: Tab) =>
    (isVoucherTab(tab) ? vouchers?.[voucher_tabs[tab]] : prizes?.[tab]) ?? null
  return (
    <Tabs
      label={text.prize.tabs}
      tabs={tabs.map((tab) => ({
        href: storePath({ ...view, tab, voucher: undefined }),
        label: text.prize.tab[tab],
        count: countOf(tab),
        current: tab === view.tab,
      }))}
    />
  )
}
