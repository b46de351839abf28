/** The one way in which a verb refuses a request. */

import {
  cashierMessages,
  type Details,
  type ErrorCode,
  errorCodes,
  type FieldMessages,
} from '#contract/error.ts'

/** Thrown by a verb that refuses a request. The answer carries `code`, so the caller learns the reason. */
export class ApiError extends Error {
  readonly code: ErrorCode
  readonly fields: FieldMessages | undefined
  readonly details: Details | undefined
  readonly retry_after_s: number | undefined
  readonly retry: 'new_key' | undefined

  /**
   * `message` where the catalogue's sentence lacks a figure: the age limits of a company. `retry` where the call's
   * idempotency key gets this refusal again.
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
    super(message ?? errorCodes[code].message)
    this.code = code
    this.fields = fields
    this.details = details
    this.retry_after_s = retry_after_s
    this.retry = retry
  }

  /** For the log. */
  get reason(): string {
    return this.code
  }
}

/** The same error with the message for a cashier, unless the error has a message of its own or the contract has none for cashiers. */
export function forCashier(error: ApiError): ApiError {
  const { code, message, fields, details, retry_after_s, retry } = error
  const for_cashier = cashierMessages[code]
  if (for_cashier === undefined || message !== errorCodes[code].message) return error
  return new ApiError(code, {
    message: for_cashier,
    ...(fields && { fields }),
    ...(details && { details }),
    ...(retry_after_s !== undefined && { retry_after_s }),
    ...(retry && { retry }),
  })
}
