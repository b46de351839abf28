import Check from 'lucide-react/icons/check'
import Copy from 'lucide-react/icons/copy'
import { useState } from 'react'

import { sessionText } from '#console/text/session.ts'

import styles from './CopyText.module.css'

type CopyTextProps = {
  text: string
  /** The text as it is shown, for example with spaces. Absent: as it is copied. */
  shown?: string
  /** The text has several lines, which are shown as they are. */
  isBlock?: boolean
}

/** A text with a button that copies it. */
export function CopyText({ text, shown = text, isBlock = false }: CopyTextProps) {
  const [isCopied, setCopied] = useState(false)
  async function copy() {
    await navigator.clipboard.writeText(text)
    setCopied(true)
  }
  const Icon = isCopied ? Check : Copy
  return (
    <div className={`${styles.copy} ${isBlock ? styles.block : ''}`}>
      <code className={styles.text}>{shown}</code>
      <button type="button" className={styles.button} onClick={() => void copy()}>
        <Icon size={16} aria-hidden="true" />
        <span aria-live="polite">{isCopied ? sessionText.copied : sessionText.copy}</span>
      </button>
    </div>
  )
}
