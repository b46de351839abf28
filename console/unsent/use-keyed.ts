import { RequestFailure } from '#contract/request/request-failure.ts'

import { useUnsentText } from './use-unsent-values.ts'

/**
 * Returns a function that sends an act with a key. The key stays until an answer arrives, also when the sheet is closed or the page
 * reloaded. So a press after a lost answer is the same act. If its figures were changed since, the API refuses the key: the person
 * reads `repeated`, and the next press is another act. `form`: the name of the stored key.
 */
export function useKeyed(form: string, repeated: string) {
  const [unanswered, keep] = useUnsentText(form)

  return async function once<Made>(send: (key: string) => Promise<Made>): Promise<Made> {
    const key = unanswered || crypto.randomUUID()
    keep(key)
    try {
      const made = await send(key)
      keep('')
      return made
    } catch (error) {
      if (!isRepeated(error)) throw error
      keep('')
      throw new RequestFailure(error.status, error.type, repeated)
    }
  }
}

function isRepeated(error: unknown): error is RequestFailure {
  return error instanceof RequestFailure && error.type === 'idempotency_mismatch'
}
