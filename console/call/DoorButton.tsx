import type { LucideIcon } from 'lucide-react/types'

import { callText } from '#console/text/call.ts'

import styles from './DoorButton.module.css'

type DoorButtonProps = {
  icon: LucideIcon
  /** The word after 'Ver como'. */
  label: string
  /** The subject of the button, needed if one screen has several such buttons. Only a screen reader reads it. */
  about?: string | undefined
  onClick: () => void
}

/** A quiet button for another way to do what the screen does: by the API, or by the file. */
export function DoorButton({ icon: Icon, label, about, onClick }: DoorButtonProps) {
  return (
    <button
      type="button"
      className={styles.button}
      aria-label={about && `${callText.show} ${label}: ${about}`}
      onClick={onClick}
    >
      <Icon size={16} aria-hidden="true" />
      <span>
        <span className={styles.long}>{callText.show} </span>
        {label}
      </span>
    </button>
  )
}
