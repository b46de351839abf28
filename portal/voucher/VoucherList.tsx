import { useQueryClient, useSuspenseInfiniteQuery } from '@tanstack/react-query'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { useState } from 'react'

import { localDate } from '#contract/value/date.ts'
import type { Voucher } from '#contract/voucher.ts'
import { useCompany, usePrizeWord } from '#portal/company/company.ts'
import { NextPage } from '#portal/feedback/NextPage.tsx'
import { SeenAt } from '#portal/offline/SeenAt.tsx'
import { pathTo } from '#portal/path/paths.ts'
import { prizeText } from '#portal/text/prize.ts'
import { voucherText } from '#portal/text/voucher.ts'
import { LinkButton } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { MorphLink } from '#ui/motion/MorphLink.tsx'
import { Picture } from '#ui/Picture.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'

import empty_vouchers from './drawings/empty-vouchers.svg?raw'
import { type ListedState, showFirst, vouchers } from './queries.ts'
import { validity } from './validity.ts'
import { openedFromList } from './VoucherDialog.tsx'

import styles from './VoucherList.module.css'

type VoucherListProps = {
  state: ListedState
  /** The list's address with this voucher open. */
  pathOf: (voucher_id: string) => string
}

/** The customer's vouchers in one state, newest first (R9.3). */
export function VoucherList({ state, pathOf }: VoucherListProps) {
  const { data, ...pages } = useSuspenseInfiniteQuery(vouchers(state))
  const word = usePrizeWord()
  const client = useQueryClient()
  const found = data.pages.flat()
  if (found.length === 0) {
    return (
      <Card>
        <EmptyState
          drawing={empty_vouchers}
          title={voucherText.empty[state](word)}
          text={voucherText.emptyText[state](word)}
          action={
            <LinkButton variant="quiet" href={pathTo('prizes')}>
              {prizeText.toStore(word)}
            </LinkButton>
          }
        />
      </Card>
    )
  }
  return (
    <>
      <SeenAt {...pages} />
      <ul className={styles.vouchers}>
        {found.map((voucher) => (
          <Row
            key={voucher.id}
            voucher={voucher}
            href={pathOf(voucher.id)}
            onOpen={() => showFirst(client, voucher, pages.dataUpdatedAt)}
          />
        ))}
      </ul>
      <NextPage pages={pages} ahead="1500px">
        {voucherText.more}
      </NextPage>
    </>
  )
}

type RowProps = { voucher: Voucher; href: string; onOpen: () => void }

function Row({ voucher, href, onOpen }: RowProps) {
  const { time_zone } = useCompany().company
  const { prize, state, code } = voucher
  const [today] = useState(() => localDate(new Date(), time_zone))
  const { line, lastDay } = validity(voucher, today, time_zone)
  return (
    <li className={styles.voucher}>
      <MorphLink
        href={href}
        state={openedFromList}
        className={styles.link}
        to="dialog [data-part=picture]"
        onOpen={onOpen}
      >
        <div className={styles.picture}>
          <Picture url={prize.photo_url} />
        </div>
        <div className={styles.what}>
          <p className={styles.name}>{prize.name}</p>
          <p className={styles.validity} data-near={lastDay !== null}>
            {line}
          </p>
          {state === 'TO_WITHDRAW' && <p className={styles.code}>{code}</p>}
        </div>
        <ChevronRight size={20} aria-hidden="true" />
      </MorphLink>
    </li>
  )
}

/** The list's placeholder while vouchers load. */
export function VoucherListSkeleton() {
  return (
    <ul className={styles.vouchers} aria-hidden="true">
      {places.map((place) => (
        <li key={place} className={styles.voucher}>
          <div className={styles.link}>
            <div className={styles.picture}>
              <Skeleton height="3.75rem" />
            </div>
            <div className={styles.what}>
              <Skeleton width="10rem" height="1.5rem" />
              <Skeleton width="7rem" height="1.25rem" />
            </div>
          </div>
        </li>
      ))}
    </ul>
  )
}

const places = ['a', 'b', 'c']
