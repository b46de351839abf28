import { useSyncExternalStore } from 'react'

/** px. An on-screen keyboard is higher than this; a browser's address bar is not. */
const minKeyboard_px = 150

/** The tallest view seen at a width, because some browsers shrink the window itself and others only the visual viewport. */
const tallest = { width: 0, height: 0 }

/** Whether an on-screen keyboard covers part of the page: a text field has the focus and the view has become shorter. */
export function useKeyboard(): boolean {
  return useSyncExternalStore(subscribe, isOpen, () => false)
}

function subscribe(onChange: () => void): () => void {
  const stop = new AbortController()
  const { signal } = stop
  globalThis.visualViewport?.addEventListener('resize', onChange, { signal })
  document.addEventListener('focusin', onChange, { signal })
  document.addEventListener('focusout', onChange, { signal })
  return () => stop.abort()
}

function isOpen(): boolean {
  const view = globalThis.visualViewport
  // Zooming in also makes the visual viewport smaller; times the scale it keeps its height.
  const height = view ? view.height * view.scale : innerHeight
  if (tallest.width !== innerWidth) Object.assign(tallest, { width: innerWidth, height: 0 })
  tallest.height = Math.max(tallest.height, height, innerHeight)
  return isTextField(document.activeElement) && tallest.height - height > minKeyboard_px
}

/** Input types that open no keyboard. */
const pressed = new Set(['button', 'checkbox', 'file', 'radio', 'range', 'reset', 'submit'])

function isTextField(element: Element | null): boolean {
  if (element instanceof HTMLInputElement) return !pressed.has(element.type)
  return element instanceof HTMLTextAreaElement
}
