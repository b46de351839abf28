/**
 * The console's questions over the open screen, so that a call can be repeated: to sign in again, or to give the second factor. Calls
 * that need the same factor wait for one answer.
 */

import { useSyncExternalStore } from 'react'

export type PromptKind = 'sign-in' | 'second-factor'
export type Prompt = { kind: PromptKind; settle: (isGiven: boolean) => void }

let open: Prompt | null = null
let answer: Promise<boolean> = Promise.resolve(false)
const listeners = new Set<() => void>()

/** Resolves to false if the person closed the question. */
export function ask(kind: PromptKind): Promise<boolean> {
  // One question at a time: a new sign-in asks for both factors, so it answers a question for the second factor as well.
  if (open) return answer
  answer = new Promise((resolve) => {
    set({
      kind,
      settle: (isGiven) => {
        set(null)
        resolve(isGiven)
      },
    })
  })
  return answer
}

export function usePrompt(): Prompt | null {
  return useSyncExternalStore(
    (onChange) => {
      listeners.add(onChange)
      return () => listeners.delete(onChange)
    },
    () => open,
  )
}

function set(prompt: Prompt | null): void {
  open = prompt
  for (const listener of listeners) listener()
}
