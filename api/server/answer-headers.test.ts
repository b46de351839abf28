/** The headers that every kind of answer has, whatever a browser asked for. */

import { once } from 'node:events'
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

import { buildLike } from '#api/testing/samples/build-like.ts'
import { staffOf } from '#api/testing/worlds/staff.ts'
import { asPartner, createWorld } from '#api/testing/worlds/world.ts'

const portalFolder = await buildLike()
await writeFile(join(portalFolder, 'assets/index.js'), 'void 0')
const world = await createWorld({ portalFolder, consoleFolder: await consoleBuild() })
const padaria = await world.createCompany('padaria', {
  admin_domain: 'admin.padaria.localhost',
  legal: { custom_terms_html: '<p>Termos</p>' },
})
const ana = await world.confirmed(padaria, 10)
const owner = await staffOf(world, padaria)
const logo = await logoUrl()

async function consoleBuild(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'fiel-console-'))
  await mkdir(join(folder, 'console-assets'))
  await writeFile(
    join(folder, 'index.html'),
    '<html><head><!--company:head--><!--/company:head--></head></html>',
  )
  await writeFile(join(folder, 'preview.json'), '{"script":"console-assets/preview.js"}')
  return folder
}

async function logoUrl(): Promise<string> {
  const answer = await world.call('GET /company/{id}', { params: { id: padaria.id } })
  return (answer.body as { logo_url: string }).logo_url
}

type Request = { host?: string; url: string; headers?: Record<string, string>; method?: 'POST' }

const json = 'application/json; charset=utf-8'
const html = 'text/html; charset=utf-8'

/** What is answered → the request, the status and the media type. */
const answers: [string, Request, number, string | undefined][] = [
  ['a read of a customer', { url: '/api/customer', headers: ana.headers }, 200, json],
  [
    'a read of a till',
    { url: '/api/partner/calculation-rule', headers: asPartner(padaria) },
    200,
    json,
  ],
  ['a read of the console', { url: '/api/admin/me', headers: owner.headers }, 200, json],
  [
    'a call without a credential',
    { url: '/api/customer', headers: { 'company-id': padaria.id } },
    401,
    json,
  ],
  [
    'a poll that finds nothing',
    { url: '/api/points/intention', headers: ana.headers },
    204,
    undefined,
  ],
  [
    'a refused login',
    { url: '/api/customer/login', method: 'POST', headers: ana.headers },
    422,
    json,
  ],
  ['an unknown path of the API', { url: '/api/nada' }, 404, json],
  ['a path that cannot be decoded', { url: '/api/company/%ff' }, 400, json],
  [
    'a request for a statement',
    { url: '/api/points/statement/csv?from=2026-11-01&to=2026-11-20', headers: ana.headers },
    200,
    'text/csv; charset=utf-8',
  ],
  ['a request for all data', { url: '/api/customer/data', headers: ana.headers }, 200, json],
  ['a request for the API’s document', { url: '/api/openapi.json' }, 200, json],
  ['a request for the API’s pages', { url: '/api/docs' }, 200, html],
  ['a request for a page', { url: '/entrar' }, 200, html],
  ['an unknown path', { url: '/nada' }, 404, html],
  ['an unknown host', { host: 'ninguem.localhost', url: '/' }, 404, html],
  ['a request for the console', { host: 'admin.padaria.localhost', url: '/' }, 200, html],
  [
    'a request for the preview',
    { host: 'admin.padaria.localhost', url: '/previa', headers: owner.headers },
    200,
    html,
  ],
  ['a request for the terms', { url: `/terms/${padaria.id}` }, 200, html],
  ['a link to unsubscribe', { url: '/api/notification/unsubscribe?token=x' }, 404, html],
  [
    'a request for a script',
    { url: '/assets/index.js' },
    200,
    'application/javascript; charset=utf-8',
  ],
  ['a request for a style sheet', { url: '/assets/login.css' }, 200, 'text/css; charset=utf-8'],
  ['a request for a missing asset', { url: '/assets/nada.js' }, 404, json],
  ['a request for the service worker', { url: '/sw.js' }, 200, 'text/javascript; charset=utf-8'],
  [
    'a request for the manifest',
    { url: '/manifest.webmanifest' },
    200,
    'application/manifest+json; charset=utf-8',
  ],
  ['a request for a picture', { url: logo }, 200, 'image/svg+xml'],
  ['a check of a host name', { url: '/host/padaria.localhost' }, 200, 'text/plain; charset=utf-8'],
  ['a probe', { url: '/ready' }, 200, json],
]

function answerTo({ host = padaria.hostname, url, headers = {}, method }: Request) {
  return world.app.inject({ url, method: method ?? 'GET', headers: { host, ...headers } })
}

describe('the headers', () => {
  test.each(answers)(
    'the answer to %s has HSTS, nosniff, a strict policy and the type of its content [T14]',
    async (_, request, status, type) => {
      const { statusCode, headers, body } = await answerTo(request)
      expect(statusCode, body).toBe(status)
      expect(headers['content-type']).toBe(type)
      expect(headers).toMatchObject({
        'strict-transport-security': 'max-age=31536000; includeSubDomains',
        'x-content-type-options': 'nosniff',
        'cross-origin-opener-policy': 'same-origin',
        'referrer-policy': 'no-referrer',
      })
      const policy = String(headers['content-security-policy']).split(/; ?/)
      expect(policy).toContain("default-src 'none'")
      expect(policy).not.toContain("script-src 'unsafe-inline'")
      if (type === html) expect(policy).toContain("base-uri 'none'")
      // The console alone frames the preview. A picture is no document that a frame could trick somebody with.
      if (request.url === '/previa') expect(policy).toContain("frame-ancestors 'self'")
      else expect(policy).toContain("frame-ancestors 'none'")
    },
  )

  test('an event stream and a malformed request have HSTS, nosniff and a strict policy [T14]', async () => {
    await world.app.listen({ port: 0, host: '127.0.0.1' })
    const { authorization } = ana.headers
    const stream = await headOf(
      `GET /api/points/intention/stream HTTP/1.1\r\nHost: ${padaria.hostname}\r\nCompany-Id: ${padaria.id}\r\nAuthorization: ${authorization}\r\n\r\n`,
    )
    expect(stream).toContain('200 OK')
    expect(stream).toContain('text/event-stream')
    const malformed = await headOf('NADA\r\n\r\n')
    expect(malformed).toContain('400 Bad Request')
    for (const head of [stream, malformed]) {
      expect(head).toContain('strict-transport-security: max-age=31536000; includesubdomains')
      expect(head).toContain('x-content-type-options: nosniff')
      expect(head).toContain("frame-ancestors 'none'")
    }
  })
})

test('a folder of assets has no listing, and neither .git nor TRACE is answered', async () => {
  for (const url of [
    '/assets/',
    '/assets',
    '/console-assets/',
    '/.git/config',
    '/assets/..%2findex.html',
  ]) {
    const { statusCode, body } = await answerTo({ url })
    expect(statusCode, url).toBeGreaterThanOrEqual(400)
    expect(body).not.toContain('login.css')
  }
  const trace = await headOf(`TRACE / HTTP/1.1\r\nHost: ${padaria.hostname}\r\nCookie: a=1\r\n\r\n`)
  expect(trace).toMatch(/^http\/1.1 404 /i)
  expect(trace).not.toContain('a=1')
})

/** The first bytes of the answer to these raw bytes, in small letters. */
async function headOf(request: string): Promise<string> {
  const { port } = world.app.server.address() as AddressInfo
  const client = connect(port, '127.0.0.1')
  client.write(request)
  const [first] = (await once(client, 'data')) as [Buffer]
  client.destroy()
  return first
    .toString()
    .toLowerCase()
    .replace('200 ok', '200 OK')
    .replace('400 bad request', '400 Bad Request')
}
