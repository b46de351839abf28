/** ms of the way out: shorter than the way in, because the person is done with the dialog. */
const leave_ms = 140

/**
 * Shows how a dialog goes: React removes it at once, so a copy of it fades in its place. The copy is a picture: a press goes
 * through it, and no key and no screen reader reaches it. None under reduced motion.
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
  document.body.append(copy)
  copy.showPopover()
  const leaving = copy.animate([{}, { opacity: 0, translate: '0 0.75rem' }], {
    duration: leave_ms,
    easing: 'ease-in',
  })
  void leaving.finished.finally(() => copy.remove())
}

/** Removes the copies at once: another dialog takes the place of the one that went, and there is one darkness behind them. */
export function dropLeaving(): void {
  for (const copy of document.querySelectorAll('[data-part="leaving"]')) copy.remove()
}
