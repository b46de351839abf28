import {
  type QueryClient,
  useQuery,
  useQueryClient,
  useSuspenseInfiniteQuery,
} from '@tanstack/react-query'
import BellOff from 'lucide-react/icons/bell-off'
import CalendarClock from 'lucide-react/icons/calendar-clock'
import CircleCheck from 'lucide-react/icons/circle-check'
import Coins from 'lucide-react/icons/coins'
import Medal from 'lucide-react/icons/medal'
import Scale from 'lucide-react/icons/scale'
import Ticket from 'lucide-react/icons/ticket'
import TicketPercent from 'lucide-react/icons/ticket-percent'
import type { LucideIcon } from 'lucide-react/types'
import { useEffect } from 'react'
import { Link } from 'wouter'

import type { NotificationType } from '#contract/notification.ts'
import { localDate } from '#contract/value/date.ts'
import { api } from '#portal/client/api.ts'
import { markStale } from '#portal/client/stale.ts'
import { useCompany } from '#portal/company/company.ts'
import { NextPage } from '#portal/feedback/NextPage.tsx'
import { notificationText } from '#portal/text/notification.ts'
import { Skeleton } from '#ui/Skeleton.tsx'

import { grouped, type Line } from './grouped.ts'
import { linePath } from './line-path.ts'
import { notifications, unread } from './queries.ts'
import { sentenceOf, whenOf } from './sentence.ts'

import styles from './Bell.module.css'

/** The notifications, newest first. Showing the list marks them as read. */
export function NotificationList() {
  const { data, dataUpdatedAt, ...pages } = useSuspenseInfiniteQuery(notifications)
  const client = useQueryClient()
  const { data: bell } = useQuery(unread)
  const newestShown = data[0]?.id ?? ''
  const newestKnown = bell?.notifications[0]?.id ?? ''
  const isUnread = (bell?.unread_count ?? 0) > 0
  // An effect, because showing the list is the event; there is no press.
  useEffect(() => {
    if (newestShown && isUnread) void read(client, newestShown)
  }, [client, newestShown, isUnread])
  // Ids increase with time: a notification arrived while the list is open.
  useEffect(() => {
    if (newestKnown > newestShown) markStale(client, 'event: newer notification')
  }, [client, newestKnown, newestShown])
  if (data.length === 0) return <Empty />
  return (
    <>
      <ul className={styles.list}>
        {grouped(data).map((line) => (
          <Row key={line.notification.id} line={line} now={new Date(dataUpdatedAt)} />
        ))}
      </ul>
      <NextPage pages={pages} ahead="press">
        {notificationText.older}
      </NextPage>
    </>
  )
}

/** Marks this notification and all older ones as read. */
async function read(client: QueryClient, up_to: string): Promise<void> {
  try {
    await api('POST /notification/read', { body: { up_to } })
  } catch {
    // The notifications stay unread, and the next opening of the list marks them. So this failure needs no message.
    return
  }
  client.setQueryData(unread.queryKey, (cached) => cached && { ...cached, unread_count: 0 })
}

function Row({ line, now }: { line: Line; now: Date }) {
  const { company } = useCompany()
  const { notification, count } = line
  const Icon = icons[notification.type]
  const isUnread = notification.read_at === null
  return (
    <li className={styles.row} data-unread={isUnread}>
      <span className={styles.icon} aria-hidden="true">
        <Icon size={20} />
      </span>
      <div>
        <Link href={linePath(line)} className={styles.link}>
          {sentenceOf(notification, company, localDate(now, company.time_zone), count)}
        </Link>
        <p className={styles.when}>
          {isUnread && <span className={styles.new}>{notificationText.unread}</span>}
          <time dateTime={notification.created_at}>
            {whenOf(notification.created_at, now, company.time_zone)}
          </time>
        </p>
      </div>
    </li>
  )
}

const icons = {
  points_received: Coins,
  level_changed: Medal,
  points_expiring: CalendarClock,
  voucher_issued: Ticket,
  voucher_expiring: Ticket,
  intention_ended: CircleCheck,
  promotion_credited: TicketPercent,
  points_adjusted: Scale,
} as const satisfies Record<NotificationType, LucideIcon>

function Empty() {
  return (
    <div className={styles.empty}>
      <BellOff size={32} aria-hidden="true" />
      <p className={styles.nothing}>{notificationText.empty}</p>
      <p>{notificationText.emptyText}</p>
    </div>
  )
}

/** The list's placeholder while it loads. */
export function NotificationListSkeleton() {
  return (
    <ul className={styles.list} aria-hidden="true">
      {['first', 'second', 'third'].map((line) => (
        <li key={line} className={styles.row}>
          <Skeleton width="2.5rem" height="2.5rem" />
          <div>
            <Skeleton height="1.5rem" />
            <Skeleton width="6rem" height="1.25rem" />
          </div>
        </li>
      ))}
    </ul>
  )
}
