import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { useCallback } from 'react'

import { text } from '#portal/text/pt-BR.ts'
import { LinkButton } from '#portal/ui/Button.tsx'
import { Card } from '#portal/ui/Card.tsx'
import { EmptyState } from '#portal/ui/EmptyState.tsx'
import { ShowMore } from '#portal/ui/ShowMore.tsx'
import { Skeleton } from '#portal/ui/Skeleton.tsx'

import empty_store from './drawings/empty-store.svg?raw'
import { PrizeCard } from './PrizeCard.tsx'
import { prizes } from './queries.ts'
import { filtersOf, isFiltered, isVoucherTab, storePath, type View } from './view.ts'

import styles from './PrizeGrid.module.css'

/** The prizes of a view, a page after the other as they come near. */
export function PrizeGrid({ view }: { view: View }) {
  const tab = isVoucherTab(view.tab) ? 'all' : view.tab
  const { data, fetchNextPage, hasNextPage, isFetchingNextPage } = useSuspenseInfiniteQuery(
    prizes({ tab, order: view.order, ...filtersOf(view) }),
  )
  const showMore = useCallback(() => void fetchNextPage(), [fetchNextPage])
  const found = data.pages.flat()
  if (found.length === 0) return <NoPrizes view={{ ...view, tab }} />
  return (
    <>
      <ul className={styles.grid}>
        {found.map((prize) => (
          <PrizeCard key={prize.id} prize={prize} from={storePath(view)} />
        ))}
      </ul>
      {hasNextPage && (
        <ShowMore busy={isFetchingNextPage} onMore={showMore}>
          {text.prize.more}
        </ShowMore>
      )}
    </>
  )
}

function NoPrizes({ view }: { view: View & { tab: 'all' | 'free' | 'favorite' } }) {
  const why = isFiltered(view) ? 'filtered' : view.tab
  return (
    <Card>
      <EmptyState
        drawing={empty_store}
        title={text.prize.empty[why]}
        text={text.prize.empty_text[why]}
        action={
          why !== 'all' && (
            <LinkButton
              variant="quiet"
              href={storePath({ tab: why === 'filtered' ? view.tab : 'all' })}
            >
              {why === 'filtered' ? text.prize.clear : text.prize.to_store}
            </LinkButton>
          )
        }
      />
    </Card>
  )
}

/** The same grid with its prizes on their way. */
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
