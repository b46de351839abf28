import { previewText } from '#console/text/preview.ts'
import type { PreviewScreen } from '#contract/programme/preview.ts'
import { Sheet } from '#ui/overlay/Dialog.tsx'

import Preview from './Preview.tsx'

type PreviewSheetProps = { first: PreviewScreen; onClose: () => void }

/** The preview on a screen that has no room beside the forms. */
export default function PreviewSheet({ first, onClose }: PreviewSheetProps) {
  return (
    <Sheet title={previewText.title} closeLabel={previewText.close} onClose={onClose}>
      <Preview first={first} />
    </Sheet>
  )
}
