import { type ReactNode, useState } from 'react'

import { useQueue } from '#console/counter/use-queue.ts'
import { ConfirmDialog } from '#console/feedback/ConfirmDialog.tsx'
import { signOut } from '#console/session/sign-out.ts'
import { counterText } from '#console/text/counter.ts'

/** Signs the person out. While sales of theirs wait on this device, it asks first, because they are discarded. `question`: that dialog. */
export function useLeave(): { leave: () => void; question: ReactNode } {
  const { queue, sales } = useQueue()
  const [isAsking, setAsking] = useState(false)
  return {
    leave: () => (sales.length > 0 ? setAsking(true) : void signOut()),
    question: isAsking && (
      <ConfirmDialog
        title={counterText.leaveTitle(sales.length)}
        confirm={counterText.leave}
        onClose={() => setAsking(false)}
        onConfirm={async () => {
          queue.clear()
          await signOut()
        }}
      >
        <p>{counterText.leaveText}</p>
      </ConfirmDialog>
    ),
  }
}
