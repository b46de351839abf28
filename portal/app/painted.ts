/** Replaces the server's paint (portal/app/paint.tsx) by the portal's screen. Typed text, focus and the last press are kept. */

import { flushSync } from 'react-dom'

const paintedId = 'painted'

/** Whether the server painted the whole screen. */
export function isPainted(): boolean {
  return document.getElementById(paintedId) !== null
}

/**
 * Prepares to replace the paint in `root`. Call it before the first chunk is loaded. Returns a function that runs `render`,
 * which must replace the content of `root`, when no pointer is down.
 */
export function takePaint(root: HTMLElement): (render: () => void) => void | Promise<void> {
  if (!isPainted()) return (render) => render()
  nameSheets()
  const release = holdPress(root)
  return async (render) => {
    if (root.matches(':active')) await pointerLifted()
    const typed = [...root.querySelectorAll<HTMLInputElement>('input[name]')].filter(
      ({ value, defaultValue }) => value !== defaultValue,
    )
    const focused = document.activeElement
    const focusedLink = focused?.matches(pressable) ? placeOf(root, focused) : null
    const pressed = release()
    // Synchronous, because text that is typed between copying and rendering would be lost.
    flushSync(render)
    document.getElementById(paintedId)?.remove()
    for (const input of typed) fill(root, input)
    if (focused instanceof HTMLInputElement) focusSame(root, focused)
    if (focusedLink) sameAs(root, focusedLink)?.focus({ preventScroll: true })
    if (pressed) sameAs(root, pressed)?.click()
  }
}

/**
 * Adds a disabled link for each style sheet that the server wrote into the page, so that Vite's loader does not load it again.
 */
function nameSheets(): void {
  for (const { dataset } of document.querySelectorAll<HTMLStyleElement>('style[data-sheet]')) {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.disabled = true
    link.href = dataset['sheet']!
    document.head.append(link)
  }
}

/** The browser sends the click of a touch a little after the touch ends, so wait this long for it. */
const clickDelay_ms = 100
/**
 * The longest wait for the end of a press. A menu of the browser may swallow the event, and the portal must still replace the
 * paint.
 */
const longestPress_ms = 3_000

/** Resolves when the press that has begun is over. An element that is replaced under a finger receives no click. */
function pointerLifted(): Promise<void> {
  return new Promise((resolve) => {
    const resolveAfterClick = () => void setTimeout(resolve, clickDelay_ms)
    addEventListener('pointerup', resolveAfterClick, { once: true })
    addEventListener('pointercancel', resolveAfterClick, { once: true })
    setTimeout(resolve, longestPress_ms)
  })
}

/**
 * Identifies a link or button of the paint, to find the same element in the portal's screen. It holds the tag, the text, and
 * the position among the elements that have both.
 */
type Place = { tag: string; words: string; nth: number }

const pressable = 'a, button, summary'

/**
 * Holds back the last press on the paint, which has no handlers yet. A press from before this script ran has been marked by
 * the page's inline script (api/page/late-scripts.ts). Returns a function that stops holding presses and returns the last one.
 */
function holdPress(root: HTMLElement): () => Place | null {
  const marked = root.querySelector('[data-pressed]')
  let pressed = marked && placeOf(root, marked)
  const stop = new AbortController()
  root.addEventListener('click', hold, { capture: true, signal: stop.signal })
  return () => {
    stop.abort()
    return pressed
  }

  function hold(event: MouseEvent) {
    const element = (event.target as Element).closest(pressable)
    // With a modifier key the browser opens the link in a new tab or window by itself.
    if (!element || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    pressed = placeOf(root, element)
  }
}

function placeOf(root: HTMLElement, element: Element): Place {
  const [tag, words] = [element.tagName, wordsOf(element)]
  return { tag, words, nth: alike(root, tag, words).indexOf(element as HTMLElement) }
}

function sameAs(root: HTMLElement, { tag, words, nth }: Place): HTMLElement | undefined {
  return alike(root, tag, words)[nth]
}

/** The elements with this tag and this text. */
function alike(root: HTMLElement, tag: string, words: string): HTMLElement[] {
  const elements = [...root.querySelectorAll<HTMLElement>(tag)]
  return elements.filter((element) => wordsOf(element) === words)
}

function wordsOf(element: Element): string {
  return element.getAttribute('aria-label') ?? element.textContent
}

function sameIn(root: HTMLElement, { name }: HTMLInputElement): HTMLInputElement | null {
  return root.querySelector(`input[name="${CSS.escape(name)}"]`)
}

function fill(root: HTMLElement, painted: HTMLInputElement): void {
  const input = sameIn(root, painted)
  if (!input) return
  input.value = painted.value
  // Tell the form, so that it stores the draft.
  input.dispatchEvent(new Event('input', { bubbles: true }))
}

function focusSame(root: HTMLElement, painted: HTMLInputElement): void {
  const { selectionStart, selectionEnd } = painted
  const input = sameIn(root, painted)
  input?.focus({ preventScroll: true })
  // Null for a type without a selection, such as an email.
  if (selectionStart !== null) input?.setSelectionRange(selectionStart, selectionEnd)
}
