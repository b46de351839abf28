/**
 * The page to unsubscribe, which a mail links to. A GET changes nothing, because mail programs open links by themselves. The
 * page's button and a mail program's own button send a POST.
 */

import { randomBytes } from 'node:crypto'

import type { FastifyInstance, FastifyReply } from 'fastify'

import { logoHtml, logoPlateCss } from '#api/company/logo-html.ts'
import { companyById } from '#api/company/lookup.ts'
import type { Context } from '#api/context/context.ts'
import { escapeHtml } from '#api/http/escape-html.ts'
import { themeCss } from '#contract/brand/theme.ts'
import type { Company } from '#contract/company.ts'
import { noticeNames, unsubscribePath, unsubscribeWords } from '#contract/notification.ts'

import { saveChoice } from './preference.ts'
import { readUnsubscribeToken, type Unsubscription } from './unsubscribe.ts'

type Query = { Querystring: { token?: unknown } }

/** `app` must be a separate scope: mail programs send bodies of any type, and this parser ignores them. */
export async function unsubscribePage(
  app: FastifyInstance,
  { database, secret, clock }: Pick<Context, 'database' | 'secret' | 'clock'>,
): Promise<void> {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 10_000 }, async () => null)

  const hidden = { schema: { hide: true } }
  app.get<Query>(unsubscribePath, hidden, async ({ query }, reply) =>
    answer(query.token, reply, async (_, company, name) => ({
      company,
      title: unsubscribeWords.title(name),
      text: unsubscribeWords.question(company.program_name),
      button: unsubscribeWords.button,
    })),
  )

  app.post<Query>(unsubscribePath, hidden, async ({ query }, reply) =>
    answer(query.token, reply, async ({ kind, ...owner }, company, name) => {
      await saveChoice(database, owner, { kind, channel: 'mail', is_on: false }, clock())
      return {
        company,
        title: unsubscribeWords.done,
        text: unsubscribeWords.doneText(name),
        link: { href: '/meu-cadastro', text: unsubscribeWords.settings },
      }
    }),
  )

  async function answer(
    token: unknown,
    reply: FastifyReply,
    contentOf: (one: Unsubscription, company: Company, name: string) => Promise<Content>,
  ) {
    const one = typeof token === 'string' ? readUnsubscribeToken(secret, token) : null
    const found = one && (await companyById(database, one.company_id))
    const content =
      one && found
        ? await contentOf(one, found.company, noticeNames[one.kind])
        : { company: null, title: unsubscribeWords.invalid, text: unsubscribeWords.invalidText }
    const nonce = randomBytes(16).toString('base64')
    return reply
      .code(found ? 200 : 404)
      .headers({ 'content-security-policy': csp(nonce), 'referrer-policy': 'no-referrer' })
      .type('text/html; charset=utf-8')
      .send(html(content, nonce))
  }
}

type Content = {
  company: Company | null
  title: string
  text: string
  button?: string
  link?: { href: string; text: string }
}

function csp(nonce: string): string {
  return `default-src 'none'; img-src 'self'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`
}

function html({ company, title, text, button, link }: Content, nonce: string): string {
  const logo = company ? `<header>${logoHtml(company, { alt: company.program_name })}</header>` : ''
  return `<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<style nonce="${nonce}">${company ? themeCss(company) : ''}${css}</style>
</head>
<body>
${logo}
<main>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(text)}</p>
${button ? `<form method="post"><button>${escapeHtml(button)}</button></form>` : ''}
${link ? `<p><a href="${link.href}">${escapeHtml(link.text)}</a></p>` : ''}
</main>
</body>
</html>
`
}

const css = `
body{margin:0;background:var(--page,Canvas);color:var(--text,CanvasText);font:1rem/1.6 system-ui,sans-serif;overflow-wrap:break-word}
header{padding:1rem 1.25rem;border-bottom:1px solid var(--line);background:var(--surface)}
header img{display:block;height:2.25rem;max-width:100%;${logoPlateCss}}
main{max-width:32rem;margin:0 auto;padding:1.5rem 1.25rem 4rem}
h1{margin:1rem 0 .5rem;font-size:1.5rem;line-height:1.25}
button{min-height:48px;padding:.75rem 1.5rem;border:0;border-radius:.75rem;background:var(--brand);color:var(--on-brand);font:inherit;font-weight:700;cursor:pointer}
a{display:inline-block;padding:.75rem 0;color:var(--brand-text,LinkText)}
:focus-visible{outline:3px solid currentcolor;outline-offset:2px}
`
