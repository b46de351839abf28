import { useSuspenseQuery } from '@tanstack/react-query'

import type { RequestFailure } from '#contract/request/request-failure.ts'
import type { Session } from '#contract/session.ts'
import { localDate, toBrazilianDate } from '#contract/value/date.ts'
import { useWrite } from '#portal/client/write.ts'
import { useCompany } from '#portal/company/company.ts'
import { useNotices } from '#portal/feedback/notices.tsx'
import { QueryBoundary } from '#portal/feedback/QueryBoundary.tsx'
import { useAction } from '#portal/form/action.ts'
import { devicesText } from '#portal/text/devices.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'

import { devices } from './queries.ts'

import styles from './Devices.module.css'

/** R4.3: the devices with a session, and a button to sign each out. */
export function Devices() {
  return (
    <QueryBoundary
      skeleton={
        <Card title={devicesText.heading}>
          <Skeleton height="4rem" />
        </Card>
      }
    >
      <Card title={devicesText.heading}>
        <List />
      </Card>
    </QueryBoundary>
  )
}

function List() {
  const { data } = useSuspenseQuery(devices)
  return (
    <ul className={styles.devices}>
      {data.map((device) => (
        <Device key={device.id} device={device} />
      ))}
    </ul>
  )
}

function Device({ device }: { device: Session & { name: string } }) {
  const { time_zone } = useCompany().company
  const endSession = useWrite('DELETE /customer/session/{id}')
  const notices = useNotices()
  const { busy, run } = useAction()
  const { id, name, created_at, last_used_on, is_current } = device
  async function signOut() {
    const question = {
      title: devicesText.signOutTitle,
      message: devicesText.signOutText(name),
    }
    if (!(await notices.confirm(question))) return
    // `not_found`: the session has already ended, which is the goal.
    await endSession({ params: { id } }).catch((error: RequestFailure) => {
      if (error.type !== 'not_found') throw error
    })
  }
  return (
    <li className={styles.device}>
      <div className={styles.what}>
        <p className={styles.name}>{name}</p>
        <p className={styles.when}>
          {devicesText.since(toBrazilianDate(localDate(new Date(created_at), time_zone)))}
        </p>
        <p className={styles.when}>
          {is_current ? devicesText.current : devicesText.lastUsed(toBrazilianDate(last_used_on))}
        </p>
      </div>
      {!is_current && (
        <Button
          variant="quiet"
          aria-label={devicesText.signOutOf(name)}
          busy={busy}
          onClick={() => run(signOut)}
        >
          {devicesText.signOut}
        </Button>
      )}
    </li>
  )
}
