/** The contract's table as routes: an endpoint's entry says who may call, what is read and what is answered. */

import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  onRequestAsyncHookHandler,
  onRequestHookHandler,
} from 'fastify'
import type * as z from 'zod/mini'

import type { Context } from '#api/context.ts'
import { admit } from '#api/session/admit.ts'
import {
  type Caller,
  caller_refusals,
  common_refusals,
  type Endpoint,
  key_refusals,
} from '#contract/endpoint.ts'
import {
  type EndpointKey,
  endpoints,
  type Endpoints,
  type ResponseOf,
} from '#contract/endpoints.ts'
import type { EventWriter } from '#contract/intention.ts'
import { limits } from '#contract/limits.ts'
import { type Refusal, RefusalBody, refusals } from '#contract/refusal.ts'
import { limitsOf } from '#database/sql.ts'
import { bytes, type Idempotency } from '#engine/command.ts'

import { type Credential, credentialOf, identify, type Identity } from './caller.ts'
import { fingerprintOf, idempotencyKey } from './idempotency.ts'
import { forCashier, Refused } from './refused.ts'
import { sendTagged, writeEvents } from './send.ts'
import type { Shedding } from './shedding.ts'
import { type InTime, timeLeft } from './time-left.ts'

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
  refused: (call: Known, refusal: Refusal) => Promise<void>
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
  const { clock, database, log } = context
  const { answer_ms } = limitsOf(database)
  app.decorateRequest('caller')
  app.decorateRequest('user_agent', null)
  app.decorateRequest('inTime')
  // Before an endpoint's own headers are checked, which leaves no others.
  app.addHook('onRequest', (request, _reply, done) => {
    request.user_agent = request.headers['user-agent']?.slice(0, max_user_agent_length) ?? null
    request.inTime = timeLeft(answer_ms)
    done()
  })

  function add(
    key: EndpointKey,
    handler: (call: never) => Promise<unknown>,
    onRequest: Hook,
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
        const { params, query, headers, body, caller, ip: address, user_agent } = request
        const now = clock()
        const header = (name: string, value: string) => void reply.header(name, value)
        const idempotency = endpoint.idempotent ? keyOf(key, request) : undefined
        const call = {
          ...caller,
          params,
          query,
          headers,
          body,
          now,
          address,
          user_agent,
          header,
          idempotency,
        }
        const { handle, guarded } = guardedCall(handler, call, guard, (refused) => {
          if (endpoint.caller !== 'partner') return refused
          const { refusal } = refused
          if (rate_limits.has(refusal)) {
            log.warn({ request_id: request.id, route: key, refusal }, 'a till is stopped')
          }
          return forCashier(refused)
        })
        const answer = await request.inTime(guarded(handle))
        if (typeof answer === 'function') return writeEvents(reply, answer as EventWriter)
        reply.code(answer === undefined ? 204 : status)
        if (!endpoint.conditional || answer === undefined) return answer
        return sendTagged(request, reply, reply.serialize(answer) as string)
      },
    })
  }

  function route<Key extends IdentifiedKey>(
    key: Key,
    handler: Handler<Key>,
    guard?: GuardOf<Key>,
  ): void {
    const endpoint: Endpoint = endpoints[key]
    const { caller } = endpoint
    const onRequest = async (request: FastifyRequest) => {
      request.caller = await identified(request, caller, credentialOf[caller](request, endpoint))
    }
    add(key, handler, onRequest, guard)
  }
  route.withCredential = <Key extends EndpointKey>(key: Key, handler: CredentialHandler<Key>) => {
    const endpoint: Endpoint = endpoints[key]
    const { caller } = endpoint
    const run = (call: Parameters<typeof handler>[0]) =>
      admitted(call.credential, call.user_agent, () => handler(call))
    add(key, run, (request: FastifyRequest, _reply: FastifyReply, done: () => void) => {
      request.caller = { credential: credentialOf[caller](request, endpoint) }
      done()
    })
  }

  /**
   * `work`, and once more where it refused an ID token only because nobody had looked at it yet: the first call with each,
   * once an hour, pays for that; all others find a session.
   */
  async function admitted<Result>(
    credential: Credential[Caller],
    user_agent: string | null,
    work: () => Promise<Result>,
  ): Promise<Result> {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof Refused) || error.refusal !== 'unauthenticated') throw error
      if (!('token_hash' in credential && 'id_token' in credential && credential.id_token)) {
        throw error
      }
      const { company_id, id_token } = credential
      await admit(context, { company_id, id_token }, user_agent, clock())
      return work()
    }
  }

  function identified(
    request: FastifyRequest,
    caller: keyof Identity,
    credential: Credential[Caller],
  ): Promise<object> {
    const work = () => identify[caller](context, credential as never, clock())
    if (caller !== 'guest') {
      return request.inTime(admitted<object>(credential, request.user_agent, work))
    }
    const guest = () => identify.guest(context, credential as Credential['guest'], clock())
    return request.inTime(somebody(credential as Credential['guest'], request.user_agent, guest))
  }

  /** The same for who may be a guest: a token that is no good, or of nobody, is none. */
  async function somebody(
    { company_id, id_token }: Credential['guest'],
    user_agent: string | null,
    work: () => Promise<Identity['guest']>,
  ): Promise<Identity['guest']> {
    const guest = await work()
    if (guest.customer_id !== null || id_token === null) return guest
    try {
      await admit(context, { company_id, id_token }, user_agent, clock())
    } catch (error) {
      if (error instanceof Refused && refusals[error.refusal].status < 500) return guest
      throw error
    }
    return work()
  }
  return route
}

/** The handler of one call, and the guard around it. */
function guardedCall(
  handler: (call: never) => Promise<unknown>,
  call: object,
  guard: Guard<never> | undefined,
  reworded: (refused: Refused) => Refused,
) {
  let refusal: Refusal | undefined
  const handle = () =>
    handler(call as never).catch((error: unknown) => {
      if (!(error instanceof Refused)) throw error
      refusal = error.refusal
      throw reworded(error)
    })
  async function guarded<Result>(work: () => Promise<Result>): Promise<Result> {
    await guard?.before(call as never)
    try {
      return await work()
    } finally {
      if (refusal !== undefined) await guard?.refused(call as never, refusal)
    }
  }
  return { handle, guarded }
}

/** The request's idempotency key, and the hash of what was sent with it. Throws `bad_request`. */
function keyOf(endpoint: EndpointKey, request: FastifyRequest): Idempotency | undefined {
  const key = idempotencyKey(request)
  if (key === null) return undefined
  const fingerprint = fingerprintOf(endpoint, request.params, request.body)
  return { key, key_fingerprint: bytes(fingerprint) }
}

const max_user_agent_length = 300

/** Logged as a warning: a shop may be pressing its customers, or a thief may have the key (T6, T18). */
const rate_limits = new Set<Refusal>([
  'daily_limit_reached',
  'too_many_requests',
  'intention_declined',
])

type Hook = onRequestHookHandler | onRequestAsyncHookHandler

declare module 'fastify' {
  interface FastifyRequest {
    /** Who calls, or the credential that the handler's statement checks. */
    caller: object
    user_agent: string | null
    inTime: InTime
  }
}

/** The entry as Fastify and OpenAPI want it. */
function schemaOf(key: EndpointKey, endpoint: Endpoint) {
  const { summary, caller, params, query, headers, body, response, status } = endpoint
  const refused = new Set<Refusal>([
    ...endpoint.refusals,
    ...(endpoint.idempotent ? key_refusals : []),
    ...caller_refusals[caller],
    ...common_refusals,
  ])
  const answers = Object.fromEntries(
    [...refused].map((type) => {
      const { status } = refusals[type]
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
function described(refused: Set<Refusal>, status: number, caller: Caller) {
  const types = [...refused].filter((type) => refusals[type].status === status)
  return {
    description: types
      .map((type) => {
        const { message } = caller === 'partner' ? forCashier(new Refused(type)) : refusals[type]
        return `\`${type}\` ${message}`
      })
      .join(' · '),
    content: { 'application/json': { schema: RefusalBody } },
  }
}

const security: Record<Caller, Record<string, string[]>[]> = {
  anyone: [],
  guest: [{ company: [] }],
  customer: [{ company: [], session: [] }],
  account: [{ company: [], session: [] }],
  partner: [{ partner_key: [] }],
}
