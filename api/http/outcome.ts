/** Turns an outcome of the engine into an answer or an error. */

import type { ErrorCode } from '#contract/error.ts'
import type { Outcome } from '#engine/result.ts'

import { ApiError } from './api-error.ts'

type Call = { header: (name: string, value: string) => void }
/** Returns a message that contains the error's figures. Undefined: the contract's message for the code is used. */
type MessageOf = (
  error: ErrorCode,
  details: Record<string, number> | undefined,
) => string | undefined

/** Returns the engine's result or throws its error. `retry_after_s` among the details becomes the Retry-After header. */
export function resultOf<Result>(
  outcome: Outcome<Result>,
  { header }: Call,
  messageOf: MessageOf = () => undefined,
): Result {
  if (outcome.isReplay) header('idempotent-replayed', 'true')
  const { error } = outcome
  if (error === null) return outcome.result
  const { retry_after_s, ...figures } = outcome.details ?? {}
  const details = Object.keys(figures).length > 0 ? figures : undefined
  const message = messageOf(error, details)
  throw new ApiError(error, {
    ...(message !== undefined && { message }),
    ...(retry_after_s !== undefined && { retry_after_s }),
    ...(details && { details }),
    ...(outcome.isStored && { retry: 'new_key' }),
  })
}
