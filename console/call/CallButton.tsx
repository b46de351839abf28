import { Code } from 'lucide-react'
import { useState } from 'react'

import { CopyText } from '#console/feedback/CopyText.tsx'
import { callText } from '#console/text/call.ts'
import { Sheet } from '#ui/overlay/Dialog.tsx'

import { curl, type ShownCall } from './curl.ts'

import styles from './CallButton.module.css'

/** 'Ver como API': shows the call of the API that does the same as the screen. */
export function CallButton({ call }: { call: ShownCall }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" className={styles.button} onClick={() => setOpen(true)}>
        <Code size={16} aria-hidden="true" />
        {callText.button}
      </button>
      {isOpen && (
        <Sheet title={callText.title} closeLabel={callText.close} onClose={() => setOpen(false)}>
          <p className={styles.text}>{callText.text}</p>
          <CopyText text={curl(call, window.location.origin)} isBlock />
        </Sheet>
      )}
    </>
  )
}
