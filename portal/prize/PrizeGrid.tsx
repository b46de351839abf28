import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { memo } from 'react'

import { usePrizeWord } from '#portal/company/company.ts'
import { NextPage } from '#portal/feedback/NextPage.tsx'
import { prizeText } from '#portal/text/prize.ts'
import { LinkButton } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'

import empty_store from './drawings/empty-store.svg?raw'
import { PrizePage } from './PrizePage.tsx'
import { prizesAt } from './queries.ts'
import { isFiltered, prizeTab, type PrizeTab, prizesPath, viewOf } from './view.ts'

import styles from './PrizeGrid.module.css'

/** The prizes for a store address. The next page is loaded when the end of the list comes near. */
export const PrizeGrid = memo(function PrizeGrid({ search }: { search: string }) {
  const view = { ...viewOf(search), voucher: undefined }
  const tab = prizeTab(view)
  const { data, ...pages } = useSuspenseInfiniteQuery(prizesAt(search))
  const word = usePrizeWord()
  if (data.pages[0]?.length === 0) return <NoPrizes tab={tab} isFiltered={isFiltered(view)} />
  return (
    <div className={styles.pages}>
      {data.pages.map((page, at) => (
        <PrizePage
          key={page[0]?.id ?? 'end'}
          prizes={page}
          from={prizesPath(view)}
          isFirst={at === 0}
        />
      ))}
      {/* 1500 px are about two screens of a phone. */}
      <NextPage pages={pages} ahead="1500px">
        {prizeText.more(word)}
      </NextPage>
    </div>
  )
})

function NoPrizes({ tab, isFiltered }: { tab: PrizeTab; isFiltered: boolean }) {
  const word = usePrizeWord()
  const why = isFiltered ? 'filtered' : tab
  return (
    <Card>
      <EmptyState
        drawing={empty_store}
        title={prizeText.empty[why](word)}
        text={prizeText.emptyText[why](word)}
        action={
          why !== 'all' && (
            <LinkButton
              variant="quiet"
              href={prizesPath({ tab: why === 'filtered' ? tab : 'all' })}
            >
              {why === 'filtered' ? prizeText.clear : prizeText.toStore(word)}
            </LinkButton>
          )
        }
      />
    </Card>
  )
}

/** The grid's placeholder while prizes load. */
export function PrizeGridSkeleton() {
  return (
    <ul className={styles.grid} aria-hidden="true">
      {places.map((place) => (
        <li key={place} className={styles.awaited}>
          <div className={styles.picture}>
            <Skeleton height="100%" />
          </div>
          <Skeleton width="80%" height="1.25rem" />
          <Skeleton width="50%" height="1.25rem" />
        </li>
      ))}
    </ul>
  )
}

const places = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
