import { useSyncExternalStore } from 'react'

/** The open modal dialogs, the last one on top. The rest of the page is inert: not pressed and not read out. */
let open: readonly HTMLDialogElement[] = []
const listeners = new Set<() => void>()

/** Opens the dialog above all others. Returns the function that closes it. */
export function openOnTop(dialog: HTMLDialogElement): () => void {
  dialog.showModal()
  set([...open, dialog])
  return () => {
    dialog.close()
    set(open.filter((one) => one !== dialog))
  }
}

/** The topmost open dialog, if any. */
export function useTopDialog(): HTMLDialogElement | undefined {
  return useSyncExternalStore(
    (onChange) => {
      listeners.add(onChange)
      return () => listeners.delete(onChange)
    },
    () => open.at(-1),
  )
}

function set(dialogs: readonly HTMLDialogElement[]): void {
  open = dialogs
  for (const listener of listeners) listener()
}
