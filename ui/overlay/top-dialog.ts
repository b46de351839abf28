import { useSyncExternalStore } from 'react'

import { dropLeaving } from './leaving-copy.ts'

/** The open modal dialogs, the last one on top. The rest of the page is inert: not pressed and not read out. */
let open: readonly HTMLDialogElement[] = []
const listeners = new Set<() => void>()

/** A dialog that opens within this time after another has closed counts as its replacement. */
const replacement_ms = 100
let closedAt = -Infinity

/**
 * Opens the dialog above all others. Returns the function that closes it. The attribute `data-replaces` marks a dialog that takes
 * the place of another, so that the darkness behind them does not blink.
 */
export function openOnTop(dialog: HTMLDialogElement): () => void {
  const isReplacement = performance.now() - closedAt < replacement_ms
  dialog.toggleAttribute('data-replaces', isReplacement)
  if (isReplacement) dropLeaving()
  dialog.showModal()
  set([...open, dialog])
  return () => {
    dialog.close()
    closedAt = performance.now()
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
  // The page behind does not scroll (page.css).
  document.body.toggleAttribute('data-modal', open.length > 0)
  for (const listener of listeners) listener()
}
