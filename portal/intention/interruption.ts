/** Decides when a till's request may open over the screen: once, and never while the person types. */

const place = 'offered_intention'

/** Whether the request may open now. */
export function mayInterrupt(intention_id: string): boolean {
  return sessionStorage.getItem(place) !== intention_id && !isTyping(document.activeElement)
}

/** Stores the request until the tab closes, so that a reload does not open it again. A customer has one request at a time. */
export function noteOffered(intention_id: string): void {
  sessionStorage.setItem(place, intention_id)
}

/** Whether the element is a text field. A checkbox or button is not. */
function isTyping(element: Element | null): boolean {
  if (element instanceof HTMLInputElement) {
    return !['button', 'checkbox', 'radio', 'submit'].includes(element.type)
  }
  return element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement
}
