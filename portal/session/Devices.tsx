import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'

import type { RequestFailure } from '#contract/request/request-failure.ts'
import { type Session, SessionEnd } from '#contract/session.ts'
import { localDate, toBrazilianDate } from '#contract/value/date.ts'
import { useWrite } from '#portal/client/write.ts'
import { useCompany } from '#portal/company/company.ts'
import { useNotices } from '#portal/feedback/notices.tsx'
import { QueryBoundary } from '#portal/feedback/QueryBoundary.tsx'
import { useForm } from '#portal/form/form.ts'
import { devicesText } from '#portal/text/devices.ts'
import { text } from '#portal/text/pt-BR.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Form } from '#ui/form/Form.tsx'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'

import { AskedPassword } from './PasswordFields.tsx'
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
  const [isAsking, setIsAsking] = useState(false)
  const { name, created_at, last_used_on, is_current } = device
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
          onClick={() => setIsAsking(true)}
        >
          {devicesText.signOut}
        </Button>
      )}
      {isAsking && <SignOutDialog device={device} onClose={() => setIsAsking(false)} />}
    </li>
  )
}

type SignOutDialogProps = { device: Session & { name: string }; onClose: () => void }

/** The API asks for the password if the sign-in of this device is older than 10 minutes (ASVS 7.5.2). */
function SignOutDialog({ device: { id, name }, onClose }: SignOutDialogProps) {
  const endSession = useWrite('DELETE /customer/session/{id}')
  const notices = useNotices()
  const { form, messages, submitting } = useForm({
    schema: SessionEnd,
    read: (typed) => Object.fromEntries(typed),
    submit: async (body) => {
      // `not_found`: the session has already ended, which is the goal.
      await endSession({ params: { id }, body }).catch((error: RequestFailure) => {
        if (error.type !== 'not_found') throw error
      })
      onClose()
    },
    errorFields: { wrong_password: 'current_password' },
    onFailure: ({ message }) => notices.alert('error', message),
  })
  return (
    <Dialog
      title={devicesText.signOutTitle}
      onClose={onClose}
      actions={
        <Button variant="plain" full onClick={onClose}>
          {text.notice.cancel}
        </Button>
      }
    >
      <Form {...form}>
        <p>{devicesText.signOutText(name)}</p>
        <AskedPassword isAsked={false} messages={messages} hint={devicesText.whyPassword} />
        <Button type="submit" full busy={submitting}>
          {text.notice.confirm}
        </Button>
      </Form>
    </Dialog>
  )
}
