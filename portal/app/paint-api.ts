/**
 * Stands in for client/api.ts in the server's bundle (scripts/portal/paint-bundle.ts): a call is answered from what the
 * server has already read.
 */

import type { EndpointKey, ResponseOf } from '#contract/endpoints.ts'
import { type Rest, urlOf } from '#portal/client/api.ts'

export * from '#portal/client/api.ts'

type Answer = (url: string) => Promise<unknown>

const never: Answer = () => new Promise(() => {})

let answer = never

/** Answers the calls that `run` makes before it returns. Not those after its first `await`: they may be another page's. */
export function answering<Result>(by: Answer, run: () => Result): Result {
  answer = by
  try {
    return run()
  } finally {
    answer = never
  }
}

export function api<Key extends EndpointKey>(
  key: Key,
  ...[sent]: Rest<Key>
): Promise<ResponseOf<Key>> {
  return answer(urlOf(key, sent ?? {})) as Promise<ResponseOf<Key>>
}
