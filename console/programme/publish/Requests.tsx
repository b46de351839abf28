import { useId } from 'react'

import { CallButton } from '#console/call/CallButton.tsx'
import { useWrite } from '#console/client/write.ts'
import { FormFailure } from '#console/feedback/FormFailure.tsx'
import { Section } from '#console/feedback/Section.tsx'
import { toast } from '#console/feedback/toasts.tsx'
import { useAction } from '#console/feedback/use-action.ts'
import { useMe, useRefusal } from '#console/session/use-me.ts'
import { draftText } from '#console/text/draft.ts'
import { instantText } from '#console/value/instant.ts'
import type { PublishRequest } from '#contract/programme/draft.ts'
import { Button } from '#ui/Button.tsx'

import { requestCalls } from './calls.ts'

import styles from './publish.module.css'

/** The requests that wait for a second person or for their date. */
export function Requests({ requests }: { requests: PublishRequest[] }) {
  if (requests.length === 0) return null
  return (
    <Section title={draftText.requests}>
      <ul className={styles.requests}>
        {requests.map((request) => (
          <Request key={request.id} request={request} />
        ))}
      </ul>
    </Section>
  )
}

function Request({ request }: { request: PublishRequest }) {
  const { staff } = useMe()
  const { asked_by, asked_at, approved_by, publish_at, changes, state } = request
  return (
    <li className={styles.request}>
      <p className={styles.badge} data-state={state}>
        {draftText.requestStates[state]}
      </p>
      {state === 'SUSPENDED' && (
        <p>
          {asked_by.id === staff.id
            ? draftText.suspendedOwn
            : draftText.suspendedOther(asked_by.name)}
        </p>
      )}
      <p>{draftText.askedBy(asked_by.name, instantText(asked_at))}</p>
      {publish_at && <p>{draftText.publishAt(instantText(publish_at))}</p>}
      {approved_by && <p>{draftText.approvedBy(approved_by.name)}</p>}
      <ul className={styles.list}>
        {changes.map(({ path, sentence }) => (
          <li key={`${path} ${sentence}`}>{sentence}</li>
        ))}
      </ul>
      <RequestActs request={request} />
    </li>
  )
}

function RequestActs({ request }: { request: PublishRequest }) {
  const { id, asked_by, asked_at, state } = request
  const { staff } = useMe()
  const refusal = useRefusal('programme.publish')
  const reasonId = useId()
  const approve = useWrite('POST /admin/programme/request/{id}/approve')
  const end = useWrite('DELETE /admin/programme/request/{id}')
  const { busy, failure, run } = useAction()
  const isOwn = asked_by.id === staff.id
  async function agree() {
    const { state: outcome, version } = await approve({ params: { id } })
    if (outcome === 'SUSPENDED') toast(draftText.notApproved(asked_by.name))
    else toast(version === null ? draftText.approved : draftText.published(version))
  }
  async function close() {
    await end({ params: { id } })
    toast(isOwn ? draftText.withdrawn : draftText.refused(asked_by.name))
  }
  return (
    <>
      <FormFailure text={failure} />
      <div className={styles.acts}>
        {!isOwn && state === 'WAITING' && (
          <Button
            busy={busy}
            disabledReason={refusal}
            reasonId={reasonId}
            onClick={() => run(agree)}
          >
            {draftText.approve}
          </Button>
        )}
        <Button
          variant="quiet"
          busy={busy}
          disabledReason={refusal}
          reasonId={reasonId}
          onClick={() => run(close)}
        >
          {isOwn ? draftText.withdraw : draftText.refuse}
        </Button>
        {refusal ? (
          <p className={styles.soft} id={reasonId}>
            {refusal}
          </p>
        ) : (
          <CallButton
            about={draftText.askedBy(asked_by.name, instantText(asked_at))}
            calls={() => requestCalls(request, isOwn)}
          />
        )}
      </div>
    </>
  )
}
