/** What is wrong with the answer to a malformed request. */

import { type EndpointKey, errorsOf } from '#contract/endpoints/endpoints.ts'
import { ErrorBody, type ErrorCode, errorCodes } from '#contract/error.ts'

import type { Heard } from '../connection/connection.ts'

/** Stack traces, SQL, and names of PostgreSQL. */
const inner =
  /\bat (async )?[\w.]+ \(|node_modules|file:\/\/|\b(select|insert into|update|delete from)\b.+\b(from|where|values|set)\b|syntax error|violates|relation "|pg_catalog|\bPostgre/i

/** Characters of an error. The longest is a 422 with a message for each of 100 fields. */
const maxError = 50_000

/** Codes of a request that reaches no endpoint, or another one. */
export const anyCode = Object.keys(errorCodes) as ErrorCode[]

/** `codes`: those that the request may get. `isRead`: a success is no change. */
export function wrongsOf(
  { status, headers, text }: Heard,
  codes: readonly ErrorCode[],
  isRead: boolean,
): string[] {
  if (status < 400) {
    return isRead || status === 304 ? [] : [`a malformed request was carried out: ${status}`]
  }
  const saysWhen = status === 503 && headers['retry-after'] !== undefined
  const isDefect = status >= 500 && !saysWhen
  return [
    ...(isDefect ? [`the answer is ${status}`] : []),
    ...formOf(status, text, codes),
    ...(text.length > maxError ? [`the error has ${text.length} characters`] : []),
    ...(inner.test(text) ? [`the answer shows the inside: ${text.slice(0, 300)}`] : []),
  ]
}

/** The codes of an endpoint. */
export function codesOf(key: EndpointKey): readonly ErrorCode[] {
  return errorsOf(key)
}

function formOf(status: number, text: string, codes: readonly ErrorCode[]): string[] {
  const parsed = ErrorBody.safeParse(jsonOf(text))
  if (!parsed.success) return [`the answer ${status} has another form: ${text.slice(0, 300)}`]
  const { type } = parsed.data.data
  const isRight = parsed.data.status === status && errorCodes[type].status === status
  return [
    ...(isRight ? [] : [`the answer ${status} has the code ${type}`]),
    ...(codes.includes(type) ? [] : [`the code ${type} is not declared`]),
  ]
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Undefined has no form of an error.
    return undefined
  }
}

/** An answer from the bytes of a connection. */
export function heardFrom(bytes: string): Heard {
  const [head = '', ...rest] = bytes.split('\r\n\r\n')
  const [line = '', ...lines] = head.split('\r\n')
  const headers = Object.fromEntries(
    lines.map((one) => {
      const [name = '', value = ''] = one.split(': ', 2)
      return [name.toLowerCase(), value]
    }),
  )
  return {
    status: Number(line.split(' ')[1]),
    headers,
    text: bodyOf(headers, rest.join('\r\n\r\n')),
  }
}

/** Of a pipelined connection the first answer alone. */
function bodyOf(headers: Record<string, string>, rest: string): string {
  const length = headers['content-length']
  return length === undefined ? rest : Buffer.from(rest).subarray(0, Number(length)).toString()
}
