/** The page: the build's index.html with the company written into it. */

import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { dataElement } from '#api/http/data-element.ts'
import { escapeHtml } from '#api/http/escape-html.ts'
import { defaultLook } from '#contract/brand/look.ts'
import { barColours, colorSchemeOf, defaultBrand, themeCss } from '#contract/brand/theme.ts'
import type { Company } from '#contract/company.ts'
import { errorCodes } from '#contract/error.ts'
import { firstAnswersId } from '#contract/session.ts'

import { iconUrl, shareIcon } from './app-icon.ts'
import type { CompanyPage } from './company-page.ts'
import { firstPaint, nobodysPaint, type Painted } from './first-paint.ts'
import { type FirstScreen, loadingPath } from './first-screen.ts'
import { type FontUrls, pageFont, readFontUrls } from './font.ts'
import { lateScripts, splitScripts } from './late-scripts.ts'

const companyHead = /<!--company:head-->.*?<!--\/company:head-->/s

type Preload = { route: string; pattern: RegExp; files: string[] }

/** The parts of a request that the page depends on. */
export type PageRequest = {
  /** The path of the request without a trailing slash (R2.6). */
  path: string
  /** Whether the request has a session's token. */
  hasToken: boolean
  first: FirstScreen
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
  const sheets = await readSheets(folder, preloads)
  const fonts = await readFontUrls(folder)
  const unscripted = splitScripts(html)
  return (found, request) => {
    const preload = preloads.find((one) => one.pattern.test(request.path))
    const painted = request.first.paint?.route
    const shown = preloads.find((one) => one.route === painted) ?? preload
    const links = preloadLinks(request, shown)
    const late = lateScripts([...unscripted.scripts, ...links])
    const filled = (painted ? unscripted.html.replace('</body>', () => `${late}</body>`) : html)
      .replace(companyHead, () => head(found, request, painted ? [] : links, fonts))
      .replace(/<!--company:body-->.*?<!--\/company:body-->/s, () => body(found, request, preload))
    const rules = paintRules(request, shown, sheets)
    const styled = styles
      ? filled.replace(
          styles.link,
          () => `<style nonce="${request.nonce}">${styles.css}</style>${rules}`,
        )
      : filled.replace('</head>', () => `${rules}</head>`)
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
    route,
    pattern: new RegExp(`^${route.replaceAll(/:\w+/g, String.raw`[\w-]+`)}$`),
    files,
  }))
}

/** A closed company gets 503, because it will come back: a search engine would drop a 404. */
function statusOf(found: CompanyPage | undefined, preload: Preload | undefined): number {
  if (found && isUnavailable(found.company)) return 503
  return found && preload ? 200 : 404
}

/** Whether the company is closed (R1.3). */
function isUnavailable({ blocked_at, maintenance }: Company): boolean {
  return blocked_at !== null || maintenance
}

/** A style sheet's path → its content. */
type Sheets = Map<string, string>

/** Reads the style sheets of the screens. The page of a painted screen contains the sheets of that screen. */
async function readSheets(folder: string, preloads: Preload[]): Promise<Sheets> {
  const files = new Set(preloads.flatMap(({ files }) => files).filter(isSheet))
  const read = async (file: string) => [file, await readFile(join(folder, file), 'utf8')] as const
  return new Map(await Promise.all([...files].map(read)))
}

const isSheet = (file: string) => file.endsWith('.css')

/**
 * Preload links for the screen's files, placed after the visible content. They leave out the style sheets of a painted screen,
 * because the page already includes them.
 */
function preloadLinks({ first: { paint } }: PageRequest, shown: Preload | undefined): string[] {
  const files = shown?.files ?? []
  return files
    .filter((file) => !(paint && isSheet(file)))
    .map((file) =>
      isSheet(file)
        ? `<link rel="preload" as="style" crossorigin href="${file}">`
        : `<link rel="modulepreload" fetchpriority="low" href="${file}">`,
    )
}

/**
 * The styles of a painted screen as elements of the page. A phone that has not cached them would otherwise wait for one more round
 * trip before it paints. The screen's own sheet comes last, as it does when the portal loads it.
 */
function paintRules(
  { first: { paint }, nonce }: PageRequest,
  shown: Preload | undefined,
  sheets: Sheets,
): string {
  if (!paint) return ''
  const files = (shown?.files ?? []).filter(isSheet).toReversed()
  const rules = files.map(
    (file) => `<style nonce="${nonce}" data-sheet="${file}">${sheets.get(file)}</style>`,
  )
  // The portal removes the element `painted` together with the paint.
  return `${rules.join('')}<style id="painted" nonce="${nonce}">${paint.css}</style>`
}

function head(
  found: CompanyPage | undefined,
  request: PageRequest,
  links: string[],
  fonts: FontUrls,
): string {
  const { personal } = request.first
  const font = pageFont(fonts, found?.company.theme ?? defaultLook)
  return [
    ...(found
      ? brandTags(found.company, request)
      : [`<title>${errorCodes.company_not_found.message}</title>`]),
    ...font.preload,
    `<style nonce="${request.nonce}">${themeCss(found?.company ?? defaultBrand)}${font.css}</style>`,
    ...links,
    dataElement('company', found ?? { company: null, settings: null, levels: [] }),
    ...(personal ? [dataElement(firstAnswersId, personal)] : []),
  ].join('\n')
}

function brandTags(company: Company, { path, originOf }: PageRequest): string[] {
  const { id, program_name, frontend_domain, favicon_url } = company
  const description = company.home?.text ?? program_name
  const bars = barColours(company)
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
    `<meta name="theme-color" media="(prefers-color-scheme: light)" content="${bars.light}">`,
    `<meta name="theme-color" media="(prefers-color-scheme: dark)" content="${bars.dark}">`,
    // The browser's blank page before the first paint has this scheme too.
    `<meta name="color-scheme" content="${colorSchemeOf(company)}">`,
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
  if (!found) return nobodysPaint
  const { paint } = request.first
  return paint ? paint.html : firstPaint(found.company, paintedFor(found.company, request, preload))
}

/** Applies the portal's guards: a signed-in customer gets a screen with a navbar, others get the login (R2.10). */
function paintedFor(
  company: Company,
  { path, hasToken }: PageRequest,
  preload: Preload | undefined,
): Painted {
  if (isUnavailable(company)) return 'unavailable'
  if (!preload || path === loadingPath) return 'waiting'
  return hasToken ? 'signed_in' : 'guest'
}
