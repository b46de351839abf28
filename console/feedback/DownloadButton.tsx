import Download from 'lucide-react/icons/download'

import { Button } from '#ui/Button.tsx'
import { saveFile } from '#ui/save-file.ts'

import { toast } from './toasts.tsx'
import { useAction } from './use-action.ts'

type DownloadButtonProps = {
  label: string
  /** The sentence once the file is in the downloads. */
  saved: string
  /** The file's name at the time of the press. */
  name: () => string
  /** As the contract types a file: in a browser it is a Blob. May throw RequestFailure. */
  load: () => Promise<ReadableStream<Uint8Array> | Blob>
  /** Why there is no file now. */
  disabledReason?: string | undefined
}

/** Saves a file of the API to the browser's downloads. */
export function DownloadButton({ label, saved, name, load, disabledReason }: DownloadButtonProps) {
  const { busy, run } = useAction(toast)
  async function download() {
    saveFile((await load()) as Blob, name())
    toast(saved)
  }
  return (
    <Button
      variant="quiet"
      busy={busy}
      disabledReason={disabledReason}
      onClick={() => run(download)}
    >
      <Download size={16} aria-hidden="true" /> {label}
    </Button>
  )
}
