import { useQuery } from '@tanstack/react-query'

import { company } from '#console/company/company.ts'
import { QueryView } from '#console/feedback/QueryView.tsx'
import { Section } from '#console/feedback/Section.tsx'
import { MovementsLink } from '#console/form/MovementsLink.tsx'
import { importText } from '#console/text/import.ts'
import { instantText } from '#console/value/instant.ts'
import type { ImportDetail } from '#contract/console/import.ts'
import { localDate } from '#contract/value/date.ts'
import { formatInteger } from '#contract/value/money.ts'
import { Progress } from '#ui/Progress.tsx'

import { bringsNothing } from './brings-nothing.ts'
import { ImportActs } from './ImportActs.tsx'
import { importOf } from './queries.ts'
import { RefusedLines } from './RefusedLines.tsx'

import styles from './import.module.css'

/** ms between two reads of an import that is being sent or applied, perhaps by another page or by a job. */
const poll_ms = 2_000

const moving = new Set(['RECEIVING', 'APPLYING'])

/** `isSending`: this page sends the file. */
type ImportResultProps = { id: string; isSending: boolean }

/** One import: what its check found, what is applied, and what can be done with it. */
export function ImportResult({ id, isSending }: ImportResultProps) {
  const query = useQuery({
    ...importOf(id),
    refetchInterval: ({ state }) => (moving.has(state.data?.state ?? '') ? poll_ms : false),
  })
  return (
    <Section title={query.data?.name ?? importText.file} text={stateText(query.data)}>
      <QueryView query={query} height="16rem">
        {(found) =>
          found && (
            <div className={styles.stack}>
              {found.failure !== null && <p role="alert">{found.failure}</p>}
              {found.state === 'RECEIVING' && !isSending && <p>{importText.incomplete}</p>}
              {found.failure === null && found.state !== 'RECEIVING' && <Counts found={found} />}
              {found.state === 'APPLYING' && <Applying found={found} />}
              <ImportActs found={found} isSending={isSending} />
              {found.applied > 0 && (
                <div>
                  <MovementsLink filters={movementsOf(found)} of={found.name} />
                </div>
              )}
              <RefusedLines found={found} />
            </div>
          )
        }
      </QueryView>
    </Section>
  )
}

/** The imported balances of the days on which the import was applied; a movement does not name its import. */
function movementsOf({ checked_at, created_at, ended_at }: ImportDetail) {
  const dayOf = (instant: string) => localDate(new Date(instant), company.time_zone)
  return {
    kind: 'import' as const,
    from: dayOf(checked_at ?? created_at),
    to: dayOf(ended_at ?? new Date().toISOString()),
  }
}

function stateText(found: ImportDetail | null | undefined): string {
  if (!found) return ''
  return `${importText.states[found.state]} · ${instantText(found.ended_at ?? found.checked_at ?? found.created_at)}`
}

function Counts({ found }: { found: ImportDetail }) {
  return (
    <>
      {bringsNothing(found) && <p>{nothingText(found)}</p>}
      <dl className={styles.facts}>
        <Fact title={importText.lines}>{formatInteger(found.lines)}</Fact>
        <Fact title={importText.refused}>{formatInteger(found.refused)}</Fact>
        <Fact title={importText.known}>{formatInteger(found.known)}</Fact>
        <Fact title={importText.newCustomers}>{formatInteger(found.new_customers)}</Fact>
        <Fact title={importText.existingCustomers}>
          {formatInteger(found.existing_customers)}
          {found.existing_customers > 0 && (
            <span className={styles.soft}> {importText.existingText}</span>
          )}
        </Fact>
        <Fact title={importText.balances}>
          {formatInteger(found.balances)}{' '}
          <span className={styles.soft}>
            {importText.amount(found.points_amount, found.points_value)}
          </span>
        </Fact>
        {found.applied > 0 && (
          <Fact title={importText.applied}>
            {formatInteger(found.applied)}{' '}
            <span className={styles.soft}>
              {importText.amount(found.applied_amount, found.applied_value)}
            </span>
          </Fact>
        )}
      </dl>
    </>
  )
}

/** Why nothing changes. A refused line may bring something once it is corrected. */
function nothingText({ state, refused }: ImportDetail): string {
  if (refused === 0) return importText.nothing
  return state === 'APPLIED' ? importText.noneApplied : importText.noneApplicable
}

function Fact({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{title}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Applying({ found: { ended, accepted } }: { found: ImportDetail }) {
  const text = importText.applying(ended, accepted)
  return (
    <div className={styles.progress}>
      <Progress
        label={importText.applyingLabel}
        valueText={text}
        ratio={accepted === 0 ? 0 : ended / accepted}
      />
      <output className={styles.soft}>{text}</output>
      <p className={styles.soft}>{importText.continueText}</p>
    </div>
  )
}
