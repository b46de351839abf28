import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { generatePath } from 'react-router'

import { QueryView } from '#console/feedback/QueryView.tsx'
import { Section } from '#console/feedback/Section.tsx'
import { ButtonLink } from '#console/form/ButtonLink.tsx'
import { MovementsLink } from '#console/form/MovementsLink.tsx'
import { paths } from '#console/path/paths.ts'
import { useRefusal } from '#console/session/use-me.ts'
import { customerText } from '#console/text/customer.ts'
import { mergeText } from '#console/text/merge.ts'
import { dateText } from '#console/value/instant.ts'
import type { CustomerRecord } from '#contract/console/desk.ts'
import type { CustomerMerge, CustomerMerges } from '#contract/console/merge.ts'
import { Button } from '#ui/Button.tsx'

import { MergeSheet } from './MergeSheet.tsx'
import { PartDialog } from './PartDialog.tsx'
import { customerMerges } from './queries.ts'

import styles from './customer.module.css'

/** The accounts of the person: those that were merged into this one, or the one into which this one was merged. */
export function Accounts({ record }: { record: CustomerRecord }) {
  const query = useQuery(customerMerges(record.id))
  const refusal = useRefusal('customer.merge')
  const [isMerging, setMerging] = useState(false)
  const isMerged = Boolean(query.data?.merged_into)
  return (
    <Section
      title={mergeText.title}
      actions={
        !isMerged && (
          <Button variant="quiet" disabledReason={refusal} onClick={() => setMerging(true)}>
            {mergeText.begin}
          </Button>
        )
      }
    >
      <QueryView query={query} height="4rem">
        {(merges) => merges && <Merges id={record.id} merges={merges} refusal={refusal} />}
      </QueryView>
      {isMerging && <MergeSheet record={record} onClose={() => setMerging(false)} />}
    </Section>
  )
}

type MergesProps = { id: string; merges: CustomerMerges; refusal: string | undefined }

function Merges({ id, merges: { merged_into, absorbed }, refusal }: MergesProps) {
  if (merged_into) {
    return (
      <div className={styles.line}>
        <p>{mergeText.into}</p>
        <ButtonLink
          to={generatePath(paths.customer, { id: merged_into.customer_id })}
          variant="quiet"
        >
          {mergeText.openStaying}
        </ButtonLink>
      </div>
    )
  }
  if (absorbed.length === 0) return <p className={styles.soft}>{mergeText.none}</p>
  return (
    <ul className={styles.list}>
      {absorbed.map((merge) => (
        <Absorbed key={merge.id} staying_id={id} merge={merge} refusal={refusal} />
      ))}
    </ul>
  )
}

type AbsorbedProps = { staying_id: string; merge: CustomerMerge; refusal: string | undefined }

function Absorbed({ staying_id, merge, refusal }: AbsorbedProps) {
  const [isParting, setParting] = useState(false)
  const { customer_id, points_amount, merged_at, undo_until } = merge
  const name = merge.name ?? customerText.noName
  return (
    <li className={styles.line}>
      <div>
        <p className={styles.title}>{name}</p>
        <p className={styles.soft}>
          {mergeText.absorbed(points_amount, dateText(merged_at))} ·{' '}
          {undo_until === null ? mergeText.final : mergeText.until(dateText(undo_until))}
        </p>
      </div>
      <div className={styles.acts}>
        <MovementsLink
          filters={{ customer_id: staying_id, kind: 'merge' }}
          of={mergeText.mergeOf(name)}
        />
        {undo_until !== null && (
          <Button
            variant="quiet"
            disabledReason={refusal}
            aria-label={mergeText.partOf(name)}
            onClick={() => setParting(true)}
          >
            {mergeText.part}
          </Button>
        )}
      </div>
      {isParting && (
        <PartDialog id={merge.id} name={name} key={customer_id} onClose={() => setParting(false)} />
      )}
    </li>
  )
}
