import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'

import { type NoticeChannel, noticeNames, type NoticePreferences } from '#contract/notification.ts'
import { useWrite } from '#portal/client/write.ts'
import { QueryBoundary } from '#portal/feedback/QueryBoundary.tsx'
import { useAction } from '#portal/form/action.ts'
import { preferencesText } from '#portal/text/preferences.ts'
import { Card } from '#ui/Card.tsx'
import { Switch } from '#ui/form/Switch.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'

import { PushDevice } from './PushDevice.tsx'
import { noticePreferences } from './queries.ts'

import styles from './Preferences.module.css'

/** D21: the switches for notices outside the portal, by kind and channel. */
export function Preferences() {
  return (
    <QueryBoundary
      skeleton={
        <Card title={preferencesText.heading}>
          <Skeleton height="50rem" />
        </Card>
      }
    >
      <Card title={preferencesText.heading}>
        <List />
      </Card>
    </QueryBoundary>
  )
}

function List() {
  const { data } = useSuspenseQuery(noticePreferences)
  return (
    <>
      <p className={styles.detail}>{preferencesText.about}</p>
      {!data.has_confirmed_email && <p className={styles.detail}>{preferencesText.needsEmail}</p>}
      {data.push && <PushDevice push={data.push} />}
      <ul className={styles.kinds}>
        {data.kinds.map((one) => (
          <Kind key={one.kind} one={one} preferences={data} />
        ))}
      </ul>
    </>
  )
}

type KindProps = { one: NoticePreferences['kinds'][number]; preferences: NoticePreferences }

function Kind({ one, preferences: { opt_in_marketing, push } }: KindProps) {
  const lacksConsent = one.is_marketing && !opt_in_marketing
  return (
    <li className={styles.kind}>
      <div className={styles.what}>
        <p className={styles.name}>{noticeNames[one.kind]}</p>
        <p className={styles.detail}>
          {lacksConsent ? preferencesText.needsMarketing : preferencesText.details[one.kind]}
        </p>
      </div>
      {!lacksConsent && (
        <div className={styles.channels}>
          <Channel one={one} channel="mail" />
          {push && <Channel one={one} channel="push" />}
        </div>
      )}
    </li>
  )
}

function Channel({ one, channel }: { one: KindProps['one']; channel: NoticeChannel }) {
  const client = useQueryClient()
  const choose = useWrite('PUT /notification/preferences')
  const { busy, run } = useAction()
  const name = preferencesText.channels[channel]
  async function change(is_on: boolean) {
    const { kind } = one
    const { kinds } = await choose({ body: { kind, channel, is_on } })
    const saved = kinds.find((other) => other.kind === kind)![channel]
    // Only this switch: the answers of two switches may come in the other order.
    client.setQueryData(
      noticePreferences.queryKey,
      (shown) =>
        shown && {
          ...shown,
          kinds: shown.kinds.map((other) =>
            other.kind === kind ? { ...other, [channel]: saved } : other,
          ),
        },
    )
  }
  return (
    // A label, so that a tap on the word works too.
    <label className={styles.channel}>
      <span>{name}</span>
      <Switch
        label={`${name}: ${noticeNames[one.kind]}`}
        checked={one[channel]}
        busy={busy}
        onChange={(is_on) => run(() => change(is_on))}
      />
    </label>
  )
}
