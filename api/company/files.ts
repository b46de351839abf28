/** A company's static files: its pictures and the page of its own terms. And whether a host name is a company's. */

import { randomBytes } from 'node:crypto'

import type { FastifyInstance } from 'fastify'

import { ApiError } from '#api/http/api-error.ts'
import { escapeHtml } from '#api/http/escape-html.ts'
import { isUuid } from '#api/http/uuid.ts'
import { themeCss } from '#contract/brand/theme.ts'
import { type Company, termsTitle } from '#contract/company.ts'
import type { Database } from '#database/sql.ts'

import { companyImage } from './image.ts'
import { logoHtml, logoPlateCss } from './logo-html.ts'
import { companyById, isCompanyHost } from './lookup.ts'
import { sanitizedTerms } from './terms-html.ts'

const imageHeaders = {
  'cache-control': 'public, max-age=31536000, immutable',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox",
  // A portal on a file host has another origin than its pictures.
  'cross-origin-resource-policy': 'cross-origin',
  vary: 'accept',
}
/** Formats, the smallest files first. The browser's Accept header leaves out those that it cannot show. */
const betterFormats = ['image/avif', 'image/webp']

export function companyFiles(app: FastifyInstance, { database }: { database: Database }): void {
  app.get<{ Params: { company_id: string; hash: string }; Querystring: { w?: unknown } }>(
    '/images/:company_id/:hash',
    { schema: { hide: true } },
    async ({ params, query, headers }, reply) => {
      const variant = { width: widthOf(query.w), mediaTypes: acceptedFormats(headers.accept) }
      const image = await companyImage(database, params.company_id, params.hash, variant)
      if (!image) throw new ApiError('not_found')
      return reply.headers(imageHeaders).type(image.media_type).send(image.content)
    },
  )

  // A proxy asks before it orders a certificate (deploy/Caddyfile). So nobody can make the proxy order one for
  // a name that belongs to no company.
  app.get<{ Params: { hostname: string } }>(
    '/host/:hostname',
    { schema: { hide: true } },
    async ({ params }, reply) => {
      if (!(await isCompanyHost(database, params.hostname))) throw new ApiError('not_found')
      return reply.type('text/plain; charset=utf-8').send('')
    },
  )

  app.get<{ Params: { company_id: string } }>(
    '/terms/:company_id',
    { schema: { hide: true } },
    async ({ params }, reply) => {
      const nonce = randomBytes(16).toString('base64')
      const html = await termsPage(database, params.company_id, nonce)
      return reply
        .headers({ 'content-security-policy': termsCsp(nonce), 'referrer-policy': 'no-referrer' })
        .type('text/html; charset=utf-8')
        .send(html)
    },
  )
}

/** The width in px that a picture's URL requests; null: the stored size. */
function widthOf(width: unknown): number | null {
  return typeof width === 'string' && /^\d{1,4}$/.test(width) ? Number(width) : null
}

function acceptedFormats(accept = ''): string[] {
  return betterFormats.filter((format) => accept.includes(format))
}

/** Forbids scripts, forms and frames, and gives an opaque origin, in case HTML passes both sanitisers (T14). */
function termsCsp(nonce: string): string {
  return [
    "default-src 'none'",
    "img-src 'self'",
    `style-src 'nonce-${nonce}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    'sandbox allow-popups allow-popups-to-escape-sandbox',
  ].join('; ')
}

/** The page of the company's own terms. Any text may come as the id. Throws `not_found` for a company without such terms. */
async function termsPage(database: Database, company_id: string, nonce: string): Promise<string> {
  const found = isUuid(company_id) ? await companyById(database, company_id) : undefined
  const terms = found?.company.legal.custom_terms_html
  if (!found || !terms) throw new ApiError('not_found')
  return termsHtml(found.company, terms, nonce)
}

function termsHtml(company: Company, terms: string, nonce: string): string {
  return `<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(`${termsTitle} · ${company.program_name}`)}</title>
<link rel="icon" href="${company.favicon_url}">
<style nonce="${nonce}">${themeCss(company)}${termsCss}</style>
</head>
<body>
<header>${logoHtml(company, { alt: company.name })}</header>
<main>
<h1>${termsTitle}</h1>
${sanitizedTerms(terms)}
</main>
</body>
</html>
`
}

const termsCss = `
body{margin:0;background:var(--page);color:var(--text);font:1rem/1.6 system-ui,sans-serif;overflow-wrap:break-word}
header{padding:1rem 1.25rem;border-bottom:1px solid var(--line);background:var(--surface)}
header img{display:block;height:2.25rem;max-width:100%;${logoPlateCss}}
main{max-width:42rem;margin:0 auto;padding:1.5rem 1.25rem 4rem}
h1,h2,h3,h4{line-height:1.25;margin:2rem 0 .5rem}h1{margin-top:.5rem}
a{color:var(--brand-text)}blockquote{margin:1rem 0;padding-left:1rem;border-left:3px solid var(--line)}
table{display:block;overflow-x:auto;border-collapse:collapse}th,td{padding:.5rem .75rem;border:1px solid var(--line);text-align:left;vertical-align:top}
@media print{header{border:0}}
`
