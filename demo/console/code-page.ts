/** /_demo/code shows the codes that the authenticators of the demo's staff have now. Only the demo's own database has it. */

import type { FastifyInstance } from 'fastify'
import { TOTP } from 'otpauth'

import type { Context } from '#api/context/context.ts'
import { escapeHtml } from '#api/http/escape-html.ts'

import { staff, staffPassword, totpOf } from './staff.ts'

const period_s = 30
const csp = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'"

export function demoCodes(app: FastifyInstance, { clock }: Pick<Context, 'clock'>): void {
  app.get('/_demo/code', { schema: { hide: true } }, (_request, reply) =>
    reply
      .headers({
        'content-security-policy': csp,
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-store',
      })
      .type('text/html; charset=utf-8')
      .send(page(clock())),
  )
}

/** The page reads itself again when the codes change. */
function page(now: Date): string {
  const seconds = period_s - (Math.floor(now.getTime() / 1_000) % period_s)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="refresh" content="${seconds}">
<title>Codes of the demo's console</title>
<style>
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
body { max-width: 44rem; margin: 2rem auto; padding: 0 1rem }
h1 { font-size: 1.5rem }
li { margin: 1rem 0; overflow-wrap: anywhere }
code { font-size: 1.125rem }
small { display: block }
</style>
</head>
<body>
<h1>Codes of the demo's console</h1>
<p>Password of each: <code>${staffPassword}</code>. A code works once; the next ones come in ${seconds} s.</p>
<ul>
${staff.map((person) => line(person, now)).join('\n')}
</ul>
</body>
</html>
`
}

function line({ email, name, role }: (typeof staff)[number], now: Date): string {
  const secret = totpOf(email)
  const code = TOTP.generate({ secret, timestamp: now.getTime() })
  return `<li><strong>${escapeHtml(name)}</strong>, ${role}: ${escapeHtml(email)}
<br>code <code>${code}</code>
<small>for an authenticator app: ${secret.base32}</small></li>`
}
