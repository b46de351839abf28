/** Turns a thrown error into the answer, in one place: an error code is answered, a defect is logged and hidden (D2). */

import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import pg from 'pg'
import type { Logger } from 'pino'

import { ApiError } from '#api/http/api-error.ts'
import { messageOf } from '#contract/console/error-message.ts'
import {
  type Details,
  type ErrorBody,
  type ErrorCode,
  errorCodes,
  type FieldMessages,
  unknownFieldMessage,
} from '#contract/error.ts'
import { isContention, isDatabaseAway } from '#database/sql.ts'

/** Retry-After of a 503 without its own: the database was away, or transactions blocked each other. */
const defaultRetryAfter_s = 2

/** Fastify's error handler. `countUnavailable` gets the reason of each 503, instead of one log line per call. */
export function errorAnswerer(log: Logger, countUnavailable: (reason: string) => void) {
  return (
    error: FastifyError | ApiError,
    request: FastifyRequest,
    reply: FastifyReply,
  ): FastifyReply => {
    const answer = error instanceof ApiError ? error : apiErrorOf(error)
    const { status } = errorCodes[answer.code]
    if (status === 503) countUnavailable(reasonOf(error))
    else if (status >= 500 && !(error instanceof ApiError)) {
      log.error({ request_id: request.id, ...withoutPersonalData(error) }, answer.code)
    }
    return answerError(reply, answer)
  }
}

function apiErrorOf(error: FastifyError): ApiError {
  if (!hasZodFastifySchemaValidationErrors(error)) return new ApiError(codeOf(error))
  return new ApiError('validation', { fields: fieldMessages(error.validation) })
}

/** The reason of a 503 for the log: the error's code if it has one. PostgreSQL's errors all have; their messages quote values. */
function reasonOf(error: FastifyError | ApiError): string {
  const { code, name, message } = error
  if (error instanceof ApiError) return error.reason
  return code ?? (name === 'Error' ? message : name)
}

/** Sends the catalogue's answer for an error. */
export function answerError(
  reply: FastifyReply,
  { code, message, fields, details, retry_after_s, retry }: ApiError,
): FastifyReply {
  const { status } = errorCodes[code]
  const wait_s = retry_after_s ?? (status === 503 ? defaultRetryAfter_s : undefined)
  if (wait_s !== undefined) reply.header('retry-after', wait_s)
  return reply
    .code(status)
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(errorBody(code, { message, fields, details, retry }))
}

type ErrorParts = {
  message?: string
  fields?: FieldMessages | undefined
  details?: Details | undefined
  retry?: 'new_key' | undefined
}

export function errorBody(
  code: ErrorCode,
  { message = messageOf(code), fields, details, retry }: ErrorParts = {},
): ErrorBody {
  return {
    status: errorCodes[code].status,
    message,
    data: {
      type: code,
      ...(fields && { fields }),
      ...(details && { details }),
      ...(retry && { retry }),
    },
  }
}

function codeOf(error: FastifyError): ErrorCode {
  if (isDatabaseAway(error) || isContention(error)) return 'unavailable'
  switch (error.statusCode) {
    case 404:
      return 'not_found'
    case 408:
      return 'timeout'
    case 413:
      return 'too_large'
    case 415:
      return 'unsupported_media_type'
  }
  return error.statusCode && error.statusCode < 500 ? 'bad_request' : 'internal'
}

/** Fields that an answer names at most: a form has fewer, and a caller chooses how many are invalid. */
const maxFields = 100

type Issue = { path: string[]; message: string; keys?: string[]; errors?: Issue[][] }

function fieldMessages(validation: NonNullable<FastifyError['validation']>): FieldMessages {
  // A Map, because a sender chooses field names and may send 'valueOf' or '__proto__'.
  const fields = new Map<string, Set<string>>()
  const issues = validation.flatMap(({ instancePath, message = '', params }) =>
    withoutUnions({ ...params, path: instancePath.split('/').filter(Boolean), message }),
  )
  for (const { path, message, keys } of issues) {
    // For an unknown field, the issue's path is the enclosing object, so add the field's name. The issue's own message lists all
    // unknown fields: repeated for each of them, it made 1 GB of a body of 100 kB.
    for (const key of keys ?? ['']) {
      if (fields.size >= maxFields) break
      const field = [...path, key].filter(Boolean).join('.')
      const sentence = keys ? unknownFieldMessage : message
      fields.set(field, (fields.get(field) ?? new Set()).add(sentence))
    }
  }
  return Object.fromEntries([...fields].map(([field, messages]) => [field, [...messages]]))
}

/** A body that fits no member of a union has the issues of the member that it fits best, so that each has its field. */
function withoutUnions({ errors, ...issue }: Issue): Issue[] {
  const [best] = (errors ?? []).toSorted((one, other) => one.length - other.length)
  if (!best) return [issue]
  return best.flatMap((inner) => withoutUnions({ ...inner, path: [...issue.path, ...inner.path] }))
}

/**
 * The parts of a defect that may be logged. PostgreSQL's messages quote values ('invalid input syntax for type uuid: "…"'),
 * so only the code, the table, the constraint, the routine and the stack without its first line are logged. Messages of JavaScript's
 * own errors quote values too ('Cannot create property 'x' on string '…'').
 */
function withoutPersonalData(error: FastifyError): object {
  const stack = error.stack?.split('\n').slice(1).join('\n')
  if (error instanceof pg.DatabaseError) {
    const { code, table, constraint, routine } = error
    return { code, table, constraint, routine, stack }
  }
  const isOfLanguage = [TypeError, RangeError, SyntaxError].some((kind) => error instanceof kind)
  return {
    name: error.name,
    code: error.code,
    ...(!isOfLanguage && { message: error.message }),
    stack,
  }
}
