/** The texts of the package's entry: index.js with the table of operations, index.d.ts with the types. */

import { bodyErrors, callerErrors, commonErrors } from '#contract/endpoints/endpoint.ts'
import { type ErrorCode, messageForStatus, networkMessage } from '#contract/error.ts'

import type { Sentences } from '../../till/send.ts'
import { type Call, callsOfTill, errorSentence, messagesToTill } from './calls.ts'
import { comment, literal, openTypes } from './schema-types.ts'

/** Any call may answer these. */
const commonCodes: readonly ErrorCode[] = [...callerErrors.partner, ...commonErrors]

/** The codes of send.ts, with what they mean. */
const ownCodes: Record<keyof Sentences, string> = {
  no_answer: 'No answer came in time. The operation may have been carried out: repeat it.',
  unexpected_answer: 'Something other than Fiel answered: a proxy, or another `url`.',
}

const sentences: Sentences = {
  no_answer: networkMessage,
  unexpected_answer: messageForStatus(500),
}

/** index.js */
export async function entryScript(userAgent: string): Promise<string> {
  const calls = await callsOfTill()
  const operations = Object.fromEntries(calls.map(({ name, operation }) => [name, operation]))
  return `import { openCalls } from './send.js'
import { TillError } from './till-error.js'
import { verifiedMessage } from './webhook.js'

export { TillError } from './till-error.js'
export { SignatureError } from './webhook.js'

const operations = ${JSON.stringify(operations)}
const sentences = ${JSON.stringify(sentences)}

export function openTill(options) {
  return openCalls(operations, { ...options, sentences, userAgent: ${literal(userAgent)} })
}

export function isErrorOf(error, operation) {
  return error instanceof TillError && error.operation === operation
}

export function verifyEvent(secret, headers, body) {
  return verifiedMessage(secret, headers, body)
}
`
}

/** The text of index.d.ts, the types of the package. */
export async function entryTypes(): Promise<string> {
  const calls = await callsOfTill()
  const messages = messagesToTill()
  const types = openTypes()
  const functions = calls.map((call) => functionText(call, types.typeOf))
  const eventNames = messages.map(({ schema }) => types.typeOf(schema))
  return `import type { CallOptions, TillOptions } from './send.js'
import { TillError } from './till-error.js'
import type { MessageHeaders } from './webhook.js'

export type { CallOptions, Retry, TillOptions } from './send.js'
export { TillError } from './till-error.js'
export { type MessageHeaders, SignatureError } from './webhook.js'

${comment(['The calls of a till. Each throws `TillError` for any outcome but a success. Money is an integer of centavos, points are integers.'])}export interface Till {
${functions.join('\n\n')}
}

/** Opens no connection: each call is a request of its own. */
export declare function openTill(options: TillOptions): Till

/** Whether the error is of this function. Then \`code\` is one of the codes that the function declares. */
export declare function isErrorOf<Name extends keyof Till>(error: unknown, operation: Name): error is TillError<ErrorCodes[Name]>

/**
 * The event of a webhook's message that was signed with \`secret\` (\`whsec_…\`) at most 5 minutes ago. \`body\` is the received text,
 * before a parser changed it. Rejects with \`SignatureError\` for any other message; answer 401 then. Store the header \`webhook-id\`,
 * because a repeated message has the same. Ignore a type that this release does not know.
 */
export declare function verifyEvent(secret: string, headers: MessageHeaders, body: string | Uint8Array): Promise<WebhookEvent>

${errorTypes(calls)}

${types.declarations().join('\n\n')}

export type WebhookEvent = ${eventNames.join(' | ')}

/** All fields of \`Fields\`, and exactly one of those in \`Names\`. */
type ExactlyOne<Fields, Names extends keyof Fields> = Omit<Fields, Names> & { [Name in Names]: Required<Pick<Fields, Name>> & { [Other in Exclude<Names, Name>]?: never } }[Names]
`
}

type TypeOf = ReturnType<typeof openTypes>['typeOf']

function functionText(call: Call, typeOf: TypeOf): string {
  const { name, key, summary, scope, operation, parameters, request, answer } = call
  const mark = request?.required || request?.oneOf ? '' : '?'
  const args = [
    ...parameters.map((parameter) => `${parameter}: string`),
    ...(request
      ? [`${operation.sends === 'query' ? 'query' : 'request'}${mark}: ${typeOf(request)}`]
      : []),
    'options?: CallOptions',
  ]
  const repeated = operation.isRepeatable
    ? 'Sent again after no answer or a 5xx.'
    : 'Not sent again after no answer or a 5xx.'
  const doc = comment([
    `${summary}.`,
    `\`${key}\`, scope \`${scope}\`. ${repeated} Errors: {@link ${pascal(name)}ErrorCode}.`,
  ])
  return `${doc}${name}(${args.join(', ')}): Promise<${answer ? typeOf(answer) : 'void'}>`
}

function errorTypes(calls: Call[]): string {
  const rows = calls.map(({ name }) => `${name}: ${pascal(name)}ErrorCode`)
  const own = calls.map(({ name, key, errors }) => {
    const codes = errors.filter((code) => !commonCodes.includes(code) && !bodyCodes.includes(code))
    const isGet = key.startsWith('GET ')
    const members = [
      '| CommonErrorCode',
      ...(isGet ? [] : ['| BodyErrorCode']),
      ...codes.map(member),
    ]
    return `export type ${pascal(name)}ErrorCode =\n${members.join('\n')}`
  })
  const outside = Object.entries(ownCodes).map(([code, says]) => `// ${says}\n| '${code}'`)
  return `/** Any call may end with these. */
export type CommonErrorCode =
${[...outside, ...commonCodes.map(member)].join('\n')}

/** A proxy in between may cause these. */
export type BodyErrorCode =
${bodyCodes.map(member).join('\n')}

${own.join('\n\n')}

/** Function → its error codes. */
export interface ErrorCodes {
${rows.join('\n')}
}`
}

const bodyCodes: readonly ErrorCode[] = bodyErrors

/** A code below its status and its sentence. */
function member(code: ErrorCode): string {
  return `// ${errorSentence(code)}\n| '${code}'`
}

/** 'generatePoints' → 'GeneratePoints'. */
function pascal(name: string): string {
  return name[0]!.toUpperCase() + name.slice(1)
}
