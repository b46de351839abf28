/** Serves the portal's files, and the page. The page contains the company, so the first paint waits for no API call. */

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { constants } from 'node:zlib'

import compress from '@fastify/compress'
import helmet from '@fastify/helmet'
import statics from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'

import { type IdentityProvider, withIdentityProvider } from '#api/company/identity-provider.ts'
import { consoleFiles } from '#api/console-page/console-files.ts'
import { ApiError } from '#api/http/api-error.ts'
import { hostname } from '#api/http/hostname.ts'
import { originOf } from '#api/http/origin.ts'
import { warningSummary } from '#api/log/warning-summary.ts'
import { canonicalPath } from '#contract/path.ts'
import { previewPath } from '#contract/programme/preview.ts'
import { type Database, isDatabaseAway } from '#database/sql.ts'

import { openFirstScreens, tokenOf } from './first-screen.ts'
import { installedApp } from './installed.ts'
import { openKnownCompanies } from './known-company.ts'
import { securityHeaders } from './page-policy.ts'
import { openPages } from './page.ts'
import { policyReports } from './policy-report.ts'
import { openPreview, type PreviewOf } from './preview.ts'
import { unavailablePage } from './unavailable-page.ts'

type Needs = {
  database: Database
  log: Logger
  identityProvider: IdentityProvider
  /** Null: no build is served. */
  portalFolder: string | null
  /** Undefined: no build of the console is served. */
  consoleFolder?: string | undefined
  /** The DSN to which the portal reports its errors. */
  portalDsn?: string
  clock: () => Date
  previewOf: PreviewOf
}

/** Serves the icons, and, if there is a build, its assets and its page for every path that no other route serves. */
export async function portalFiles(app: FastifyInstance, context: Needs): Promise<void> {
  installedApp(app, context)
  if (!context.portalFolder) return
  await app.register(page, { ...context, folder: context.portalFolder })
  await app.register((scope) => policyReports(scope, context))
}

/** The same value as the Retry-After of the API's 503. */
const retryAfter_s = 2

const immutable = 'public, max-age=31536000, immutable'

/** A worker obeys the policy of its own file. It calls this server, or the one that VITE_API_URL named at the build. */
const workerPolicy =
  "default-src 'none'; base-uri 'none'; connect-src 'self' https:; form-action 'none'; frame-ancestors 'none'"

/**
 * Quality 5 takes a tenth of the time of the best quality (11) for 5 % more bytes; the page is compressed for each request.
 * Another site cannot learn from its compressed length, because a visit from there has no personal data (first-screen.ts).
 * API answers are not compressed.
 */
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

async function page(app: FastifyInstance, context: Needs & { folder: string }) {
  const { folder } = context
  const writePage = await openPages(folder, context.portalDsn)
  const firstScreen = await openFirstScreens(app, context)
  const companyOf = openKnownCompanies(context.database)
  const unavailable = warningSummary(context.log, 'unavailable')
  app.addHook('onClose', async () => unavailable.flush())

  // `global: false`: these plug-ins add no headers by themselves. The page below sets the policy of its company.
  await app.register(compress, { global: false, encodings: ['br', 'gzip'], brotliOptions })
  await app.register(helmet, { global: false, enableCSPNonces: true })
  await app.register(statics, {
    root: join(folder, 'assets'),
    prefix: '/assets/',
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply) => void reply.header('cache-control', immutable),
  })
  const worker = await readFile(join(folder, 'sw.js')).catch(noFile)
  if (worker) {
    app.get('/sw.js', { schema: { hide: true } }, (_request, reply) =>
      reply
        .headers({ 'cache-control': 'no-cache', 'content-security-policy': workerPolicy })
        .type('text/javascript; charset=utf-8')
        .send(worker),
    )
  }
  const consoleAt = await consoleFiles(app, context)
  const previewAt = await openPreview({ ...context, writePage })
  const pages = { companyOf, writePage, firstScreen, consoleAt, previewAt }
  app.get('/*', { schema: { hide: true } }, async (request, reply) => {
    const nonce = reply.cspNonce.style
    const answer = await answeredPage(context, pages, request, nonce).catch((error: unknown) => {
      if (!isDatabaseAway(error) || !acceptsHtml(request)) throw error
      unavailable.count('page')
      return unavailableAnswer(request, reply)
    })
    reply.helmet(answer.headers)
    return reply.code(answer.status).type('text/html; charset=utf-8').compress(answer.html)
  })
}

function unavailableAnswer(request: FastifyRequest, reply: FastifyReply) {
  const nonce = reply.cspNonce.style
  reply.header('retry-after', retryAfter_s)
  const headers = securityHeaders(undefined, request.url, { nonce, portalDsn: undefined })
  return { status: 503, html: unavailablePage(nonce), headers }
}

/** Whether the request accepts HTML. A browser that opens a page does; a script that calls an unknown path does not. */
function acceptsHtml({ headers }: FastifyRequest): boolean {
  return headers.accept?.includes('text/html') === true
}

type Pages = {
  companyOf: ReturnType<typeof openKnownCompanies>
  writePage: Awaited<ReturnType<typeof openPages>>
  firstScreen: Awaited<ReturnType<typeof openFirstScreens>>
  consoleAt: Awaited<ReturnType<typeof consoleFiles>>
  previewAt: Awaited<ReturnType<typeof openPreview>>
}

/** The page of the request's host, and the headers that it needs. Throws `not_found` below /api/. */
async function answeredPage(
  { identityProvider, portalDsn }: Needs,
  { companyOf, writePage, firstScreen, consoleAt, previewAt }: Pages,
  request: FastifyRequest,
  nonce: string,
) {
  const path = canonicalPath(request.url.split('?')[0]!)
  if (path.startsWith('/api/')) throw new ApiError('not_found')
  const host = hostname(request)
  const stored = await companyOf(host)
  // A host name opens a portal or a console. The portal's are looked up first, because they have most visitors.
  const preview =
    !stored && path === previewPath ? await previewAt(request, host, nonce) : undefined
  const consolePage = preview ?? (stored ? undefined : await consoleAt(host, nonce))
  if (consolePage) return consolePage
  const found = stored && {
    ...stored,
    settings: withIdentityProvider(stored.settings, identityProvider),
  }
  const page = writePage(found, {
    path,
    nonce,
    hasToken: tokenOf(request) !== undefined,
    first: found ? await firstScreen(request, found, path) : { paint: null, personal: null },
    // `name` is from the company's file, never from the request's Host. Only .localhost names need the port.
    originOf: (name) => originOf(name, request.socket.localPort ?? 0),
  })
  return { ...page, headers: securityHeaders(found?.settings, path, { nonce, portalDsn }) }
}

/** A build without a service worker has no sw.js. Any other error ends the start. */
function noFile(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}
