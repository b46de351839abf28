/** The contract's table as routes: an endpoint's entry says who may call, what is read and what is answered. */

import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  onRequestAsyncHookHandler,
  onRequestHookHandler,
} from 'fastify'
import type * as z from 'zod/mini'

import type { Context } from '#api/context/context.ts'
import { identifyCaller, withAdmission } from '#api/server/admission.ts'
import { sendTagged, writeEvents } from '#api/server/send.ts'
import type { Shedding } from '#api/server/shedding.ts'
import { type InTime, timeLeft } from '#api/server/time-left.ts'
import {
  type Caller,
  callerErrors,
  commonErrors,
  type Endpoint,
  keyErrors,
} from '#contract/endpoint.ts'
import {
  type EndpointKey,
  endpoints,
  type Endpoints,
  type ResponseOf,
} from '#contract/endpoints.ts'
import { type ErrorCode, ErrorBody, errorCodes } from '#contract/error.ts'
import type { EventWriter } from '#contract/intention.ts'
import { limits } from '#contract/limits.ts'
import { limitsOf } from '#database/sql.ts'
import { bytes, type Idempotency } from '#engine/command.ts'

import { forCashier, ApiError } from './api-error.ts'
import { type Credential, credentialOf, type Identity } from './caller.ts'
import { fingerprintOf, idempotencyKey } from './idempotency.ts'

/** The parts of a request as the contract left them: checked, trimmed, defaults filled in. */
type Parts<Key extends EndpointKey> = {
  [
    part in 'params' | 'query' | 'headers' | 'body' as Endpoints[Key] extends {
      [name in part]: unknown
    }
      ? part
      : never
  ]: Endpoints[Key] extends { [name in part]: infer Schema extends z.ZodMiniType }
    ? z.output<Schema>
    : never
}

type Call = {
  now: Date
  /** The network address of who calls, for limits. */
  address: string
  /** As the browser calls itself; cut, because a caller may write a book. */
  user_agent: string | null
  /** Sets a header of the answer. */
  header: (name: string, value: string) => void
  /** Where the endpoint honours a key and it was sent: goes into the engine's command. */
  idempotency: Idempotency | undefined
}

/** What a call with an idempotency key needs besides: the key, and a place for the header that says it was replayed. */
export type KeyedCall = Pick<Call, 'idempotency' | 'header'>

type CallerOf<Key extends EndpointKey> = Endpoints[Key]['caller']
type IdentifiedKey = {
  [Key in EndpointKey]: CallerOf<Key> extends keyof Identity ? Key : never
}[EndpointKey]

/** A handler that is told who calls. */
type Handler<Key extends IdentifiedKey> = (
  call: Call & Parts<Key> & Identity[CallerOf<Key> & keyof Identity],
) => Promise<ResponseOf<Key>>

/** A handler whose own statement checks the credential, so that the request is one statement. It must refuse. */
type CredentialHandler<Key extends EndpointKey> = (
  call: Call & Parts<Key> & { credential: Credential[CallerOf<Key>] },
) => Promise<ResponseOf<Key>>

/** Hooks around a handler. `before` throws to refuse the call; `refused` to answer with another refusal. */
export type Guard<Known> = {
  before: (call: Known) => Promise<void>
  refused: (call: Known, code: ErrorCode) => Promise<void>
}
type GuardOf<Key extends IdentifiedKey> = Guard<
  Call & Parts<Key> & Identity[CallerOf<Key> & keyof Identity]
>

export type Route = {
  <Key extends IdentifiedKey>(key: Key, handler: Handler<Key>, guard?: GuardOf<Key>): void
  /** For the hot paths: the handler's statement checks who calls. */
  withCredential: <Key extends EndpointKey>(key: Key, handler: CredentialHandler<Key>) => void
}

export function createRoute(
  app: FastifyInstance,
  context: Context,
  shedding: Pick<Shedding, 'admit'>,
): Route {
  decorateRequests(app, limitsOf(context.database).answer_ms)
  const server = { app, context, shedding }
  const route = <Key extends IdentifiedKey>(
    key: Key,
    handler: Handler<Key>,
    guard?: GuardOf<Key>,
  ) => addIdentified(server, key, handler, guard)
  const withCredential = <Key extends EndpointKey>(key: Key, handler: CredentialHandler<Key>) =>
    addWithCredential(server, key, handler)
  return Object.assign(route, { withCredential })
}

/** Where the routes are added, and what their handlers work with. */
type Server = {
  app: FastifyInstance
  context: Context
  shedding: Pick<Shedding, 'admit'>
}

function decorateRequests(app: FastifyInstance, answer_ms: number): void {
  app.decorateRequest('caller')
  app.decorateRequest('user_agent', null)
  app.decorateRequest('inTime')
  // Before an endpoint's own headers are checked, which leaves no others.
  app.addHook('onRequest', (request, _reply, done) => {
    request.user_agent = request.headers['user-agent']?.slice(0, max_user_agent_length) ?? null
    request.inTime = timeLeft(answer_ms)
    done()
  })
}

const max_user_agent_length = 300

declare module 'fastify' {
  interface FastifyRequest {
    /** Who calls, or the credential that the handler's statement checks. */
    caller: object
    user_agent: string | null
    inTime: InTime
  }
}

function addIdentified<Key extends IdentifiedKey>(
  server: Server,
  key: Key,
  handler: Handler<Key>,
  guard?: GuardOf<Key>,
): void {
  const endpoint: Endpoint & { caller: keyof Identity } = endpoints[key]
  const { caller } = endpoint
  const onRequest = async (request: FastifyRequest) => {
    const credential = credentialOf[caller](request, endpoint)
    request.caller = await identifyCaller(server.context, request, caller, credential)
  }
  add(server, key, onRequest, handler, guard)
}

function addWithCredential<Key extends EndpointKey>(
  server: Server,
  key: Key,
  handler: CredentialHandler<Key>,
): void {
  const endpoint: Endpoint = endpoints[key]
  const { caller } = endpoint
  const onRequest = (request: FastifyRequest, _reply: FastifyReply, done: () => void) => {
    request.caller = { credential: credentialOf[caller](request, endpoint) }
    done()
  }
  const run = (call: Parameters<typeof handler>[0]) =>
    withAdmission(server.context, call.credential, call.user_agent, () => handler(call))
  add(server, key, onRequest, run)
}

type Hook = onRequestHookHandler | onRequestAsyncHookHandler

function add(
  { app, context, shedding }: Server,
  key: EndpointKey,
  onRequest: Hook,
  handler: (call: never) => Promise<unknown>,
  guard?: Guard<never>,
): void {
  const endpoint: Endpoint = endpoints[key]
  const [method, path] = key.split(' ') as ['GET' | 'POST' | 'PUT' | 'DELETE', string]
  const status = endpoint.response ? (endpoint.status ?? 200) : 204
  app.route({
    method,
    url: `/api${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
    schema: schemaOf(key, endpoint),
    // Before the body is read: 401 comes before 422, and a call that is shed costs no statement.
    onRequest: [shedding.admit(endpoint.shed), onRequest],
    handler: async (request, reply) => {
      const call = callOf(key, request, reply, context.clock())
      const { handle, guarded } = guardedCall(handler, call, guard, (refused) =>
        endpoint.caller === 'partner' ? refusedTill(context, key, request, refused) : refused,
      )
      const answer = await request.inTime(guarded(handle))
      if (typeof answer === 'function') return writeEvents(reply, answer as EventWriter)
      reply.code(answer === undefined ? 204 : status)
      if (!endpoint.conditional || answer === undefined) return answer
      return sendTagged(request, reply, reply.serialize(answer) as string)
    },
  })
}

/** Throws `bad_request` for a malformed idempotency key. */
function callOf(key: EndpointKey, request: FastifyRequest, reply: FastifyReply, now: Date): object {
  const endpoint: Endpoint = endpoints[key]
  const { params, query, headers, body, caller, ip: address, user_agent } = request
  const header = (name: string, value: string) => void reply.header(name, value)
  const idempotency = endpoint.idempotent ? keyOf(key, request) : undefined
  return { ...caller, params, query, headers, body, now, address, user_agent, header, idempotency }
}

/** The request's idempotency key, and the hash of what was sent with it. Throws `bad_request`. */
function keyOf(endpoint: EndpointKey, request: FastifyRequest): Idempotency | undefined {
  const key = idempotencyKey(request)
  if (key === null) return undefined
  const fingerprint = fingerprintOf(endpoint, request.params, request.body)
  return { key, key_fingerprint: bytes(fingerprint) }
}

/** The handler of one call, and the guard around it. */
function guardedCall(
  handler: (call: never) => Promise<unknown>,
  call: object,
  guard: Guard<never> | undefined,
  reworded: (refused: ApiError) => ApiError,
) {
  let code: ErrorCode | undefined
  const handle = () =>
    handler(call as never).catch((error: unknown) => {
      if (!(error instanceof ApiError)) throw error
      code = error.code
      throw reworded(error)
    })
  async function guarded<Result>(work: () => Promise<Result>): Promise<Result> {
    await guard?.before(call as never)
    try {
      return await work()
    } finally {
      if (code !== undefined) await guard?.refused(call as never, code)
    }
  }
  return { handle, guarded }
}

/** The refusal in the cashier's words. */
function refusedTill(
  { log }: Context,
  key: EndpointKey,
  { id: request_id }: FastifyRequest,
  refused: ApiError,
): ApiError {
  const { code } = refused
  if (rate_limits.has(code)) log.warn({ request_id, route: key, code }, 'rate limit exceeded')
  return forCashier(refused)
}

/** Logged as a warning: a shop may be pressing its customers, or a thief may have the key (T6, T18). */
const rate_limits = new Set<ErrorCode>([
  'daily_limit_reached',
  'too_many_requests',
  'intention_declined',
])

/** The entry as Fastify and OpenAPI want it. */
function schemaOf(key: EndpointKey, endpoint: Endpoint) {
  const { summary, caller, params, query, headers, body, response, status } = endpoint
  const refused = new Set<ErrorCode>([
    ...endpoint.errors,
    ...(endpoint.idempotent ? keyErrors : []),
    ...callerErrors[caller],
    ...commonErrors,
  ])
  const answers = Object.fromEntries(
    [...refused].map((type) => {
      const { status } = errorCodes[type]
      return [status, described(refused, status, caller)]
    }),
  )
  return {
    summary,
    ...(endpoint.idempotent && { description: key_description }),
    operationId: key,
    tags: [key.split(/[ /]/)[2]!],
    security: security[caller],
    ...(params && { params }),
    ...(query && { querystring: query }),
    ...(headers && { headers }),
    ...(body && { body }),
    response: {
      ...answers,
      ...(response ? { [status ?? 200]: response } : {}),
    },
  }
}

const key_description =
  `Honours \`Idempotency-Key\`, 16 to 128 of \`A-Z a-z 0-9 _ . : -\`, kept for ${limits.idempotency_days} days: ` +
  'the same key with the same call gets the stored answer with `Idempotent-Replayed: true`, a refusal too; with another ' +
  'call, `idempotency_mismatch`.'

/** One status may carry several refusals. */
function described(refused: Set<ErrorCode>, status: number, caller: Caller) {
  const types = [...refused].filter((type) => errorCodes[type].status === status)
  return {
    description: types
      .map((type) => {
        const { message } = caller === 'partner' ? forCashier(new ApiError(type)) : errorCodes[type]
        return `\`${type}\` ${message}`
      })
      .join(' · '),
    content: { 'application/json': { schema: ErrorBody } },
  }
}

const security: Record<Caller, Record<string, string[]>[]> = {
  anyone: [],
  guest: [{ company: [] }],
  customer: [{ company: [], session: [] }],
  account: [{ company: [], session: [] }],
  partner: [{ partner_key: [] }],
}
