/** /_demo/mail: what a demo has mailed, so that a stranger can follow its links. Never there with a database of one's own. */

import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { FastifyInstance } from 'fastify'

import { escapeHtml } from '#api/http/escape-html.ts'

type Kept = { to: string; subject: string; sent_at: string; html: string; text: string }

const csp =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; frame-src 'self'; base-uri 'none'"

export function demoMailbox(app: FastifyInstance, folder: string): void {
  app.get('/_demo/mail', { schema: { hide: true } }, async (_request, reply) =>
    reply
      .header('content-security-policy', csp)
      .type('text/html; charset=utf-8')
      .send(page(await mails(folder))),
  )
}

/** Newest first. */
async function mails(folder: string): Promise<Kept[]> {
  const names = await readdir(folder).catch(() => [])
  const kept = await Promise.all(
    names.map(async (name): Promise<Kept> =>
      JSON.parse(await readFile(join(folder, name), 'utf8')),
    ),
  )
  return kept.toSorted((one, other) => other.sent_at.localeCompare(one.sent_at))
}

function page(kept: Kept[]): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Mails of this demo</title>
<style>
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
body { max-width: 44rem; margin: 2rem auto; padding: 0 1rem }
article { margin: 1.5rem 0; padding: 1rem; border: 1px solid; border-radius: .75rem }
h2 { margin: 0; font-size: 1.125rem }
p { margin: 0 }
pre { white-space: pre-wrap; overflow-wrap: anywhere }
iframe { width: 100%; height: 34rem; margin-top: 1rem; border: 0; border-radius: .5rem }
</style>
</head>
<body>
<h1>Mails of this demo</h1>
${kept.length === 0 ? '<p>None yet. Register, or ask for a link: it comes within seconds. Reload then.</p>' : kept.map(article).join('\n')}
</body>
</html>`
}

function article({ to, subject, sent_at, html, text }: Kept): string {
  return `<article>
<h2>${escapeHtml(subject)}</h2>
<p>To ${escapeHtml(to)}, <time datetime="${sent_at}">${sent_at}</time></p>
<iframe title="${escapeHtml(subject)}" sandbox="allow-top-navigation-by-user-activation allow-popups" srcdoc="${escapeHtml(html.replace('<head>', '<head><base target="_top">'))}"></iframe>
<details><summary>Text part</summary><pre>${escapeHtml(text)}</pre></details>
</article>`
}
