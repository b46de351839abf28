import { useId, useState } from 'react'

import { company } from '#console/company/company.ts'
import { FormFailure } from '#console/feedback/FormFailure.tsx'
import { ActionFailure, useAction } from '#console/feedback/use-action.ts'
import { useDocument, useForms } from '#console/programme/draft/programme-context.ts'
import { useRefusal } from '#console/session/use-me.ts'
import { draftText } from '#console/text/draft.ts'
import { shellText } from '#console/text/shell.ts'
import type { Draft } from '#contract/programme/draft.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/form/Field.tsx'
import { Dialog } from '#ui/overlay/Dialog.tsx'

import { instantOf, wallOf } from './company-time.ts'
import { useDiscard, usePublish } from './use-publish.ts'

import styles from './publish.module.css'

/** Publishes, schedules or discards the draft, or says why it cannot be published yet. */
export function PublishBar({ draft }: { draft: Draft }) {
  const { mistakes, published, store } = useForms()
  const { state } = useDocument()
  const publish = usePublish()
  const discard = useDiscard()
  const refusal = useRefusal('programme.publish')
  const { busy, failure, run } = useAction()
  const [isScheduling, setScheduling] = useState(false)
  const reasonId = useId()
  const reason =
    refusal ??
    reasonOf(draft, {
      isWrong: mistakes.length > 0,
      isUnsaved: state === 'offline' || state === 'failed',
    })
  const afterSaving = (act: () => Promise<void>) =>
    run(async () => {
      if (!(await store.flush())) throw new ActionFailure(draftText.unsaved)
      await act()
    })
  return (
    <div className={styles.bar}>
      <FormFailure text={failure} />
      <div className={styles.acts}>
        <Button
          busy={busy}
          disabledReason={reason}
          reasonId={reasonId}
          onClick={() => afterSaving(() => publish(null))}
        >
          {published.needs_approval ? draftText.ask : draftText.publish}
        </Button>
        <Button
          variant="quiet"
          disabledReason={reason}
          reasonId={reasonId}
          onClick={() => setScheduling(true)}
        >
          {draftText.schedule}
        </Button>
        {reason && (
          <p className={styles.soft} id={reasonId}>
            {reason}
          </p>
        )}
        <DiscardButton draft={draft} onDiscard={() => afterSaving(discard)} />
      </div>
      {isScheduling && (
        <ScheduleDialog
          onClose={() => setScheduling(false)}
          onChosen={(instant) => {
            setScheduling(false)
            afterSaving(() => publish(instant))
          }}
        />
      )}
    </div>
  )
}

type DiscardButtonProps = { draft: Draft; onDiscard: () => void }

/** Discards at once, with a toast that takes it back; with codes after a question, because the toast cannot bring codes back. */
function DiscardButton({ draft, onDiscard }: DiscardButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const codes = draft.pools.reduce((sum, { added }) => sum + added, 0)
  function confirm() {
    setOpen(false)
    onDiscard()
  }
  return (
    <>
      <Button variant="plain" onClick={codes > 0 ? () => setOpen(true) : onDiscard}>
        {draftText.discard}
      </Button>
      {isOpen && (
        <Dialog
          title={draftText.discardCodesTitle}
          focusesTitle
          onClose={() => setOpen(false)}
          actions={
            <>
              <Button variant="quiet" onClick={() => setOpen(false)}>
                {shellText.cancel}
              </Button>
              <Button onClick={confirm}>{draftText.discard}</Button>
            </>
          }
        >
          <p>{draftText.discardCodes(codes)}</p>
        </Dialog>
      )}
    </>
  )
}

function reasonOf(
  { changes, version, base_version }: Draft,
  { isWrong, isUnsaved }: { isWrong: boolean; isUnsaved: boolean },
): string | undefined {
  if (isUnsaved) return draftText.unsaved
  if (version > base_version) return draftText.needsRebase
  if (isWrong) return draftText.needsMistakes
  return changes.length === 0 ? draftText.needsChanges : undefined
}

/** The proposed date of a scheduled publication is an hour away. */
const hour_ms = 3_600_000

type ScheduleDialogProps = { onClose: () => void; onChosen: (instant: string) => void }

function ScheduleDialog({ onClose, onChosen }: ScheduleDialogProps) {
  const [wall, setWall] = useState(() => wallOf(new Date(Date.now() + hour_ms)))
  const [error, setError] = useState<string>()
  function choose() {
    const instant = instantOf(wall)
    if (!instant || Date.parse(instant) <= Date.now()) setError(draftText.past)
    else onChosen(instant)
  }
  return (
    <Dialog
      title={draftText.scheduleTitle}
      onClose={onClose}
      actions={
        <>
          <Button variant="quiet" onClick={onClose}>
            {shellText.cancel}
          </Button>
          <Button onClick={choose}>{draftText.confirmSchedule}</Button>
        </>
      }
    >
      <Field
        label={draftText.when}
        name="publish_at"
        type="datetime-local"
        value={wall}
        error={error}
        hint={draftText.scheduleText(company.time_zone.replaceAll('_', ' '))}
        onChange={(event) => {
          setWall(event.target.value)
          setError(undefined)
        }}
      />
    </Dialog>
  )
}
