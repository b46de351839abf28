import { Check, Copy } from 'lucide-react'
import { useState } from 'react'

import { sessionText } from '#console/text/session.ts'

import styles from './CopyText.module.css'

type CopyTextProps = {
  text: string
  /** As it is read, with spaces. */
  shown?: string
  /** Several lines, kept as they are. */
  isBlock?: boolean
}

/** A text to take elsewhere, with a button that copies it. */
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
