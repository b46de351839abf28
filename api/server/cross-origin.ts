/**
 * The portal as plain files on another server than the API's: a page of a company's own host names may call for that
 * company, and no other page for anybody (T13). No cookie travels: the token is a header, so nothing here allows credentials.
 */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { companyIdOf } from '#api/company/lookup.ts'
import type { Context } from '#api/context/context.ts'
import { ApiError } from '#api/http/api-error.ts'
import { Hostname } from '#contract/hostname.ts'

/** What the portal sends (R3.2, R3.12, R8.1, D2). */
const sent_headers =
  'Authorization, Company-Id, Content-Type, Idempotency-Key, If-None-Match, customer-document, customer-email'
/** What it may read of an answer: totals, pages, waits, a file's name, the server's clock, the id to name to the operator, the tag of a poll. */
const told_headers =
  'X-Total-Count, Link, Retry-After, Idempotent-Replayed, Content-Disposition, Date, ETag, X-Request-Id'
const methods = 'GET, POST, PUT, DELETE'
/** Seconds that a browser need not ask again: the longest that Chromium takes. */
const preflight_s = 7200

/** A host name that changes hands does so for every node within this time. */
const remembered_ms = 60_000
/** Origins are a stranger's to invent. */
const max_remembered = 1000

/** Call it where the API's routes are added, before them. */
export function crossOrigin(app: FastifyInstance, context: Pick<Context, 'database' | 'clock'>) {
  const companyAt = rememberedCompanies(context)
  // Before who calls is asked, and before any work: a browser sends some calls without asking first. A portal's own calls,
  // which are the many, wait for nothing here.
  app.addHook('onRequest', (request, reply, done) => {
    const { origin } = request.headers
    // A till is no page: no page is let in, and no till kept out for what it calls itself.
    if (request.url.startsWith('/api/partner/')) return done()
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
      // A refusal, or the database is away: one place answers both.
      return done(error as Error)
    }
    done()
  }

  /** Throws `forbidden` where the page has no business here. */
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
      'access-control-expose-headers': told_headers,
    })
  }

  app.options('/api/*', { schema: { hide: true } }, async (_request, reply) =>
    reply
      .code(204)
      .headers({
        'access-control-allow-methods': methods,
        'access-control-allow-headers': sent_headers,
        'access-control-max-age': preflight_s,
      })
      .send(),
  )
}

/** The page that this very server has served. */
function isOwn(origin: string, request: FastifyRequest): boolean {
  return URL.parse(origin)?.host === request.host
}

/** R1.2: any page may hear that its own host name is nobody's, and say so. */
function asksForItself(origin: string, request: FastifyRequest): boolean {
  const name = URL.parse(origin)?.hostname
  return request.url === `/api/company/get-company-by-domain/${name}`
}

/** Whose an origin is. What travels in the clear could be anybody's, but on this machine, where it does not travel. */
function hostnameOf(origin: string): string | null {
  const url = URL.parse(origin)
  if (!url || url.origin !== origin) return null
  const is_local = /(^|\.)localhost$/.test(url.hostname)
  if (url.protocol !== 'https:' && !(is_local && url.protocol === 'http:')) return null
  return Hostname.safeParse(url.hostname).data ?? null
}

function rememberedCompanies({ database, clock }: Pick<Context, 'database' | 'clock'>) {
  const known = new Map<string, { company_id: string | undefined; until: number }>()
  return async (origin: string): Promise<string | undefined> => {
    const now = clock().getTime()
    const remembered = known.get(origin)
    if (remembered && remembered.until > now) return remembered.company_id
    const name = hostnameOf(origin)
    const company_id = name === null ? undefined : (await companyIdOf(database, name))?.company_id
    if (known.size >= max_remembered) known.clear()
    known.set(origin, { company_id, until: now + remembered_ms })
    return company_id
  }
}
