/** The portal's files, and the page with the company written into it: no call is waited for before the first paint. */

import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import helmet, { type FastifyHelmetOptions } from '@fastify/helmet'
import statics from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'

import { companyByHostname, type CompanyPage } from '#api/company/lookup.ts'
import type { Context } from '#api/context.ts'
import { withIdentityProvider } from '#api/session/identity-provider.ts'
import { dsnOrigin } from '#contract/error-report.ts'
import type { Firebase } from '#contract/identity-provider.ts'
import { default_brand, themeCss } from '#contract/theme.ts'

import { escapeHtml } from './escape-html.ts'
import { Refused } from './refused.ts'

/** Where there is a build, its assets and its page for every path that is nobody else's. */
export async function portalFiles(app: FastifyInstance, context: Context): Promise<void> {
  if (context.portal_folder) await app.register(page, { ...context, folder: context.portal_folder })
}

const immutable = 'public, max-age=31536000, immutable'

async function page(
  app: FastifyInstance,
  { database, identity_provider, portal_dsn, folder }: Context & { folder: string },
) {
  const html = withErrorReporting(await readFile(join(folder, 'index.html'), 'utf8'), portal_dsn)
  const preloads = await readPreloads(folder)

  // The page's own policy is its company's, below.
  await app.register(helmet, { global: false, enableCSPNonces: true })
  await app.register(statics, {
    root: join(folder, 'assets'),
    prefix: '/assets/',
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply) => void reply.header('cache-control', immutable),
  })
  app.get('/*', { schema: { hide: true } }, async (request, reply) => {
    const path = request.url.split('?')[0]!
    if (path.startsWith('/api/')) throw new Refused('not_found')
    const found = await companyByHostname(database, hostname(request))
    if (found) found.settings = withIdentityProvider(found.settings, identity_provider)
    const firebase = found?.settings.integrations.firebase ?? null
    reply.helmet(securityHeaders(firebase, reply.cspNonce.style, portal_dsn))
    const preload = preloads.find((one) => one.pattern.test(path))
    return reply
      .code(found && preload ? 200 : 404)
      .type('text/html; charset=utf-8')
      .send(writePage(html, found, preload?.files ?? [], reply.cspNonce.style))
  })
}

/**
 * Scripts of this server only; the one inline style is the brand's, with a nonce. A company that signs in through Firebase
 * opens the provider's window and waits for its answer: that needs these addresses, and no page of another company does.
 */
function securityHeaders(
  firebase: Firebase | null,
  style_nonce: string,
  portal_dsn: string | undefined,
): FastifyHelmetOptions {
  const { scripts, calls, frames } = firebase ? firebaseAddresses(firebase) : none_more
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        baseUri: ["'none'"],
        connectSrc: ["'self'", ...calls, ...(portal_dsn ? [dsnOrigin(portal_dsn)] : [])],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        frameSrc: frames.length > 0 ? frames : ["'none'"],
        imgSrc: ["'self'", 'data:'],
        objectSrc: ["'none'"],
        scriptSrc: ["'self'", ...scripts],
        styleSrc: ["'self'", `'nonce-${style_nonce}'`],
      },
    },
    crossOriginOpenerPolicy: { policy: firebase ? 'same-origin-allow-popups' : 'same-origin' },
    // An API key may be kept to websites: Google is told which, and no more.
    referrerPolicy: { policy: firebase ? 'strict-origin' : 'no-referrer' },
  }
}

const none_more = { scripts: [], calls: [], frames: [] }

/** What https://firebase.google.com/docs/auth/web loads: the frame that hears the window, the SMS's robot check, the calls. */
function firebaseAddresses({ auth_domain, emulator_url }: Firebase) {
  const recaptcha = 'https://www.google.com/recaptcha/'
  return {
    scripts: ['https://apis.google.com', recaptcha, 'https://www.gstatic.com/recaptcha/'],
    calls: [
      emulator_url ?? 'https://identitytoolkit.googleapis.com',
      ...(emulator_url ? [] : ['https://securetoken.googleapis.com', recaptcha]),
    ],
    frames: [
      emulator_url ?? `https://${auth_domain}`,
      recaptcha,
      'https://recaptcha.google.com/recaptcha/',
    ],
  }
}

/** The address that portal/error-report.ts looks for. */
function withErrorReporting(html: string, portal_dsn: string | undefined): string {
  if (!portal_dsn) return html
  return html.replace(
    '<!--company:head-->',
    `<meta name="sentry-dsn" content="${escapeHtml(portal_dsn)}">$&`,
  )
}

/** A request's: without its port, and without the dot that ends a name in full. */
export function hostname(request: FastifyRequest): string {
  return request.host.replace(/\.?(:\d+)?$/, '').toLowerCase()
}

type Preload = { pattern: RegExp; files: string[] }

/** dist/preload.json: a route's path, ':id' for a part as the portal's paramsOf reads it, → the files that its screen needs. */
async function readPreloads(folder: string): Promise<Preload[]> {
  const path = join(folder, 'preload.json')
  if (!existsSync(path)) return []
  const routes: Record<string, string[]> = JSON.parse(await readFile(path, 'utf8'))
  return Object.entries(routes).map(([route, files]) => ({
    pattern: new RegExp(`^${route.replaceAll(/:\w+/g, String.raw`[\w-]+`)}/?$`),
    files,
  }))
}

/** The build's index.html with the company between its markers. A host without a company gets `"company": null`. */
function writePage(
  html: string,
  found: CompanyPage | undefined,
  files: string[],
  nonce: string,
): string {
  return html
    .replace(/<!--company:head-->.*?<!--\/company:head-->/s, () => head(found, files, nonce))
    .replace(/<!--company:body-->.*?<!--\/company:body-->/s, () => (found ? firstPaint(found) : ''))
}

function head(found: CompanyPage | undefined, files: string[], nonce: string): string {
  const data = found ?? { company: null, settings: null, levels: [] }
  const json = JSON.stringify(data).replaceAll('<', '\\u003c')
  return [
    ...(found ? brandTags(found) : ['<title>404</title>']),
    `<style nonce="${nonce}">${themeCss(found?.company ?? default_brand)}${first_paint_css}</style>`,
    ...files.map((file) =>
      file.endsWith('.css')
        ? `<link rel="stylesheet" href="${file}">`
        : `<link rel="modulepreload" href="${file}">`,
    ),
    `<script type="application/json" id="company">${json}</script>`,
  ].join('\n')
}

function brandTags({ company }: CompanyPage): string[] {
  const description = company.home?.text ?? company.program_name
  return [
    `<title>${escapeHtml(company.program_name)}</title>`,
    `<meta name="description" content="${escapeHtml(description)}">`,
    `<meta name="theme-color" content="${company.primary_color}">`,
    `<link rel="icon" type="image/svg+xml" href="${company.favicon_url}">`,
  ]
}

const first_paint_css =
  'body{background:var(--page);color:var(--text)}' +
  '.first-paint{min-height:90vh;display:grid;place-content:center;justify-items:center;gap:1rem;font:600 1.125rem system-ui,sans-serif}' +
  '.first-paint img{height:3rem}.first-paint h1{margin:0;font:inherit}'

/** What is seen until the script has run. */
function firstPaint({ company }: CompanyPage): string {
  return `<main class="first-paint"><img src="${company.logo_url}" alt=""><h1>${escapeHtml(company.program_name)}</h1></main>`
}
