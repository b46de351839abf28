import type { Intention } from '#contract/intention.ts'
import { intentionText } from '#portal/text/intention.ts'
import { text } from '#portal/text/pt-BR.ts'
import { Button } from '#ui/Button.tsx'
import { Sheet } from '#ui/overlay/Dialog.tsx'

import { Announced } from './Announced.tsx'
import { Ended } from './Ended.tsx'
import { isOpen } from './latest.ts'
import { OpenIntention } from './OpenIntention.tsx'

type IntentionSheetProps = { intention: Intention; onClose: () => void }

/** A sheet over the current screen with a till's request and its outcome. Closing the sheet is not an answer. */
export default function IntentionSheet({ intention, onClose }: IntentionSheetProps) {
  return (
    <Sheet title={intentionText.title} closeLabel={text.close} onClose={onClose}>
      <Announced latest={intention} />
      {isOpen(intention) ? (
        <OpenIntention key={intention.id} intention={intention} />
      ) : (
        <Ended
          intention={intention}
          action={
            <Button full onClick={onClose}>
              {text.notice.understood}
            </Button>
          }
        />
      )}
    </Sheet>
  )
}
