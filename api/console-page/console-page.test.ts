import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

import { buildLike } from '#api/testing/samples/build-like.ts'
import { createWorld } from '#api/testing/worlds/world.ts'

const world = await createWorld({ portalFolder: await buildLike(), consoleFolder: await build() })
const padaria = await world.createCompany('padaria', {
  name: 'Padaria </script><script>alert(1)</script>',
  admin_domain: 'admin.padaria.localhost',
  primary_color: '#0a6b3d',
})
await world.createCompany('fechada', { blocked: true, admin_domain: 'admin.fechada.localhost' })

/** A minimal build of the console: its page, and one asset in three encodings. */
async function build(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'fiel-console-'))
  await mkdir(join(folder, 'console-assets'))
  const html =
    '<html><head><!--company:head--><title>Console</title><!--/company:head--><script type="module" src="/console-assets/main.js"></script></head><body><div id="root"></div></body></html>'
  await writeFile(join(folder, 'index.html'), html)
  for (const ending of ['', '.br', '.gz']) {
    await writeFile(join(folder, `console-assets/main.js${ending}`), `main${ending}`)
  }
  return folder
}

function get(host: string, url: string, headers: Record<string, string> = {}) {
  return world.app.inject({ url, headers: { host, ...headers } })
}

describe("the page at a company's admin_domain", () => {
  test('the console’s page answers every path that is no file with the console and its company [D15]', async () => {
    for (const path of ['/', '/programa/premios', '/qualquer/coisa?x=1']) {
      const { statusCode, headers, body } = await get('admin.padaria.localhost:3000', path)
      expect(statusCode).toBe(200)
      expect(headers['content-type']).toBe('text/html; charset=utf-8')
      expect(headers['cache-control']).toBe('no-store')
      expect(body).toContain('/console-assets/main.js')
      const [, json] = /<script type="application\/json" id="company">(.*?)<\/script>/.exec(body)!
      expect(JSON.parse(json!)).toMatchObject({
        id: padaria.id,
        slug: 'padaria',
        name: 'Padaria </script><script>alert(1)</script>',
        time_zone: 'America/Sao_Paulo',
      })
    }
  })

  test('the console’s page takes its accent from the company, on a neutral page [D15]', async () => {
    const { body } = await get('admin.padaria.localhost', '/')
    expect(body).toContain('--brand:#0a6b3d')
    expect(body).toContain('--page:#f7f7f8')
  })

  test('the company’s text in the console’s page cannot end the element that holds it [T14]', async () => {
    const { body } = await get('admin.padaria.localhost', '/')
    expect(body).not.toContain('<script>alert(1)')
  })

  test('the console’s page has exactly the listed Content-Security-Policy and three more headers [T14]', async () => {
    const { headers } = await get('admin.padaria.localhost', '/')
    const policy = String(headers['content-security-policy']).replace(/nonce-[^']+/, 'nonce-N')
    expect(policy.split(';')).toEqual([
      "default-src 'none'",
      "base-uri 'none'",
      "connect-src 'self'",
      "font-src 'self'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      "frame-src 'self'",
      "img-src 'self' data: blob:",
      'report-uri /policy-report',
      "require-trusted-types-for 'script'",
      "script-src 'self'",
      "style-src 'self' 'nonce-N'",
      'trusted-types fiel',
    ])
    expect(headers['cross-origin-opener-policy']).toBe('same-origin')
    expect(headers['referrer-policy']).toBe('no-referrer')
    expect(headers['x-content-type-options']).toBe('nosniff')
  })

  test('the console’s page opens for a closed company, so that its staff can open the company again [D15]', async () => {
    const { statusCode, body } = await get('admin.fechada.localhost', '/')
    expect(statusCode).toBe(200)
    expect(body).toContain('/console-assets/main.js')
  })

  test('the console’s page replaces neither a portal’s page nor the 404 of an unknown host', async () => {
    const portal = await get('padaria.localhost', '/entrar')
    expect(portal.statusCode).toBe(200)
    expect(portal.body).toContain('/assets/index.js')
    const unknown = await get('admin.ninguem.localhost', '/')
    expect(unknown.statusCode).toBe(404)
    expect(unknown.body).not.toContain('/console-assets/')
  })

  test('the console’s page does not answer paths of the API', async () => {
    const { statusCode, headers } = await get('admin.padaria.localhost', '/api/nada')
    expect(statusCode).toBe(404)
    expect(headers['content-type']).toContain('application/json')
  })
})

describe('the console’s assets', () => {
  test('the console’s assets are compressed and immutable', async () => {
    const { headers, body } = await get('admin.padaria.localhost', '/console-assets/main.js', {
      'accept-encoding': 'br',
    })
    expect(body).toBe('main.br')
    expect(headers['content-encoding']).toBe('br')
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
  })

  test('a missing asset of the console gets 404, and not the console’s page', async () => {
    const { statusCode, body } = await get('admin.padaria.localhost', '/console-assets/old.js')
    expect(statusCode).toBe(404)
    expect(body).not.toContain('<html')
  })
})
