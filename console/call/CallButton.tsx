import Code from 'lucide-react/icons/code'
import { useState } from 'react'

import { CopyText } from '#console/feedback/CopyText.tsx'
import { callText } from '#console/text/call.ts'
import { Sheet } from '#ui/overlay/Dialog.tsx'
import { Stack } from '#ui/Stack.tsx'

import { curl, type TitledCall } from './curl.ts'
import { DoorButton } from './DoorButton.tsx'

import styles from './CallButton.module.css'

type CallButtonProps = {
  /** Runs when the sheet opens, because the difference of two large documents takes longer than a key press may. */
  calls: () => TitledCall[]
  about?: string
}

/** 'Ver como API': shows the calls of the API that do the same as the screen. */
export function CallButton({ calls, about }: CallButtonProps) {
  const [shown, setShown] = useState<TitledCall[]>()
  return (
    <>
      <DoorButton
        icon={Code}
        label={callText.api}
        about={about}
        onClick={() => setShown(calls())}
      />
      {shown && (
        <Sheet
          title={callText.title}
          closeLabel={callText.close}
          onClose={() => setShown(undefined)}
        >
          <Stack>
            <p className={styles.text}>{callText.text}</p>
            {shown.map((call) => (
              <div key={call.title} className={styles.call}>
                <h3 className={styles.title}>{call.title}</h3>
                <CopyText text={curl(call, window.location.origin)} isBlock />
              </div>
            ))}
          </Stack>
        </Sheet>
      )}
    </>
  )
}
