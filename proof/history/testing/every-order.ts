/** A search of every order, without any of the shortcuts of linearize.ts: too slow for more than a dozen calls. */

import type { Account } from '../account.ts'
import type { Operation } from '../operation.ts'
import { specificationOf } from '../specification.ts'

/** Whether some order of the calls explains every answer. A call without an answer may be left out. */
export function isExplained(history: Operation[]): boolean {
  const { initial, step } = specificationOf([])
  function search(state: Account, left: Operation[]): boolean {
    if (left.every(({ answer }) => answer === null)) return true
    const firstReturn = Math.min(...left.map(({ returned_at }) => returned_at ?? Infinity))
    return left
      .filter(({ invoked_at }) => invoked_at <= firstReturn)
      .some((operation) => {
        const after = step(state, operation)
        if (typeof after === 'string') return false
        return search(
          after,
          left.filter((one) => one !== operation),
        )
      })
  }
  return search(initial, history)
}
