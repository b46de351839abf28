import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import sharp from 'sharp'
import { describe, expect, test } from 'vitest'

import { createWorld } from '#api/testing/world.ts'

/** What a build leaves for the server: the page with its two places, and a route that is known. */
async function buildLike(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'fiel-build-'))
  await mkdir(join(folder, 'assets'))
  const html =
    '<html><head><!--company:head--><!--/company:head--></head><body><!--company:body--><!--/company:body--></body></html>'
  await writeFile(join(folder, 'index.html'), html)
  const preload = { '/entrar': ['/assets/login.js', '/assets/login.css'], '/loading': [] }
  await writeFile(join(folder, 'preload.json'), JSON.stringify(preload))
  return folder
}

const world = await createWorld({ portal_folder: await buildLike() })
await world.createCompany('padaria', {
  program_name: 'Pão & "Prosa"',
  primary_color: '#7a1f3d',
  background_color: '#fff5f0',
  home: { title: 'Todo dia', text: 'Um <pão> a mais' },
})
await world.createCompany('fechada', { blocked: true })
await world.createCompany('reforma', { maintenance: true })

function get(slug: string, url: string, headers: Record<string, string> = {}) {
  return world.app.inject({ url, headers: { host: `${slug}.localhost`, ...headers } })
}

/** The content of a <meta> or the address of a <link>, as it stands. */
function tag(html: string, name: string): string | undefined {
  const found = new RegExp(`<(?:meta|link)[^>]*"${name}"[^>]*(?:content|href)="([^"]*)"`)
  return found.exec(html)?.[1]
}

describe('the page', () => {
  test('R1.6 R1.11 has the company’s name, words, colours and pictures in its head, as text and never as tags', async () => {
    const { statusCode, body } = await get('padaria', '/entrar?redirect=/x')
    expect(statusCode).toBe(200)
    expect(body).toContain('<title>Pão &#38; &#34;Prosa&#34;</title>')
    expect(tag(body, 'description')).toBe('Um &#60;pão&#62; a mais')
    expect(tag(body, 'og:title')).toBe('Pão &#38; &#34;Prosa&#34;: Todo dia')
    expect(tag(body, 'og:locale')).toBe('pt_BR')
    expect(tag(body, 'og:url')).toMatch(/^http:\/\/padaria\.localhost:\d+\/entrar$/)
    const [light, dark] = [...body.matchAll(/"theme-color" media="[^"]*" content="([^"]*)"/g)]
    expect(light![1]).toBe('#7a1f3d')
    expect(dark![1]).toMatch(/^#[0-9a-f]{6}$/)
    expect(body).toContain('--page:#fff5f0')
    expect(body).toContain('<link rel="stylesheet" href="/assets/login.css">')
  })

  test('R1.6 og:image is a picture of 1200 by 630, apple-touch-icon one of 180 without a see-through corner', async () => {
    const { body } = await get('padaria', '/entrar')
    const shared = await get('padaria', new URL(tag(body, 'og:image')!).pathname)
    expect(await sharp(shared.rawPayload).metadata()).toMatchObject({ width: 1200, height: 630 })
    const touch = await get('padaria', tag(body, 'apple-touch-icon')!)
    const { width, height, hasAlpha } = await sharp(touch.rawPayload).metadata()
    expect({ width, height, hasAlpha }).toEqual({ width: 180, height: 180, hasAlpha: false })
  })

  test('R1.6 paints the login’s frame for a guest, a navbar for who is signed in, and the same for all of them', async () => {
    expect((await get('padaria', '/entrar')).body).toContain('class="first-frame"')
    const one = (await get('padaria', '/entrar', { cookie: 'a=b; token=abc' })).body
    const other = (await get('padaria', '/entrar', { cookie: 'token=def' })).body
    expect(one).toContain('class="first-navbar"')
    const withoutNonce = (html: string) => html.replaceAll(/nonce="[^"]*"/g, '')
    expect(withoutNonce(one)).toBe(withoutNonce(other))
    expect((await get('padaria', '/loading')).body).toContain('class="first-wait"')
  })

  test.each(['fechada', 'reforma'])(
    'R1.3 %s says without any script that it is closed, and is not kept as the answer',
    async (slug) => {
      const { statusCode, body, headers } = await get(slug, '/entrar')
      expect(statusCode).toBe(503)
      expect(body).toContain('<h1>Sistema indisponível</h1>')
      expect(body).not.toContain('first-frame')
      expect(headers['cache-control']).toBe('no-store')
    },
  )

  test('R1.2 nobody’s host name gets a page that says so, in the default colours', async () => {
    const { statusCode, body } = await get('ninguem', '/entrar')
    expect(statusCode).toBe(404)
    expect(body).toContain('<h1>Não encontramos nenhum dado da empresa</h1>')
    expect(body).toContain('"company":null')
    expect(body).not.toContain('og:')
    expect((await get('ninguem', '/manifest.webmanifest')).statusCode).toBe(404)
  })

  test('R2.6 a path that is no screen is a 404 in the company’s colours', async () => {
    const { statusCode, body } = await get('padaria', '/nada')
    expect(statusCode).toBe(404)
    expect(body).toContain('--page:#fff5f0')
  })
})

/** A page's policy, a directive a line. */
async function policyOf(slug: string, path: string): Promise<string[]> {
  const { headers } = await get(slug, path)
  return String(headers['content-security-policy']).split(';')
}

const plain_policy = [
  "default-src 'none'",
  "base-uri 'none'",
  "connect-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "frame-src 'none'",
  "img-src 'self' data:",
  "manifest-src 'self'",
  "require-trusted-types-for 'script'",
  "script-src 'self'",
  "style-src 'self' 'nonce-N'",
  'trusted-types fiel',
  "worker-src 'self'",
]

describe('the policy', () => {
  const withoutNonce = (lines: string[]) =>
    lines.map((line) => line.replace(/nonce-[^']+/, 'nonce-N'))

  test('T14 a company without integrations gets this and nothing more', async () => {
    expect(withoutNonce(await policyOf('padaria', '/entrar'))).toEqual(plain_policy)
    for (const [slug, path] of [
      ['ninguem', '/'],
      ['fechada', '/'],
      ['padaria', '/nada'],
    ] as const) {
      expect(withoutNonce(await policyOf(slug, path))).toEqual(plain_policy)
    }
  })

  test('T14 the nonce of the one inline style is in the page, and another at every request', async () => {
    const nonceOf = (text: string) => /nonce[-=]"?([\w+/=-]+)/.exec(text)![1]
    const { headers, body } = await get('padaria', '/entrar')
    const nonce = nonceOf(String(headers['content-security-policy']))
    expect(nonceOf(body)).toBe(nonce)
    expect(nonceOf((await policyOf('padaria', '/entrar')).join())).not.toBe(nonce)
  })

  test('T14 a company of Firebase’s gets its addresses and the policies of its code, nowhere a wildcard', async () => {
    const firebase = { api_key: 'k', auth_domain: 'x.firebaseapp.com', project_id: 'fogo-1' }
    await world.createCompany('fogo', { settings: { integrations: { firebase } } })
    const policy = withoutNonce(await policyOf('fogo', '/entrar'))
    const changed = policy.filter((line) => !plain_policy.includes(line))
    expect(changed.map((line) => line.split(' ')[0])).toEqual([
      'connect-src',
      'frame-src',
      'script-src',
      'trusted-types',
    ])
    expect(changed.join()).not.toMatch(/\*|unsafe/)
    expect(changed.join()).toContain(
      "trusted-types fiel default goog#html gapi#gapi 'allow-duplicates'",
    )
  })
})

describe('the policy of who measures', () => {
  const gtm_id = 'GTM-ABC1234'

  test('R1.12 T14 Google’s hosts are named for a company with an id, on screens that are measured, and on no other', async () => {
    await world.createCompany('medida', { settings: { analytics: { gtm_id } } })
    const measured = (await policyOf('medida', '/fidelidade/resumo')).join('\n')
    expect(measured).toContain("script-src 'self' https://www.googletagmanager.com\n")
    expect(measured).toContain("trusted-types fiel default goog#html 'allow-duplicates'")
    expect(measured).not.toContain('unsafe')
    const elsewhere = [
      ['medida', '/entrar'],
      ['medida', '/meu-cadastro'],
      ['medida', '/store/0199f3a2-7c1e'],
      ['medida', '/autorizacao'],
      ['padaria', '/fidelidade/resumo'],
    ] as const
    for (const [slug, path] of elsewhere) {
      expect((await policyOf(slug, path)).join()).not.toContain('google')
    }
  })

  test.each(['GTM-abc', 'GTM-', "GTM-ABC' 'unsafe-inline", 'javascript:alert(1)'])(
    'T14 an id that is none is no file of a company’s: %s',
    async (gtm_id) => {
      const broken = world.createCompany('torta', { settings: { analytics: { gtm_id } } })
      await expect(broken).rejects.toThrow('GTM-XXXXXXX')
    },
  )
})

describe('the manifest', () => {
  type Icon = { src: string; sizes: string; type: string; purpose: string }
  type Manifest = Record<string, string> & { icons: Icon[] }
  const manifestOf = async (slug: string): Promise<Manifest> =>
    JSON.parse((await get(slug, '/manifest.webmanifest')).body)

  test('R1.6 makes the portal installable: name, start within scope, standalone, colours, icons of 192 and 512', async () => {
    const answer = await get('padaria', '/manifest.webmanifest')
    expect(answer.headers).toMatchObject({
      'content-type': expect.stringContaining('application/manifest+json'),
      'cache-control': 'no-cache',
    })
    const manifest = await manifestOf('padaria')
    expect(manifest).toMatchObject({
      id: '/',
      name: 'Pão & "Prosa"',
      short_name: 'Pão & "Prosa"',
      start_url: '/',
      scope: '/',
      display: 'standalone',
      lang: 'pt-BR',
      theme_color: '#7a1f3d',
      background_color: '#fff5f0',
    })
    const kinds = manifest.icons.map(({ sizes, purpose }) => `${purpose} ${sizes}`)
    for (const kind of ['any 192x192', 'any 512x512', 'maskable 512x512']) {
      expect(kinds).toContain(kind)
    }
  })

  test('R1.6 each icon is a PNG of the size that the manifest says, for ever at its address', async () => {
    const { icons } = await manifestOf('padaria')
    for (const { src, sizes, type } of icons) {
      const { statusCode, headers, rawPayload } = await get('padaria', src)
      expect({ statusCode, type: headers['content-type'] }).toEqual({ statusCode: 200, type })
      expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
      const { width, height, format } = await sharp(rawPayload).metadata()
      expect(`${format} ${width}x${height}`).toBe(`png ${sizes}`)
    }
  })

  test('R1.6 what may be cut off of a maskable icon is the sign’s own ground, to the corner', async () => {
    const { icons } = await manifestOf('padaria')
    const { src } = icons.find(({ purpose }) => purpose === 'maskable')!
    const { rawPayload } = await get('padaria', src)
    const [red, green, blue] = await sharp(rawPayload).raw().toBuffer()
    expect([red, green, blue]).toEqual([0xcc, 0, 0])
  })

  test('R1.6 another colour is another address; the old one, an unknown size and garbage are not found', async () => {
    const before = (await manifestOf('cafe')).icons[0]!.src
    await world.createCompany('cafe', { primary_color: '#006633' })
    const after = (await manifestOf('cafe')).icons[0]!.src
    expect(after).not.toBe(before)
    const garbage = [before, after.replace('192', '5000'), '/icons/x/y/icon-192.png']
    for (const url of garbage) expect((await get('cafe', url)).statusCode).toBe(404)
  })
})
