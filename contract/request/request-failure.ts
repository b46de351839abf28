/** Any outcome of a call but a success, as the portal and the console see it (R13.1). */

import {
  type ErrorBody,
  type ErrorCode,
  type FieldMessages,
  messageForStatus,
  networkMessage,
} from '#contract/error.ts'

/** An error code of the contract, or a failure without one. */
export type FailureType = ErrorCode | 'timeout' | 'network' | 'incomplete' | 'unknown'

/** `status` is null when no answer came. */
export class RequestFailure extends Error {
  readonly status: number | null
  readonly type: FailureType
  readonly fields: FieldMessages
  /** From the Retry-After header; 0 without one. */
  readonly retry_after_ms: number

  constructor(
    status: number | null,
    type: FailureType,
    message: string,
    { fields = {}, retryAfter_ms = 0 }: { fields?: FieldMessages; retryAfter_ms?: number } = {},
  ) {
    super(message)
    this.status = status
    this.type = type
    this.fields = fields
    this.retry_after_ms = retryAfter_ms
  }
}

/** The failure that an answer tells. A success that could not be read counts as a broken connection. */
export function failureOf(
  { ok, status, headers }: Pick<Response, 'ok' | 'status' | 'headers'>,
  body: Partial<ErrorBody> | undefined,
): RequestFailure {
  if (ok) return new RequestFailure(null, 'network', networkMessage)
  return new RequestFailure(
    status,
    body?.data?.type ?? 'unknown',
    body?.message ?? messageForStatus(status),
    {
      fields: body?.data?.fields ?? {},
      // In seconds. The header's other form, a date, counts as absent.
      retryAfter_ms: (Number(headers.get('retry-after')) || 0) * 1000,
    },
  )
}

/** Whether the server sheds load and its answer has a Retry-After. */
export function isServerBusy(error: unknown): boolean {
  return error instanceof RequestFailure && error.status === 503 && error.retry_after_ms > 0
}
