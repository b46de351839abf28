import { useWrite } from '#console/client/write.ts'
import { toast } from '#console/feedback/toasts.tsx'
import { useAction } from '#console/feedback/use-action.ts'
import type { ActsRefusal } from '#console/session/ActsRefusal.tsx'
import { useMe } from '#console/session/use-me.ts'
import { roleName } from '#console/text/shell.ts'
import { staffText } from '#console/text/staff.ts'
import { dateText, instantText } from '#console/value/instant.ts'
import type { StaffMember } from '#contract/console/staff.ts'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'

import styles from './staff.module.css'

export type PersonAct = 'change' | 'remove'
type OnAct = (act: PersonAct, person: StaffMember) => void
type PeopleProps = { people: StaffMember[]; refusal: ActsRefusal | undefined; onAct: OnAct }

/** The people with access or an invitation. Below, folded: the people who have left. */
export function People({ people, refusal, onAct }: PeopleProps) {
  const left = people.filter(({ state }) => state === 'LEFT')
  return (
    <>
      <ul className={styles.people}>
        {people
          .filter(({ state }) => state !== 'LEFT')
          .map((person) => (
            <li key={person.id} className={styles.person}>
              <Who person={person} />
              <State person={person} />
              <Acts person={person} refusal={refusal} onAct={onAct} />
            </li>
          ))}
      </ul>
      {left.length > 0 && (
        <details className={styles.left}>
          <summary>
            {staffText.left} ({left.length})
          </summary>
          <ul className={styles.people}>
            {left.map((person) => (
              <li key={person.id} className={styles.person}>
                <Who person={person} />
                <p className={styles.soft}>{staffText.leftOn(dateText(person.left_at!))}</p>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}

function Who({ person: { id, name, email } }: { person: StaffMember }) {
  const me = useMe()
  return (
    <div className={styles.who}>
      <p className={styles.name}>
        {name} {id === me.staff.id && <Badge>{staffText.you}</Badge>}
      </p>
      <p className={styles.soft}>{email}</p>
    </div>
  )
}

function State({ person }: { person: StaffMember }) {
  const { role, shops, state, invitation_ends_at, last_seen_at } = person
  const isWaiting = state === 'INVITED'
  const isExpired = isWaiting && invitation_ends_at === null
  const when = isWaiting
    ? invitation_ends_at && staffText.invitationEnds(instantText(invitation_ends_at))
    : last_seen_at
      ? staffText.seen(instantText(last_seen_at))
      : staffText.neverSeen
  return (
    <div>
      <p className={styles.state}>
        {roleName(role)}
        <Badge tone={isExpired ? 'danger' : isWaiting ? 'plain' : 'success'}>
          {staffText.states[isExpired ? 'EXPIRED' : state]}
        </Badge>
      </p>
      <p className={styles.soft}>
        {role === 'cashier' && `${shops.join(', ') || staffText.allShops} · `}
        {when}
      </p>
    </div>
  )
}

type ActsProps = { person: StaffMember; refusal: ActsRefusal | undefined; onAct: OnAct }

function Acts({ person, refusal, onAct }: ActsProps) {
  const { name } = person
  return (
    <div className={styles.acts}>
      {person.state === 'INVITED' && <Resend person={person} refusal={refusal} />}
      <Button
        variant="plain"
        {...refusal}
        aria-label={staffText.changeOf(name)}
        onClick={() => onAct('change', person)}
      >
        {staffText.change}
      </Button>
      <Button
        variant="plain"
        {...refusal}
        aria-label={staffText.removeOf(name)}
        onClick={() => onAct('remove', person)}
      >
        {staffText.remove}
      </Button>
    </div>
  )
}

function Resend({ person, refusal }: Pick<ActsProps, 'person' | 'refusal'>) {
  const { id, name, email } = person
  const send = useWrite('POST /admin/staff/{id}/invitation')
  const { busy, run } = useAction(toast)
  async function act() {
    await send({ params: { id } })
    toast(staffText.invitedAgain(email))
  }
  return (
    <Button
      variant="plain"
      {...refusal}
      busy={busy}
      aria-label={staffText.resendOf(name)}
      onClick={() => run(act)}
    >
      {staffText.resend}
    </Button>
  )
}
