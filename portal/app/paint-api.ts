/**
 * Replaces client/api.ts in the server's bundle (scripts/portal/paint-bundle.ts). It answers calls with the answers that the
 * server has already read.
 */

import type { EndpointKey, ResponseOf } from '#contract/endpoints/endpoints.ts'
import { type Rest, urlOf } from '#portal/client/api.ts'

export * from '#portal/client/api.ts'

type Answer = (url: string) => Promise<unknown>

const never: Answer = () => new Promise(() => {})

let answer = never

/** Answers the calls that `run` makes before it returns. Calls after the first `await` are not answered, because another page's `run` may have begun. */
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
