/** The exit animation is shorter than the entry, because the person is done with the dialog. */
const leave_ms = 140

/**
 * Plays a dialog's exit animation: React removes the dialog at once, so a copy of it fades out in its place. The copy is a
 * picture: a press goes through it, and no key and no screen reader reaches it. Under reduced motion there is no copy.
 */
export function showLeaving(dialog: HTMLDialogElement): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
  const { left, top, width, height } = dialog.getBoundingClientRect()
  const copy = dialog.cloneNode(true) as HTMLDialogElement
  copy.removeAttribute('open')
  for (const element of copy.querySelectorAll('[id]')) element.removeAttribute('id')
  copy.inert = true
  copy.ariaHidden = 'true'
  copy.dataset['part'] = 'leaving'
  // The top layer, as the dialog was. A dialog that opens next lies above it.
  copy.popover = 'manual'
  Object.assign(copy.style, {
    position: 'fixed',
    inset: `${top}px auto auto ${left}px`,
    width: `${width}px`,
    height: `${height}px`,
    maxHeight: 'none',
    margin: '0',
    overflow: 'hidden',
    pointerEvents: 'none',
    animation: 'none',
  })
  // For the backdrop, which Dialog.module.css fades: `animate` cannot reach it.
  copy.style.setProperty('--leave', `${leave_ms}ms`)
  document.body.append(copy)
  copy.showPopover()
  const leaving = copy.animate([{}, { opacity: 0, translate: '0 0.75rem' }], {
    duration: leave_ms,
    easing: 'ease-in',
  })
  void leaving.finished.finally(() => copy.remove())
}

/**
 * Removes the copies at once and returns whether there were any. The dialog that opens next has a backdrop of its own, and
 * two of them would darken the page twice.
 */
export function dropLeaving(): boolean {
  const copies = document.querySelectorAll('[data-part="leaving"]')
  for (const copy of copies) copy.remove()
  return copies.length > 0
}
