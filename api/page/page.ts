/** The page: the build's index.html with the company written into it. */

import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { CompanyPage } from '#api/company/lookup.ts'
import { escapeHtml } from '#api/http/escape-html.ts'
import type { Company } from '#contract/company.ts'
import { errorCodes } from '#contract/error.ts'
import { brandColours, defaultBrand, themeCss } from '#contract/theme.ts'

import { iconUrl, shareIcon } from './app-icon.ts'
import { firstPaint, nobodysPaint, type Painted } from './first-paint.ts'

const companyHead = /<!--company:head-->.*?<!--\/company:head-->/s

type Preload = { pattern: RegExp; files: string[] }

/** The parts of a request that the page depends on. */
export type PageRequest = {
  /** Canonical: without a trailing slash (R2.6). */
  path: string
  /** Whether the request has a session's token. The page is the same for every customer. */
  hasToken: boolean
  nonce: string
  /** A company's host name → its public origin. */
  originOf: (hostname: string) => string
}

export type Page = { status: number; html: string }

/** Returns the function that writes pages of the build in `folder`. A host without a company gets `"company": null`. */
export async function openPages(
  folder: string,
  portalDsn: string | undefined,
): Promise<(found: CompanyPage | undefined, request: PageRequest) => Page> {
  const html = withErrorReporting(await readFile(join(folder, 'index.html'), 'utf8'), portalDsn)
  const styles = await firstStyles(folder, html)
  const preloads = await readPreloads(folder)
  return (found, request) => {
    const preload = preloads.find((one) => one.pattern.test(request.path))
    const written = html
      .replace(companyHead, () => head(found, request, preload?.files ?? []))
      .replace(/<!--company:body-->.*?<!--\/company:body-->/s, () => body(found, request, preload))
    const styled = styles
      ? written.replace(styles.link, () => `<style nonce="${request.nonce}">${styles.css}</style>`)
      : written
    return { status: statusOf(found, preload), html: styled }
  }
}

/**
 * The styles of the first paint, to inline them: the phone then paints without a second request. Undefined when the build
 * has no style sheet.
 */
async function firstStyles(
  folder: string,
  html: string,
): Promise<{ link: string; css: string } | undefined> {
  const own = html.replace(companyHead, '')
  const [link, path] = /<link rel="stylesheet"[^>]*href="([^"]+)"[^>]*>/.exec(own) ?? []
  if (link === undefined || path === undefined) return undefined
  return { link, css: await readFile(join(folder, path), 'utf8') }
}

/** Adds the DSN that portal/error-report/report.ts reads. */
function withErrorReporting(html: string, portalDsn: string | undefined): string {
  if (!portalDsn) return html
  return html.replace(
    '<!--company:head-->',
    `<meta name="sentry-dsn" content="${escapeHtml(portalDsn)}">$&`,
  )
}

/** Reads dist/preload.json: a route's path, with parts such as ':id', → the files of its screen. */
async function readPreloads(folder: string): Promise<Preload[]> {
  const path = join(folder, 'preload.json')
  if (!existsSync(path)) return []
  const routes: Record<string, string[]> = JSON.parse(await readFile(path, 'utf8'))
  return Object.entries(routes).map(([route, files]) => ({
    pattern: new RegExp(`^${route.replaceAll(/:\w+/g, String.raw`[\w-]+`)}$`),
    files,
  }))
}

/** A closed company gets 503, because it will come back: a search engine would drop a 404. */
function statusOf(found: CompanyPage | undefined, preload: Preload | undefined): number {
  if (found && isUnavailable(found.company)) return 503
  return found && preload ? 200 : 404
}

/** R1.3. */
function isUnavailable({ blocked_at, maintenance }: Company): boolean {
  return blocked_at !== null || maintenance
}

function head(found: CompanyPage | undefined, request: PageRequest, files: string[]): string {
  const data = found ?? { company: null, settings: null, levels: [] }
  const json = JSON.stringify(data).replaceAll('<', '\\u003c')
  return [
    ...(found
      ? brandTags(found.company, request)
      : [`<title>${errorCodes.company_not_found.message}</title>`]),
    `<style nonce="${request.nonce}">${themeCss(found?.company ?? defaultBrand)}</style>`,
    // A screen's styles are preloaded only, so that they do not block the first paint. The portal applies them with the screen.
    ...files.map((file) =>
      file.endsWith('.css')
        ? `<link rel="preload" as="style" crossorigin href="${file}">`
        : `<link rel="modulepreload" href="${file}">`,
    ),
    `<script type="application/json" id="company">${json}</script>`,
  ].join('\n')
}

function brandTags(company: Company, { path, originOf }: PageRequest): string[] {
  const { id, program_name, frontend_domain, favicon_url } = company
  const description = company.home?.text ?? program_name
  const { light, dark } = brandColours(company)
  const origin = originOf(frontend_domain)
  const shared = {
    'og:type': 'website',
    'og:locale': 'pt_BR',
    'og:site_name': company.name,
    'og:title': company.home?.title ? `${program_name}: ${company.home.title}` : program_name,
    'og:description': description,
    'og:url': `${origin}${path}`,
    'og:image': `${origin}${iconUrl(id, company, shareIcon.name)}`,
    'og:image:type': 'image/png',
    'og:image:width': String(shareIcon.width),
    'og:image:height': String(shareIcon.height),
    'og:image:alt': program_name,
  }
  return [
    `<title>${escapeHtml(program_name)}</title>`,
    `<meta name="description" content="${escapeHtml(description)}">`,
    `<meta name="theme-color" media="(prefers-color-scheme: light)" content="${light['brand']}">`,
    `<meta name="theme-color" media="(prefers-color-scheme: dark)" content="${dark['surface']}">`,
    `<link rel="icon" href="${favicon_url}">`,
    `<link rel="apple-touch-icon" href="${iconUrl(id, company, 'touch-180')}">`,
    '<link rel="manifest" href="/manifest.webmanifest">',
    ...Object.entries(shared).map(
      ([property, content]) => `<meta property="${property}" content="${escapeHtml(content)}">`,
    ),
    '<meta name="twitter:card" content="summary_large_image">',
  ]
}

function body(
  found: CompanyPage | undefined,
  request: PageRequest,
  preload: Preload | undefined,
): string {
  return found
    ? firstPaint(found.company, paintedFor(found.company, request, preload))
    : nobodysPaint
}

/** Anticipates the portal's guards: a signed-in customer gets a screen with a navbar, others get the login (R2.10). */
function paintedFor(
  company: Company,
  { path, hasToken }: PageRequest,
  preload: Preload | undefined,
): Painted {
  if (isUnavailable(company)) return 'unavailable'
  if (!preload || path === loadingPath) return 'waiting'
  return hasToken ? 'signed_in' : 'guest'
}

/** R1.4: no company or customer is known yet. Offline, the service worker serves this page for every path. */
const loadingPath = '/loading'
