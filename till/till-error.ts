/** The error of a call. */

/** The parts of an error that an answer may have. */
export type ErrorParts = {
  status: number | null
  message: string
  fields?: Record<string, string[]> | undefined
  details?: Record<string, number> | undefined
  retryAfter_s?: number | undefined
  requestId?: string | undefined
  idempotencyKey?: string | undefined
  cause?: unknown
}

/**
 * A call that did not succeed. Decide by `code`, and show `message` to the cashier.
 *
 * Two codes are of this package. With `no_answer` the time limit ended without an answer: the operation may have been carried out.
 * The code `unexpected_answer` says that something other than Fiel answered, such as a proxy or a wrong `url`. A proxy may have
 * passed the call on, so the operation may have been carried out too: repeat it with the same `idempotencyKey`.
 */
export class TillError<Code extends string = string> extends Error {
  override readonly name = 'TillError'
  /** The function that was called. */
  readonly operation: string
  readonly code: Code
  /** The HTTP status; null if no answer came. */
  readonly status: number | null
  /** Field → the sentences about it, with the code `validation`. A dot joins nested names: `customer.document`. */
  readonly fields: Readonly<Record<string, string[]>>
  /** Figures, such as `attempts_left` with the code `wrong_code`. */
  readonly details: Readonly<Record<string, number>>
  /** Seconds after which the same call may succeed. Longer than the client waits by itself. */
  readonly retryAfter_s: number | undefined
  /** The request's id in the server's log. */
  readonly requestId: string | undefined
  /** The key that the call sent. Pass it to `idempotencyKey` to repeat the same operation, also after a restart. */
  readonly idempotencyKey: string | undefined

  constructor(operation: string, code: Code, parts: ErrorParts) {
    super(parts.message, parts.cause === undefined ? undefined : { cause: parts.cause })
    this.operation = operation
    this.code = code
    this.status = parts.status
    this.fields = parts.fields ?? {}
    this.details = parts.details ?? {}
    this.retryAfter_s = parts.retryAfter_s
    this.requestId = parts.requestId
    this.idempotencyKey = parts.idempotencyKey
  }
}
