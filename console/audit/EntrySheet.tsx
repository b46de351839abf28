import { Facts } from '#console/feedback/Facts.tsx'
import { auditText } from '#console/text/audit.ts'
import { shellText } from '#console/text/shell.ts'
import { instantText } from '#console/value/instant.ts'
import { actNames } from '#contract/console/audit-names.ts'
import type { AuditEntry } from '#contract/console/audit.ts'
import { Button } from '#ui/Button.tsx'
import { Sheet } from '#ui/overlay/Dialog.tsx'
import { Stack } from '#ui/Stack.tsx'

import { comparison, sentencesOf } from './comparison.ts'

import styles from './audit.module.css'

type EntrySheetProps = {
  entry: AuditEntry
  onFilter: (name: 'staff_id' | 'action', value: string) => void
  onClose: () => void
}

/** One entry: the person, the time and the address of the act, and the values before and after it. */
export function EntrySheet({ entry, onFilter, onClose }: EntrySheetProps) {
  const { sequence, sentence, at, actor, action, subject, address } = entry
  return (
    <Sheet title={auditText.entry(sequence)} closeLabel={shellText.close} onClose={onClose}>
      <Stack>
        <p className={styles.sentence}>{sentence}</p>
        <Facts
          facts={[
            [auditText.at, instantText(at)],
            [auditText.who, `${actor.name} (${auditText.kinds[actor.kind].toLowerCase()})`],
            [auditText.kind, actNames[action]],
            [auditText.subject, subject],
            [auditText.address, address],
          ]}
        />
        <Values entry={entry} />
        <div className={styles.acts}>
          {actor.id !== null && (
            <Button variant="quiet" onClick={() => onFilter('staff_id', actor.id!)}>
              {auditText.onlyPerson(actor.name)}
            </Button>
          )}
          <Button variant="quiet" onClick={() => onFilter('action', action)}>
            {auditText.onlyAct}
          </Button>
        </div>
      </Stack>
    </Sheet>
  )
}

function Values({ entry: { before, after } }: { entry: AuditEntry }) {
  const lines = comparison(before, after)
  const sentences = sentencesOf(after)
  const hasBefore = lines.some((line) => line.before !== auditText.nothing)
  if (lines.length === 0 && sentences.length === 0) {
    return <p className={styles.soft}>{auditText.noValues}</p>
  }
  return (
    <>
      {sentences.length > 0 && (
        <section aria-label={auditText.changes}>
          <h3 className={styles.part}>{auditText.changes}</h3>
          <ul className={styles.sentences}>
            {sentences.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </section>
      )}
      {lines.length > 0 && (
        <table className={styles.comparison}>
          <thead>
            <tr>
              <th scope="col">{auditText.field}</th>
              {hasBefore && <th scope="col">{auditText.before}</th>}
              <th scope="col">{auditText.after}</th>
            </tr>
          </thead>
          <tbody>
            {lines.map(({ field, before: old, after: now, isChanged }) => (
              <tr key={field} data-changed={isChanged}>
                <th scope="row">{field}</th>
                {hasBefore && (
                  <td data-label={auditText.before}>
                    {isChanged && old !== auditText.nothing ? <del>{old}</del> : old}
                  </td>
                )}
                <td data-label={auditText.after}>
                  {isChanged && now !== auditText.nothing ? <ins>{now}</ins> : now}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  )
}
