/**
 * Reads JSON bodies strictly (T20). The plain `JSON.parse` keeps the last of two fields with one name, and turns 1e400 into
 * Infinity. A decoder turns bytes that are not UTF-8 into U+FFFD. So a proxy or a log could see another request than the one that runs.
 */

import { isUtf8 } from 'node:buffer'

import type { FastifyInstance, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'

import { ApiError } from '#api/http/api-error.ts'
import { badJsonMessages } from '#contract/error.ts'

/**
 * Answers 400 `bad_request` to a repeated field, to a number beyond a double's range and to bytes that are not UTF-8. Answers as
 * Fastify does to `__proto__` and to text that is no JSON. An endpoint without a body, or whose body may be null, accepts an empty one,
 * because some clients name a content type with every call.
 */
export function readJsonStrictly(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<Buffer>(
    'application/json',
    { parseAs: 'buffer' },
    (request, bytes, done) => {
      // A decoder would replace the bytes, and the changed text would be stored.
      if (!isUtf8(bytes)) return done(badRequest('encoding'))
      const body = bytes.toString()
      if (body === '' && mayBeEmpty(request)) done(null, undefined)
      else
        void parse(request, body, (error, value) => {
          const problem = error ? undefined : jsonProblem(body, value)
          if (problem) done(badRequest(problem))
          else done(error, value)
        })
    },
  )
}

function mayBeEmpty({ routeOptions }: FastifyRequest): boolean {
  const { body } = (routeOptions as { schema?: { body?: z.ZodMiniType } }).schema ?? {}
  return body === undefined || body.safeParse(null).success
}

function badRequest(problem: keyof typeof badJsonMessages): ApiError {
  return new ApiError('bad_request', { message: badJsonMessages[problem] })
}

/** The problem of a valid JSON text whose value is `value`. A repeated field is in the text twice and in the value once. */
export function jsonProblem(text: string, value: unknown): 'repeated' | 'tooLarge' | undefined {
  let fields = 0
  // A list and no recursion: 100 kB of brackets are 50,000 levels.
  const parts: unknown[] = [value]
  for (let part = parts.pop(); part !== undefined; part = parts.pop()) {
    if (typeof part === 'number' && !Number.isFinite(part)) return 'tooLarge'
    if (typeof part !== 'object' || part === null) continue
    const values: unknown[] = Object.values(part)
    if (!Array.isArray(part)) fields += values.length
    for (const one of values) {
      if (typeof one === 'object' || typeof one === 'number') parts.push(one)
    }
  }
  return fields === fieldsIn(text) ? undefined : 'repeated'
}

/** The number of fields in a valid JSON text: of the colons outside of its strings. */
function fieldsIn(text: string): number {
  let fields = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === colon) fields += 1
    else if (code === quote) at = stringEnd(text, at)
  }
  return fields
}

const colon = ':'.charCodeAt(0)
const quote = '"'.charCodeAt(0)

/** The place of the quote that ends the string which begins at `start`. */
function stringEnd(text: string, start: number): number {
  let end = text.indexOf('"', start + 1)
  while (isEscaped(text, end)) end = text.indexOf('"', end + 1)
  return end
}

/** Whether an odd number of backslashes stands before the place. */
function isEscaped(text: string, at: number): boolean {
  let first = at
  while (text[first - 1] === '\\') first -= 1
  return (at - first) % 2 === 1
}
