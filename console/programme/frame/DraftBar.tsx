import { useQuery } from '@tanstack/react-query'
import Check from 'lucide-react/icons/check'
import CircleAlert from 'lucide-react/icons/circle-exclamation-point'
import CloudOff from 'lucide-react/icons/cloud-off'
import Redo2 from 'lucide-react/icons/redo-2'
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point'
import Undo2 from 'lucide-react/icons/undo-2'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

import { ButtonLink } from '#console/form/ButtonLink.tsx'
import { paths } from '#console/path/paths.ts'
import { blockOf } from '#console/programme/draft/blocked.ts'
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
  const { store, published } = useForms()
  const { state, failure, canUndo, canRedo } = useDocument()
  const { data: draft } = useQuery(queries.draft)
  const count = draft?.changes.length ?? 0
  const block = blockOf(published, draft)
  const Icon = icons[state]
  return (
    <div className={styles.bar} data-state={state}>
      {block && (
        <p className={styles.block}>
          <TriangleAlert size={16} aria-hidden="true" />
          <span>
            {draftText.block[block]}{' '}
            <Link to={paths['programme.draft']}>{draftText.resolve[block]}</Link>
          </span>
        </p>
      )}
      <output className={styles.state}>
        <Icon size={16} aria-hidden="true" />
        <span>
          {draftText.state[state]}
          {state === 'failed' && failure && `: ${failure}`}
        </span>
      </output>
      <IconButton
        label={draftText.undo}
        disabledReason={canUndo ? undefined : draftText.nothingToUndo}
        onClick={store.undo}
      >
        <Undo2 size={18} aria-hidden="true" />
      </IconButton>
      <IconButton
        label={draftText.redo}
        disabledReason={canRedo ? undefined : draftText.nothingToRedo}
        onClick={store.redo}
      >
        <Redo2 size={18} aria-hidden="true" />
      </IconButton>
      <span className={styles.count}>{count === 0 ? draftText.none : draftText.count(count)}</span>
      <span className={styles.review}>
        <ButtonLink to={paths['programme.draft']} variant={count > 0 ? 'primary' : 'quiet'}>
          {draftText.open}
        </ButtonLink>
      </span>
    </div>
  )
}

type IconButtonProps = {
  label: string
  /** A tooltip and the button's description, because the bar has no room for a sentence. */
  disabledReason: string | undefined
  onClick: () => void
  children: ReactNode
}

/** As ui/Button.tsx, not `disabled`: it keeps the focus, and a screen reader reads the reason. */
function IconButton({ label, disabledReason, onClick, children }: IconButtonProps) {
  const isDisabled = disabledReason !== undefined
  return (
    <button
      type="button"
      className={styles.icon}
      aria-label={label}
      aria-disabled={isDisabled}
      title={disabledReason}
      onClick={isDisabled ? undefined : onClick}
    >
      {children}
    </button>
  )
}
