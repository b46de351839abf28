import { pageState } from '#ui/page-state.ts'

import { dropLeaving } from './leaving-copy.ts'

/** The open modal dialogs, the last one on top. The rest of the page is inert: not pressed and not read out. */
const open = pageState<readonly HTMLDialogElement[]>([])

/**
 * Opens the dialog above all others. Returns the function that closes it. The attribute `data-replaces` marks a dialog that
 * replaces one that is still fading out, so that the backdrop does not blink.
 */
export function openOnTop(dialog: HTMLDialogElement): () => void {
  dialog.toggleAttribute('data-replaces', dropLeaving())
  dialog.showModal()
  set([...open.get(), dialog])
  return () => {
    dialog.close()
    set(open.get().filter((one) => one !== dialog))
  }
}

/** The topmost open dialog, if any. */
export function useTopDialog(): HTMLDialogElement | undefined {
  return open.use().at(-1)
}

function set(dialogs: readonly HTMLDialogElement[]): void {
  // The page behind does not scroll (page.css).
  document.body.toggleAttribute('data-modal', dialogs.length > 0)
  open.set(dialogs)
}
