import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { useWrite } from '#console/client/write.ts'
import { FormFailure } from '#console/feedback/FormFailure.tsx'
import { QueryView } from '#console/feedback/QueryView.tsx'
import { Section } from '#console/feedback/Section.tsx'
import { ActionFailure, useAction } from '#console/feedback/use-action.ts'
import { useForms } from '#console/programme/draft/programme-context.ts'
import * as queries from '#console/programme/draft/queries.ts'
import { draftText } from '#console/text/draft.ts'
import type { ResponseOf } from '#contract/endpoints/endpoints.ts'
import type { Draft } from '#contract/programme/draft.ts'
import { Button } from '#ui/Button.tsx'

import styles from './publish.module.css'

type Conflict = ResponseOf<'GET /admin/programme/draft/conflict'>

/** Another version was published meanwhile: both sides of each field that both changed, and a choice. */
export function ConflictSection({ draft }: { draft: Draft }) {
  const conflict = useQuery(queries.conflict)
  return (
    <Section title={draftText.conflictTitle} text={draftText.conflictText}>
      <QueryView query={conflict}>
        {(found) => found && <Choices key={draft.version} conflict={found} />}
      </QueryView>
    </Section>
  )
}

function Choices({ conflict: { both, theirs } }: { conflict: Conflict }) {
  const { store } = useForms()
  const rebase = useWrite('POST /admin/programme/draft/rebase')
  const [mine, setMine] = useState(() => new Set(both.map(({ path }) => path)))
  const { busy, failure, run } = useAction()
  async function merge() {
    if (!(await store.flush())) throw new ActionFailure(draftText.unsaved)
    const body = { revision: store.revision(), mine: [...mine] }
    const { revision, document } = await rebase({ body })
    store.take({ revision, document })
  }
  function choose(path: string, isMine: boolean) {
    const next = new Set(mine)
    if (isMine) next.add(path)
    else next.delete(path)
    setMine(next)
  }
  return (
    <div className={styles.stack}>
      {both.map((one) => (
        <Sides
          key={one.path}
          {...one}
          isMine={mine.has(one.path)}
          onChoose={(isMine) => choose(one.path, isMine)}
        />
      ))}
      {theirs.length > 0 && (
        <>
          <p>{draftText.theirChanges}</p>
          <ul className={styles.list}>
            {theirs.map(({ path, sentence }) => (
              <li key={`${path} ${sentence}`}>{sentence}</li>
            ))}
          </ul>
        </>
      )}
      <FormFailure text={failure} />
      <div className={styles.acts}>
        <Button busy={busy} onClick={() => run(merge)}>
          {draftText.merge}
        </Button>
      </div>
    </div>
  )
}

type SidesProps = Conflict['both'][number] & {
  isMine: boolean
  onChoose: (isMine: boolean) => void
}

function Sides({ path, mine, theirs, isMine, onChoose }: SidesProps) {
  return (
    <fieldset className={styles.choice}>
      <legend className={styles.hidden}>{`${mine} / ${theirs}`}</legend>
      <label className={styles.option}>
        <input type="radio" name={path} checked={isMine} onChange={() => onChoose(true)} />
        <span>
          <strong>{draftText.mine}:</strong> {mine}
        </span>
      </label>
      <label className={styles.option}>
        <input type="radio" name={path} checked={!isMine} onChange={() => onChoose(false)} />
        <span>
          <strong>{draftText.theirs}:</strong> {theirs}
        </span>
      </label>
    </fieldset>
  )
}
