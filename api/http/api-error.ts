/** The error that a handler throws to refuse a request. */

import { messageOf } from '#contract/console/error-message.ts'
import {
  cashierMessages,
  type Details,
  type ErrorCode,
  type FieldMessages,
} from '#contract/error.ts'

/** A handler throws it to refuse a request. The answer carries `code`, which tells the caller the reason. */
export class ApiError extends Error {
  readonly code: ErrorCode
  readonly fields: FieldMessages | undefined
  readonly details: Details | undefined
  readonly retry_after_s: number | undefined
  readonly retry: 'new_key' | undefined

  /**
   * A `message` replaces the catalogue's when a figure is needed, such as a company's age limits. A `retry` is given when the
   * error is stored under the call's idempotency key, so a retry needs a new key.
   */
  constructor(
    code: ErrorCode,
    {
      fields,
      message,
      details,
      retry_after_s,
      retry,
    }: {
      fields?: FieldMessages
      message?: string
      details?: Details
      retry_after_s?: number
      retry?: 'new_key'
    } = {},
  ) {
    super(message ?? messageOf(code))
    this.code = code
    this.fields = fields
    this.details = details
    this.retry_after_s = retry_after_s
    this.retry = retry
  }

  /** The kind of error in the log's counts. */
  get reason(): string {
    return this.code
  }
}

/** The error with the contract's message for cashiers. Unchanged if it has its own message, or the contract has none. */
export function forCashier(error: ApiError): ApiError {
  const { code, message, fields, details, retry_after_s, retry } = error
  const cashierMessage = cashierMessages[code]
  if (cashierMessage === undefined || message !== messageOf(code)) return error
  return new ApiError(code, {
    message: cashierMessage,
    ...(fields && { fields }),
    ...(details && { details }),
    ...(retry_after_s !== undefined && { retry_after_s }),
    ...(retry && { retry }),
  })
}
