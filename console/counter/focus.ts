/** Refs that give the focus to what appears, so that a sale goes on by keyboard and scanner. */

export function focusField(field: HTMLInputElement | null): void {
  field?.focus()
}

/** For a part with one main button, which is its first. */
export function focusButton(part: HTMLElement | null): void {
  part?.querySelector('button')?.focus()
}
