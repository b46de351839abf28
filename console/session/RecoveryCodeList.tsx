import { useState } from 'react'

import { sessionText } from '#console/text/session.ts'
import { Button } from '#ui/Button.tsx'
import { Stack } from '#ui/Stack.tsx'

import styles from './RecoveryCodeList.module.css'

/** Shown once. The person confirms that they are kept, because nobody can show them again. */
export function RecoveryCodeList({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const [isKept, setKept] = useState(false)
  const [isCopied, setCopied] = useState(false)
  async function copy() {
    await navigator.clipboard.writeText(codes.join('\n'))
    setCopied(true)
  }
  return (
    <Stack>
      <p>{sessionText.codesText}</p>
      <ol className={styles.codes} data-print>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className={styles.actions}>
        <Button variant="quiet" onClick={() => void copy()}>
          {isCopied ? sessionText.copied : sessionText.copyCodes}
        </Button>
        <Button variant="quiet" onClick={() => window.print()}>
          {sessionText.printCodes}
        </Button>
      </div>
      <label className={styles.kept}>
        <input
          type="checkbox"
          checked={isKept}
          onChange={(event) => setKept(event.target.checked)}
        />
        {sessionText.savedCodes}
      </label>
      <Button full onClick={onDone} disabledReason={isKept ? undefined : sessionText.saveFirst}>
        {sessionText.finish}
      </Button>
    </Stack>
  )
}
