/**
 * The console's questions over the open screen, so that a call can be repeated: to sign in again, or to give the second factor. Calls
 * that need the same factor wait for one answer.
 */

import { pageState } from '#ui/page-state.ts'

export type PromptKind = 'sign-in' | 'second-factor'
export type Prompt = { kind: PromptKind; settle: (isGiven: boolean) => void }

const prompt = pageState<Prompt | null>(null)
let answer: Promise<boolean> = Promise.resolve(false)

/** Resolves to false if the person closed the question. */
export function ask(kind: PromptKind): Promise<boolean> {
  // One question at a time: a new sign-in asks for both factors, so it answers a question for the second factor as well.
  if (prompt.get()) return answer
  answer = new Promise((resolve) => {
    prompt.set({
      kind,
      settle: (isGiven) => {
        prompt.set(null)
        resolve(isGiven)
      },
    })
  })
  return answer
}

export const usePrompt = prompt.use
