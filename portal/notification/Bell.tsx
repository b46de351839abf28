import { useQuery } from '@tanstack/react-query'
import BellIcon from 'lucide-react/icons/bell'
import { useState } from 'react'

import { QueryBoundary } from '#portal/feedback/QueryBoundary.tsx'
import { notificationText } from '#portal/text/notification.ts'
import { Menu } from '#ui/overlay/Menu.tsx'

import { NotificationList, NotificationListSkeleton } from './NotificationList.tsx'
import { unread } from './queries.ts'

import styles from './Bell.module.css'

/** A higher count is shown as '9+'. */
const maxCounted = 9

/** R2.8: the number of unread notifications. A press opens the list. */
export function Bell() {
  const [open, setOpen] = useState(false)
  const { data } = useQuery(unread)
  const count = data?.unread_count ?? 0
  const countText = count > maxCounted ? `${maxCounted}+` : String(count)
  return (
    <>
      <Menu
        wide
        label={count === 0 ? notificationText.title : notificationText.bell(countText)}
        trigger={
          <span className={styles.bell}>
            <BellIcon size={22} aria-hidden="true" />
            {count > 0 && <span className={styles.badge}>{countText}</span>}
          </span>
        }
        onToggle={setOpen}
      >
        <h2 className={styles.title}>{notificationText.title}</h2>
        {open && (
          <QueryBoundary skeleton={<NotificationListSkeleton />}>
            <NotificationList />
          </QueryBoundary>
        )}
      </Menu>
      {/* A live region, so that a screen reader announces the new count. */}
      <output className={styles.told}>{count > 0 && notificationText.bell(countText)}</output>
    </>
  )
}
