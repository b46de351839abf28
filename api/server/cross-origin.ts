/**
 * CORS, for a portal whose files are on a different server than the API (T13). A page may call the API only for the company
 * that owns the page's host name. The token is a header and no cookie is sent, so credentials are not allowed.
 */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { companyIdOf } from '#api/company/lookup.ts'
import type { Context } from '#api/context/context.ts'
import { ApiError } from '#api/http/api-error.ts'
import { Hostname } from '#contract/value/hostname.ts'

/** The headers that the portal sends (R3.2, R3.12, R8.1, D2). */
const allowedHeaders =
  'Authorization, Company-Id, Content-Type, Idempotency-Key, If-None-Match, customer-document, customer-email'
/** The headers of an answer that the portal reads. */
const exposedHeaders =
  'X-Total-Count, Link, Retry-After, Idempotent-Replayed, Content-Disposition, Date, ETag, X-Request-Id'
const methods = 'GET, POST, PUT, DELETE'
/** How long a browser may cache a preflight: Chromium's maximum. */
const preflight_s = 7200

/** A host name that moves to another company does so on every node within this time. */
const cache_ms = 60_000
/** Bounds the cache, because anybody can invent origins. */
const maxCached = 1000

/** Call it before the API's routes are added, in the same Fastify scope. */
export function crossOrigin(app: FastifyInstance, context: Pick<Context, 'database' | 'clock'>) {
  const companyAt = cachedCompanies(context)
  // Runs in onRequest, before the caller is identified, because a browser sends simple calls without a preflight. Same-origin
  // calls, which are the majority, do no work here.
  app.addHook('onRequest', (request, reply, done) => {
    const { origin } = request.headers
    // The matched route and not the request's URL, in which a caller may write a letter as %61.
    const { url: route = '' } = request.routeOptions
    // Tills are not browsers. Without CORS headers no page can call these endpoints. A till's Origin header is ignored.
    if (route.startsWith('/api/partner/')) return done()
    // The console's pages call their own host alone, with a cookie. No other page may, not even one of the same company (D15).
    if (route.startsWith('/api/admin/')) return done(refusedForConsole(request))
    reply.header('vary', 'Origin')
    if (origin === undefined || isOwn(origin, request)) return done()
    void decide(origin, request, reply, done)
  })

  async function decide(
    origin: string,
    request: FastifyRequest,
    reply: FastifyReply,
    done: (refused?: Error) => void,
  ): Promise<void> {
    try {
      await admit(origin, request, reply)
    } catch (error) {
      // `forbidden`, or a database that is away: Fastify's error handler answers both.
      return done(error as Error)
    }
    done()
  }

  /** Throws `forbidden` for a page of no company, or of a company other than Company-Id. */
  async function admit(origin: string, request: FastifyRequest, reply: FastifyReply) {
    if (!asksForItself(origin, request)) {
      const company_id = await companyAt(origin)
      const claimed = request.headers['company-id']
      if (!company_id || (claimed && String(claimed).toLowerCase() !== company_id)) {
        throw new ApiError('forbidden')
      }
    }
    reply.headers({
      'access-control-allow-origin': origin,
      'access-control-expose-headers': exposedHeaders,
    })
  }

  // A preflight has a route for each of the three rules above.
  for (const path of ['/api/*', '/api/partner/*', '/api/admin/*']) {
    app.options(path, { schema: { hide: true } }, async (_request, reply) =>
      reply
        .code(204)
        .headers({
          'access-control-allow-methods': methods,
          'access-control-allow-headers': allowedHeaders,
          'access-control-max-age': preflight_s,
        })
        .send(),
    )
  }
}

/**
 * Refuses a call that a browser makes for a page of another origin, as its headers say. A call without both headers is allowed.
 * It comes from a program that is no browser. A browser without them would send a preflight, because every call has Company-Id,
 * and the preflight is refused.
 */
function refusedForConsole(request: FastifyRequest): ApiError | undefined {
  const { origin, 'sec-fetch-site': site } = request.headers
  const isForeign = origin !== undefined && !isOwn(origin, request)
  return isForeign || (site !== undefined && site !== 'same-origin')
    ? new ApiError('forbidden')
    : undefined
}

/** Whether this server has served the page. */
function isOwn(origin: string, request: FastifyRequest): boolean {
  return URL.parse(origin)?.host === request.host
}

/** R1.2: any page may look up its own host name, so that it can show that no company has it. */
function asksForItself(origin: string, request: FastifyRequest): boolean {
  const name = URL.parse(origin)?.hostname
  return request.url === `/api/company/get-company-by-domain/${name}`
}

/** The host name of an https origin, or of an http one on this machine. Null for others: anybody can forge plain http. */
function hostnameOf(origin: string): string | null {
  const url = URL.parse(origin)
  if (!url || url.origin !== origin) return null
  const isLocal = /(^|\.)localhost$/.test(url.hostname)
  if (url.protocol !== 'https:' && !(isLocal && url.protocol === 'http:')) return null
  return Hostname.safeParse(url.hostname).data ?? null
}

function cachedCompanies({ database, clock }: Pick<Context, 'database' | 'clock'>) {
  const cache = new Map<string, { company_id: string | undefined; until: number }>()
  return async (origin: string): Promise<string | undefined> => {
    const now = clock().getTime()
    const cached = cache.get(origin)
    if (cached && cached.until > now) return cached.company_id
    const name = hostnameOf(origin)
    const company_id = name === null ? undefined : (await companyIdOf(database, name))?.company_id
    if (cache.size >= maxCached) cache.clear()
    cache.set(origin, { company_id, until: now + cache_ms })
    return company_id
  }
}
