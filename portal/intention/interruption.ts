/** When a till's request may open over what the person does: once, and never into a text. */

const place = 'offered_intention'

/** Whether the request may open now. It does not count as offered before it has opened. */
export function mayInterrupt(intention_id: string): boolean {
  return sessionStorage.getItem(place) !== intention_id && !isTyping(document.activeElement)
}

/** Remembered until the tab closes, so that a reload does not open it again. One is enough: a customer has one at a time. */
export function noteOffered(intention_id: string): void {
  sessionStorage.setItem(place, intention_id)
}

/** Whether the element takes text. A focused checkbox or button takes none. */
function isTyping(element: Element | null): boolean {
  if (element instanceof HTMLInputElement) {
    return !['button', 'checkbox', 'radio', 'submit'].includes(element.type)
  }
  return element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement
}
