import { useQuery } from '@tanstack/react-query'
import type * as z from 'zod/mini'

import { useWrite } from '#console/client/write.ts'
import { QueryView } from '#console/feedback/QueryView.tsx'
import { Section } from '#console/feedback/Section.tsx'
import { toast } from '#console/feedback/toasts.tsx'
import { useAction } from '#console/feedback/use-action.ts'
import { sessions } from '#console/session/queries.ts'
import { sessionText } from '#console/text/session.ts'
import { instantText } from '#console/value/instant.ts'
import type { StaffSession } from '#contract/console/staff.ts'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'

import { browserName } from './browser-name.ts'

import styles from './account.module.css'

/** The browsers in which the person is signed in. */
export function Sessions() {
  const query = useQuery(sessions)
  return (
    <Section title={sessionText.sessions}>
      <QueryView query={query} height="6rem">
        {(found) => (
          <ul className={styles.rows}>
            {(found ?? []).map((session) => (
              <Row key={session.id} session={session} />
            ))}
          </ul>
        )}
      </QueryView>
    </Section>
  )
}

function Row({ session }: { session: z.output<typeof StaffSession> }) {
  const end = useWrite('DELETE /admin/session/{id}')
  const { busy, run } = useAction(toast)
  const { id, user_agent, created_at, last_seen_at, is_current } = session
  const name = browserName(user_agent)
  async function act() {
    await end({ params: { id } })
    toast(sessionText.sessionEnded)
  }
  return (
    <li className={styles.row}>
      <span>
        {name}
        <br />
        <span className={styles.soft}>
          {sessionText.sessionSince(instantText(created_at))},{' '}
          {sessionText.sessionSeen(instantText(last_seen_at))}
        </span>
      </span>
      {is_current ? (
        <Badge>{sessionText.sessionHere}</Badge>
      ) : (
        <Button
          variant="plain"
          busy={busy}
          aria-label={sessionText.sessionEndOf(name)}
          onClick={() => run(act)}
        >
          {sessionText.sessionEnd}
        </Button>
      )}
    </li>
  )
}
