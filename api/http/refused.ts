/** From a thrown error to the answer, in one place: a refusal is told, a defect is logged and hidden (D2). */

import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import pg from 'pg'
import type { Logger } from 'pino'

import {
  cashier_messages,
  type Details,
  type FieldMessages,
  type Refusal,
  type RefusalBody,
  refusals,
} from '#contract/refusal.ts'
import { isContention, isDatabaseAway } from '#database/sql.ts'

/** Thrown by a verb that will not do what was asked. The caller may know why. */
export class Refused extends Error {
  readonly refusal: Refusal
  readonly fields: FieldMessages | undefined
  readonly details: Details | undefined
  readonly retry_after_s: number | undefined
  readonly retry: 'new_key' | undefined

  /**
   * `message` where the catalogue's sentence lacks a figure: the age limits of a company. `retry` where the call's
   * idempotency key gets this refusal again.
   */
  constructor(
    refusal: Refusal,
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
    super(message ?? refusals[refusal].message)
    this.refusal = refusal
    this.fields = fields
    this.details = details
    this.retry_after_s = retry_after_s
    this.retry = retry
  }

  /** For the log. */
  get reason(): string {
    return this.refusal
  }
}

/** The same refusal in a cashier's words, where the catalogue has some and the refusal has no sentence of its own. */
export function forCashier(refused: Refused): Refused {
  const { refusal, message, fields, details, retry_after_s, retry } = refused
  const for_cashier = cashier_messages[refusal]
  if (for_cashier === undefined || message !== refusals[refusal].message) return refused
  return new Refused(refusal, {
    message: for_cashier,
    ...(fields && { fields }),
    ...(details && { details }),
    ...(retry_after_s !== undefined && { retry_after_s }),
    ...(retry && { retry }),
  })
}

/** Of every 503 that names no other: the database was away, or its transactions in each other's way. */
const defaultRetryAfter_s = 2

/** Fastify's error handler. `countUnavailable` hears why a call is answered 503, in place of a line of the log for each. */
export function errorAnswerer(log: Logger, countUnavailable: (reason: string) => void) {
  return (
    error: FastifyError | Refused,
    request: FastifyRequest,
    reply: FastifyReply,
  ): FastifyReply => {
    const answer = error instanceof Refused ? error : refusedBy(error)
    const { status } = refusals[answer.refusal]
    if (status === 503) countUnavailable(reasonOf(error))
    else if (status >= 500 && !(error instanceof Refused)) {
      log.error({ request_id: request.id, ...withoutPersonalData(error) }, answer.refusal)
    }
    return answerRefusal(reply, answer)
  }
}

function refusedBy(error: FastifyError): Refused {
  if (!hasZodFastifySchemaValidationErrors(error)) return new Refused(refusalOf(error))
  return new Refused('validation', { fields: fieldMessages(error.validation) })
}

/** The message last, and never PostgreSQL's: it quotes values. All of its errors have codes. */
function reasonOf(error: FastifyError | Refused): string {
  if (error instanceof Refused) return error.reason
  return error.code ?? (error.name === 'Error' ? error.message : error.name)
}

/** The catalogued answer. */
export function answerRefusal(
  reply: FastifyReply,
  { refusal, message, fields, details, retry_after_s, retry }: Refused,
): FastifyReply {
  const { status } = refusals[refusal]
  const wait_s = retry_after_s ?? (status === 503 ? defaultRetryAfter_s : undefined)
  if (wait_s !== undefined) reply.header('retry-after', wait_s)
  return reply
    .code(status)
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(refusalBody(refusal, { message, fields, details, retry }))
}

type Told = {
  message?: string
  fields?: FieldMessages | undefined
  details?: Details | undefined
  retry?: 'new_key' | undefined
}

export function refusalBody(
  refusal: Refusal,
  { message = refusals[refusal].message, fields, details, retry }: Told = {},
): RefusalBody {
  return {
    status: refusals[refusal].status,
    message,
    data: {
      type: refusal,
      ...(fields && { fields }),
      ...(details && { details }),
      ...(retry && { retry }),
    },
  }
}

function refusalOf(error: FastifyError): Refusal {
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

function fieldMessages(issues: NonNullable<FastifyError['validation']>): FieldMessages {
  // A map, because a field may have any name that a sender likes: 'valueOf', '__proto__'.
  const fields = new Map<string, Set<string>>()
  for (const { instancePath, message, params } of issues) {
    const path = instancePath.split('/').filter(Boolean)
    // An unknown field is named itself: the issue's path is the object that holds it.
    const unknown = Array.isArray(params['keys']) ? params['keys'].map(String) : [undefined]
    for (const key of unknown) {
      const field = [...path, key].filter(Boolean).join('.')
      fields.set(field, (fields.get(field) ?? new Set()).add(message ?? ''))
    }
  }
  return Object.fromEntries([...fields].map(([field, messages]) => [field, [...messages]]))
}

/**
 * What a log may keep of a defect. PostgreSQL's messages quote values ('invalid input syntax for type uuid: "…"'), so
 * of those the code and the place are kept, and the stack without its first line.
 */
function withoutPersonalData(error: FastifyError): object {
  const stack = error.stack?.split('\n').slice(1).join('\n')
  if (error instanceof pg.DatabaseError) {
    const { code, table, constraint, routine } = error
    return { code, table, constraint, routine, stack }
  }
  return { name: error.name, code: error.code, message: error.message, stack }
}
