/**
 * The portal focuses the title of each screen. The preview loads again after each saved edit. The focus would then leave
 * the form beside the preview, and a person's keys would go into the frame. A frame that has the focus already may move it.
 */
export function keepFocusOutside(): void {
  const { value } = Object.getOwnPropertyDescriptor(HTMLElement.prototype, 'focus')!
  const focus = value as (this: HTMLElement, options?: FocusOptions) => void
  HTMLElement.prototype.focus = function focusWithin(options) {
    if (document.hasFocus()) focus.call(this, options)
  }
}
