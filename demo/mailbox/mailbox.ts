/** /_demo/mail shows the demo's mails, so that a visitor can follow their links. Only the demo's own database has it. */

import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { FastifyInstance } from 'fastify'

import { escapeHtml } from '#api/http/escape-html.ts'

import type { StoredMail } from './folder-transport.ts'

/** The number of newest mails that the page shows. */
const shownMails = 50

const csp =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; frame-src 'self'; base-uri 'none'"

export function demoMailbox(app: FastifyInstance, folder: string): void {
  app.get('/_demo/mail', { schema: { hide: true } }, async (_request, reply) =>
    reply
      .headers({ 'content-security-policy': csp, 'referrer-policy': 'no-referrer' })
      .type('text/html; charset=utf-8')
      .send(page(await mails(folder))),
  )
}

/** Newest first. */
async function mails(folder: string): Promise<StoredMail[]> {
  // The first mail creates the folder.
  const names = await readdir(folder).catch((): string[] => [])
  const mails = await Promise.all(
    names
      .filter((name) => name.endsWith('.json'))
      .map(async (name): Promise<StoredMail> =>
        JSON.parse(await readFile(join(folder, name), 'utf8')),
      ),
  )
  return mails.toSorted((one, other) => other.sentAt.localeCompare(one.sentAt)).slice(0, shownMails)
}

function page(mails: StoredMail[]): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Mails of this demo</title>
<style>
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
body { max-width: 44rem; margin: 2rem auto; padding: 0 1rem }
details { margin: 1rem 0; padding: .75rem 1rem; border: 1px solid; border-radius: .75rem }
summary { cursor: pointer; overflow-wrap: anywhere }
h2 { display: inline; font-size: 1.125rem }
small { display: block; font-size: .875rem }
h3 { font-size: 1rem; margin: 1rem 0 0 }
pre { white-space: pre-wrap; overflow-wrap: anywhere }
iframe { width: 100%; height: 36rem; margin-top: 1rem; border: 0; border-radius: .5rem }
</style>
</head>
<body>
<main>
<h1>Mails of this demo</h1>
${mails.length === 0 ? '<p>None yet. Register, or ask for a link: it comes within seconds. Reload then.</p>' : mails.map(article).join('\n')}
</main>
</body>
</html>`
}

/** The newest mail is open. The frame runs no script; only a click on a link may navigate this window. */
function article({ to, subject, sentAt, html, text }: StoredMail, place: number): string {
  const time = `${sentAt.slice(0, 10)} ${sentAt.slice(11, 19)} UTC`
  return `<article>
<details${place === 0 ? ' open' : ''}>
<summary><h2>${escapeHtml(subject)}</h2> <small>To ${escapeHtml(to)}, <time datetime="${sentAt}">${time}</time></small></summary>
<iframe title="${escapeHtml(subject)}" loading="lazy" sandbox="allow-top-navigation-by-user-activation" srcdoc="${escapeHtml(html.replace('<head>', '<head><base target="_top">'))}"></iframe>
<h3>Text part</h3>
<pre>${escapeHtml(text)}</pre>
</details>
</article>`
}
