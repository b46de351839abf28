/** Runs an act from one press of a button, without a form. Forms have form/use-contract-form.ts. */

import { useState } from 'react'

import { RequestFailure } from '#contract/request/request-failure.ts'

/** An act that did not happen for a reason that no answer of the API states. The message is the sentence for the person. */
export class ActionFailure extends Error {}

/**
 * `busy`: the act runs. `failure`: why the last act did not happen. If a press has no place beside it for that sentence,
 * `tell` gets it instead: `useAction(toast)`. An act may throw RequestFailure or ActionFailure; any other error is a defect
 * and passes.
 */
export function useAction(tell?: (sentence: string) => void) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()

  async function act(perform: () => Promise<unknown>): Promise<void> {
    setBusy(true)
    setFailure(undefined)
    try {
      await perform()
    } catch (error) {
      const show = tell ?? setFailure
      show(sentenceOf(error))
    } finally {
      setBusy(false)
    }
  }

  return { busy, failure, run: (perform: () => Promise<unknown>) => void act(perform) }
}

/** An act has no fields, so the sentence of its first wrong field stands for the whole. */
export function sentenceOf(error: unknown): string {
  if (error instanceof ActionFailure) return error.message
  if (error instanceof RequestFailure) return Object.values(error.fields)[0]?.[0] ?? error.message
  throw error
}
