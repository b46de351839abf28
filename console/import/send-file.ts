/** Sends a file part by part to the check. */

import { type ImportPart, importPartBytes, type ImportView } from '#contract/console/import.ts'
import { maxLine } from '#contract/value/text.ts'

type Calls = {
  begin: (start: { name: string; size: number }) => Promise<ImportView>
  send: (id: string, part: ImportPart) => Promise<ImportView>
  /** From 0 to 1, after each part. */
  onProgress: (ratio: number) => void
}

/** Returns the checked import, or the import of a file that was refused as a whole: the rest of it is not sent. */
export async function sendFile(
  file: File,
  { begin, send, onProgress }: Calls,
): Promise<ImportView> {
  const { name, size } = file
  let view = await begin({ name: name.slice(0, maxLine), size })
  for (let part = 0; view.state === 'RECEIVING'; part += 1) {
    const from = part * importPartBytes
    const content = await base64(file.slice(from, from + importPartBytes))
    const is_last = from + importPartBytes >= size
    view = await send(view.id, { part, is_last, content })
    onProgress(Math.min(1, (from + importPartBytes) / Math.max(size, 1)))
  }
  return view
}

/** The browser encodes a Blob fastest as a data URL: data:…;base64,AAAA. */
function base64(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () =>
      resolve((reader.result as string).replace(/^[^,]*,?/, '')),
    )
    reader.addEventListener('error', () => reject(reader.error ?? new Error('the file is away')))
    reader.readAsDataURL(blob)
  })
}
