/**
 * What the console asks a person for over the open screen, so that a call can be repeated: to sign in again, or to give the second
 * factor. Calls that need the same thing wait for one answer.
 */

import { useSyncExternalStore } from 'react'

export type PromptKind = 'sign-in' | 'second-factor'
export type Prompt = { kind: PromptKind; settle: (isGiven: boolean) => void }

let open: Prompt | null = null
let answer: Promise<boolean> = Promise.resolve(false)
const listeners = new Set<() => void>()

/** Resolves to false if the person closed the question. */
export function ask(kind: PromptKind): Promise<boolean> {
  // One question at a time. A sign-in takes both factors, so its answer counts for a waiting second-factor question too.
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
