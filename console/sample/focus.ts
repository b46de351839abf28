/**
 * The portal focuses the title of each screen. In the preview, which loads again after each saved edit, that would take the focus away
 * from the form beside it: what a person types would go into the frame. A frame that has the focus already may move it.
 */
export function keepFocusOutside(): void {
  const { value } = Object.getOwnPropertyDescriptor(HTMLElement.prototype, 'focus')!
  const focus = value as (this: HTMLElement, options?: FocusOptions) => void
  HTMLElement.prototype.focus = function focusWithin(options) {
    if (document.hasFocus()) focus.call(this, options)
  }
}
