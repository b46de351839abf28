import { previewText } from '#console/text/preview.ts'
import { Sheet } from '#ui/overlay/Dialog.tsx'

import Preview, { type PreviewProps } from './Preview.tsx'

type PreviewSheetProps = PreviewProps & { onClose: () => void }

/** The preview on a screen that has no room beside the forms. */
export default function PreviewSheet({ onClose, ...preview }: PreviewSheetProps) {
  return (
    <Sheet title={previewText.title} closeLabel={previewText.close} onClose={onClose}>
      <Preview {...preview} />
    </Sheet>
  )
}
