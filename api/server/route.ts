/**
 * Adds the contract's endpoints as routes. An endpoint declares its caller, its request and its response. The steps of a call:
 *
 * 1. shedding.ts: a call that has to wait too long is answered 503, before its body is read.
 * 2. credential.ts: reads the token, key or cookie.
 * 3. admission.ts: identifies the caller. A handler `withCredential` does it in its own statement (step 6).
 * 4. route-schema.ts: the body, query and path by the contract. Bad input ends here with 422.
 * 5. call.ts: the handler's argument. guarded.ts: limits of attempts before and after the handler.
 * 6. The handler: the verb of a slice. moved-customer.ts runs it again if the customer has moved to another record meanwhile.
 * 7. send.ts: the answer, an ETag or a stream. An error becomes a status and a sentence in error-answer.ts.
 */

import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  onRequestAsyncHookHandler,
  onRequestHookHandler,
} from 'fastify'

import { companyNow } from '#api/clock/clock.ts'
import type { IdentityProvider } from '#api/company/identity-provider.ts'
import type { Context } from '#api/context/context.ts'
import type { Credential, Identity } from '#api/http/caller.ts'
import type {
  CredentialHandler,
  Guard,
  GuardOf,
  Handler,
  IdentifiedKey,
  Route,
} from '#api/http/route.ts'
import type { Caller, Endpoint } from '#contract/endpoints/endpoint.ts'
import { type EndpointKey, endpoints } from '#contract/endpoints/endpoints.ts'
import type { EventWriter } from '#contract/intention.ts'
import { ShortList } from '#contract/value/page.ts'
import { limitsOf } from '#database/sql.ts'

import { identifyCaller, withAdmission } from './admission.ts'
import { callOf, decorateRequests } from './call.ts'
import { credentialOf } from './credential.ts'
import { writeEvents } from './event-stream.ts'
import { runGuarded } from './guarded.ts'
import { withMovedCustomer } from './moved-customer.ts'
import { schemaOf } from './route-schema.ts'
import { sendTagged } from './send.ts'
import type { Shedding } from './shedding.ts'

type RouteContext = Pick<Context, 'database' | 'clock' | 'log'> & {
  identityProvider: IdentityProvider
}

/** The app that gets the routes, and the dependencies of their handlers. */
type Server = {
  app: FastifyInstance
  context: RouteContext
  shedding: Pick<Shedding, 'admit'>
}

export function createRoute(
  app: FastifyInstance,
  context: RouteContext,
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

/** Adds a route that identifies the caller before the body is read. */
function addIdentified<Key extends IdentifiedKey>(
  server: Server,
  key: Key,
  handler: Handler<Key>,
  guard?: GuardOf<Key>,
): void {
  const endpoint: Endpoint & { caller: keyof Identity } = endpoints[key]
  const { caller } = endpoint
  const onRequest = async (request: FastifyRequest) => {
    const credential = credentialOf[caller](request, key)
    request.caller = { credential }
    request.caller = await identifyCaller(server.context, request, caller, credential)
  }
  const run = caller === 'customer' ? withMovedCustomer(server.context.database, handler) : handler
  add(server, key, onRequest, run, guard)
}

/** Adds a route that only reads the credential: the handler's own statement checks it. */
function addWithCredential<Key extends EndpointKey>(
  server: Server,
  key: Key,
  handler: CredentialHandler<Key>,
): void {
  const endpoint: Endpoint = endpoints[key]
  const { caller } = endpoint
  const onRequest = (request: FastifyRequest, _reply: FastifyReply, done: () => void) => {
    request.caller = { credential: credentialOf[caller](request, key) }
    done()
  }
  const run = (call: { credential: Credential[Caller]; user_agent: string | null }) =>
    withAdmission(server.context, call.credential, call.user_agent, () => handler(call as never))
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
  const run = runGuarded(context.log, key, handler, guard)
  app.route({
    method,
    url: `/api${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
    schema: schemaOf(key, endpoint),
    config: { isAccount: endpoint.shed === 'login' },
    ...(endpoint.maxBody !== undefined && { bodyLimit: endpoint.maxBody }),
    // Before the body is read, so that 401 precedes 422 and a shed call costs no statement.
    onRequest: [shedding.admit(endpoint.shed), onRequest],
    handler: async (request, reply) => {
      const now = companyNow(context, companyOf(request))
      // The clock of a real company is read without a wait.
      const instant = now instanceof Date ? now : await request.inTime(now)
      const call = callOf(key, request, reply, instant)
      const answer = await request.inTime(run(call, request.id))
      request.signed_in = signedIn(answer)
      return sendAnswer(endpoint, request, reply, answer)
    },
  })
}

/** The company that an identified caller or its credential names. */
function companyOf({ caller }: FastifyRequest): string | undefined {
  const { company_id, credential } = caller as Partial<Identity['guest']> & {
    credential?: Partial<Credential['guest']>
  }
  return company_id ?? credential?.company_id
}

/** The customer whom a sign-in's answer names (SignedIn of contract/customer.ts). Undefined for other answers. */
function signedIn(answer: unknown): string | undefined {
  const { data, token } = (answer ?? {}) as { data?: { id?: string }; token?: unknown }
  return token === undefined ? undefined : data?.id
}

function pageOf(list: unknown[], { page, per_page }: ShortList): unknown[] {
  return list.slice((page - 1) * per_page, page * per_page)
}

/** Returns what Fastify sends: the answer itself, unless it is a stream of events or has an ETag. */
function sendAnswer(
  { query, response, status, conditional }: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: unknown,
): unknown {
  if (typeof answer === 'function') return writeEvents(request, reply, answer as EventWriter)
  if (answer === undefined) {
    reply.code(204)
    return undefined
  }
  reply.code(response ? (status ?? 200) : 204)
  // D2: without a query, and for a short list, the handler answers the whole list. The other lists count for themselves.
  if (Array.isArray(answer) && (!query || query === ShortList)) {
    reply.header('x-total-count', String(answer.length))
  }
  const shown =
    query === ShortList ? pageOf(answer as unknown[], request.query as ShortList) : answer
  return conditional ? sendTagged(request, reply, reply.serialize(shown) as string) : shown
}
