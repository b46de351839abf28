import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { generatePath, Link } from 'react-router'

import { CallButton } from '#console/call/CallButton.tsx'
import { PageHeader } from '#console/feedback/PageHeader.tsx'
import { QueryView } from '#console/feedback/QueryView.tsx'
import { Section } from '#console/feedback/Section.tsx'
import { paths } from '#console/path/paths.ts'
import { useMe, useRefusal } from '#console/session/use-me.ts'
import { controlText } from '#console/text/customer-control.ts'
import { customerText } from '#console/text/customer.ts'
import { titles } from '#console/text/titles.ts'
import { dateText, instantText } from '#console/value/instant.ts'
import type { AdjustmentRequest } from '#contract/console/adjustment-request.ts'
import { Button } from '#ui/Button.tsx'
import { Stack } from '#ui/Stack.tsx'

import { approvalCalls } from './calls.ts'
import { adjustmentRequests } from './queries.ts'
import { useRequestActs } from './use-request-acts.ts'

import styles from './customer.module.css'

/** The adjustments above the limit that wait for a second person. */
export default function ApprovalsScreen() {
  const query = useQuery(adjustmentRequests)
  return (
    <Stack>
      <PageHeader
        title={titles.approvals}
        text={controlText.approvalsText}
        actions={<CallButton calls={approvalCalls} />}
      />
      <QueryView query={query} height="12rem">
        {(found) =>
          found && (
            <Section title={controlText.requests}>
              {found.requests.length === 0 ? (
                <p className={styles.soft}>{controlText.noRequests}</p>
              ) : (
                <ul className={styles.list}>
                  {found.requests.map((request) => (
                    <Request key={request.id} request={request} />
                  ))}
                </ul>
              )}
            </Section>
          )
        }
      </QueryView>
    </Stack>
  )
}

function Request({ request }: { request: AdjustmentRequest }) {
  const { customer, points_amount, reason, asked_by, asked_at, expires_at } = request
  const name = customer.name ?? customerText.noName
  return (
    <li className={styles.line}>
      <div>
        <p className={styles.title}>
          {controlText.requested(points_amount)}{' '}
          <Link to={generatePath(paths.customer, { id: customer.id })}>{name}</Link>
        </p>
        <p className={styles.soft}>
          {controlText.askedBy(asked_by.name, instantText(asked_at), reason)}
        </p>
        <p className={styles.soft}>{controlText.until(dateText(expires_at))}</p>
        <Acts request={request} name={name} />
      </div>
    </li>
  )
}

function Acts({ request: { id, asked_by }, name }: { request: AdjustmentRequest; name: string }) {
  const { staff } = useMe()
  const refusal = useRefusal('customer.adjust_above')
  const reasonId = useId()
  const { busy, approve, end } = useRequestActs()
  if (asked_by.id === staff.id) {
    return (
      <div className={`${styles.acts} ${styles.decision}`}>
        <Button variant="quiet" busy={busy} onClick={() => end(id, controlText.withdrawn)}>
          {controlText.withdraw}
        </Button>
        <p className={styles.soft}>{controlText.own}</p>
      </div>
    )
  }
  return (
    <div className={`${styles.acts} ${styles.decision}`}>
      <Button
        busy={busy}
        disabledReason={refusal}
        reasonId={reasonId}
        onClick={() => approve(id, name)}
      >
        {controlText.approve}
      </Button>
      <Button
        variant="quiet"
        busy={busy}
        disabledReason={refusal}
        reasonId={reasonId}
        onClick={() => end(id, controlText.refused(asked_by.name))}
      >
        {controlText.refuse}
      </Button>
      {refusal && (
        <p className={styles.soft} id={reasonId}>
          {refusal}
        </p>
      )}
    </div>
  )
}
