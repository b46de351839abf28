import { useQuery } from '@tanstack/react-query'
import { Check, CircleAlert, CloudOff, Redo2, Undo2 } from 'lucide-react'

import { ButtonLink } from '#console/form/ButtonLink.tsx'
import { paths } from '#console/path/paths.ts'
import { useDocument, useForms } from '#console/programme/draft/programme-context.ts'
import * as queries from '#console/programme/draft/queries.ts'
import { draftText } from '#console/text/draft.ts'

import styles from './frame.module.css'

const icons = {
  saved: Check,
  waiting: Check,
  saving: Check,
  offline: CloudOff,
  failed: CircleAlert,
}

/** The bar at the foot of each screen: whether all edits are saved, and how many changes are unpublished. */
export function DraftBar() {
  const { store } = useForms()
  const { state, failure } = useDocument()
  const { data: draft } = useQuery(queries.draft)
  const count = draft?.changes.length ?? 0
  const Icon = icons[state]
  return (
    <div className={styles.bar} data-state={state}>
      <output className={styles.state}>
        <Icon size={16} aria-hidden="true" />
        <span>
          {draftText.state[state]}
          {state === 'failed' && failure && `: ${failure}`}
        </span>
      </output>
      <button
        type="button"
        className={styles.icon}
        aria-label={draftText.undo}
        onClick={store.undo}
      >
        <Undo2 size={18} aria-hidden="true" />
      </button>
      <button
        type="button"
        className={styles.icon}
        aria-label={draftText.redo}
        onClick={store.redo}
      >
        <Redo2 size={18} aria-hidden="true" />
      </button>
      <span className={styles.count}>
        {count === 0 ? draftText.none : draftText.changes(count)}
      </span>
      <ButtonLink to={paths['programme.draft']} variant={count > 0 ? 'primary' : 'quiet'}>
        {draftText.open}
      </ButtonLink>
    </div>
  )
}
