import { brotliDecompressSync, gunzipSync } from 'node:zlib'

import fc from 'fast-check'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'

import { buildLike } from '#api/testing/samples/build-like.ts'
import { createWorld } from '#api/testing/worlds/world.ts'
import { openPool } from '#database/sql.ts'

import { companyPage } from './company-page.ts'
import { openPages } from './page.ts'

const world = await createWorld({ portalFolder: await buildLike() })
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

/** The content of a <meta> or the href of a <link>, still escaped. */
function tag(html: string, name: string): string | undefined {
  const found = new RegExp(`<(?:meta|link)[^>]*"${name}"[^>]*(?:content|href)="([^"]*)"`)
  return found.exec(html)?.[1]
}

describe('the page', () => {
  test('the page has the company’s name, texts, colours and pictures in its head, escaped [R1.6 R1.11]', async () => {
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
    expect(body).toContain('<link rel="preload" as="style" crossorigin href="/assets/login.css">')
  })

  test.each([
    ['light', 'only light', '#fff5f0'],
    ['dark', 'dark', '#1'],
  ])(
    'a company that is always %s has one scheme in the page, its bar and its manifest [R1.6 D13]',
    async (scheme, colorScheme, page) => {
      const slug = `sempre-${scheme}`
      const colours = { primary_color: '#7a1f3d', background_color: '#fff5f0' }
      await world.createCompany(slug, { ...colours, theme: { scheme } })
      const { body } = await get(slug, '/entrar')
      expect(tag(body, 'color-scheme')).toBe(colorScheme)
      expect(body).toContain(`:root{color-scheme:${colorScheme};`)
      expect(body).not.toContain('@media (prefers-color-scheme')
      const bars = [...body.matchAll(/"theme-color" media="[^"]*" content="([^"]*)"/g)]
      const manifest = (await get(slug, '/manifest.webmanifest')).json()
      expect(bars.map(([, bar]) => bar)).toEqual([manifest.theme_color, manifest.theme_color])
      expect(manifest.background_color).toMatch(new RegExp(`^${page}`))
      expect(body).toContain(`--page:${manifest.background_color};`)
    },
  )

  test('the page preloads the scripts of its screen with a low priority', async () => {
    const { body } = await get('padaria', '/entrar')
    expect(body).toContain('<link rel="modulepreload" fetchpriority="low" href="/assets/login.js">')
  })

  test('og:image has 1200 × 630 px and the title, apple-touch-icon 180 px and no transparent corner [R1.6]', async () => {
    const { body } = await get('padaria', '/entrar')
    const shared = await get('padaria', new URL(tag(body, 'og:image')!).pathname)
    expect(await sharp(shared.rawPayload).metadata()).toMatchObject({ width: 1200, height: 630 })
    // Logo and words stand on the page's colour, the words at the foot. Without a banner the right half has the brand's colour.
    const { data } = await sharp(shared.rawPayload).raw().toBuffer({ resolveWithObject: true })
    const pixel = (x: number, y: number) => data.subarray((y * 1200 + x) * 3).readUIntBE(0, 3)
    expect(pixel(4, 4)).toBe(0xff_f5_f0)
    expect(pixel(1190, 600)).toBe(0x7a_1f_3d)
    const title = { left: 64, top: 440, width: 472, height: 126 }
    const { channels } = await sharp(shared.rawPayload).extract(title).stats()
    expect(channels[0]!.min).toBeLessThan(80)
    const touch = await get('padaria', tag(body, 'apple-touch-icon')!)
    const { width, height, hasAlpha } = await sharp(touch.rawPayload).metadata()
    expect({ width, height, hasAlpha }).toEqual({ width: 180, height: 180, hasAlpha: false })
  })

  test('guests get the login’s frame, and all signed-in customers one page with a navbar [R1.6]', async () => {
    expect((await get('padaria', '/entrar')).body).toContain('class="first-frame"')
    const one = (await get('padaria', '/entrar', { cookie: 'a=b; token=abc' })).body
    const other = (await get('padaria', '/entrar', { cookie: 'token=def' })).body
    expect(one).toContain('class="first-navbar"')
    const withoutNonce = (html: string) => html.replaceAll(/nonce="[^"]*"/g, '')
    expect(withoutNonce(one)).toBe(withoutNonce(other))
    expect((await get('padaria', '/loading')).body).toContain('class="first-wait"')
  })

  test.each(['fechada', 'reforma'])(
    'the page of company %s says that it is closed, has no script and is not cached [R1.3]',
    async (slug) => {
      const { statusCode, body, headers } = await get(slug, '/entrar')
      expect(statusCode).toBe(503)
      expect(body).toContain('<h1>Sistema indisponível</h1>')
      expect(body).not.toContain('first-frame')
      expect(headers['cache-control']).toBe('no-store')
    },
  )

  test('the page of an unknown host name shows a message in the default colours [R1.2]', async () => {
    const { statusCode, body } = await get('ninguem', '/entrar')
    expect(statusCode).toBe(404)
    expect(body).toContain('<h1>Não encontramos nenhum dado da empresa</h1>')
    expect(body).toContain('"company":null')
    expect(body).not.toContain('og:')
    expect((await get('ninguem', '/manifest.webmanifest')).statusCode).toBe(404)
  })

  test('a path with a trailing slash gets the page of the path without it [R2.6]', async () => {
    const withoutNonce = (html: string) => html.replaceAll(/nonce="[^"]*"/g, '')
    const { statusCode, body } = await get('padaria', '/entrar/?redirect=/x')
    expect(statusCode).toBe(200)
    expect(tag(body, 'og:url')).toMatch(/^http:\/\/padaria\.localhost:\d+\/entrar$/)
    expect(withoutNonce(body)).toBe(withoutNonce((await get('padaria', '/entrar')).body))
    expect((await get('padaria', '/loading/')).body).toContain('class="first-wait"')
    expect((await get('padaria', '/entrar//')).statusCode).toBe(404)
    expect((await get('padaria', '/nada/')).statusCode).toBe(404)
  })

  test('an unknown path gets a page in the company’s colours, with 404 [R2.6]', async () => {
    const { statusCode, body } = await get('padaria', '/nada')
    expect(statusCode).toBe(404)
    expect(body).toContain('--page:#fff5f0')
  })

  test.each(['/store/%E0%A4%A', '/%', '/nada%zz/?a=%'])(
    'the path %s, which cannot be decoded, gets the page with 404 [R2.6]',
    async (path) => {
      const { statusCode, body, headers } = await get('padaria', path)
      expect(statusCode).toBe(404)
      expect(headers['content-type']).toBe('text/html; charset=utf-8')
      expect(body).toContain('--page:#fff5f0')
    },
  )

  test('an API path that cannot be decoded gets JSON [D2 R2.6]', async () => {
    const answer = await get('padaria', '/api/prize/%E0%A4%A', { accept: 'text/html' })
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ data: { type: 'bad_request' } })
  })

  test.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const)(
    'the page travels as %s where the browser takes it [R1.6]',
    async (encoding, decompress) => {
      const { rawPayload, headers } = await get('padaria', '/entrar', {
        'accept-encoding': encoding,
      })
      expect(headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding' })
      expect(decompress(rawPayload).toString()).toContain('Pão &#38; &#34;Prosa&#34;')
    },
  )
})

describe('a node that has seen no company, while the database is away', async () => {
  // Nothing listens on port 1.
  const { app } = await world.nodeWith(openPool('postgres://nobody@127.0.0.1:1/none', 2))
  const open = (accept: string) =>
    app.inject({ url: '/entrar', headers: { host: 'padaria.localhost', accept } })

  test('while the database is away a browser gets a page in Portuguese, with Retry-After [R1.1 T20]', async () => {
    const { statusCode, headers, body } = await open('text/html,*/*;q=0.8')
    expect(statusCode).toBe(503)
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'retry-after': '2',
      'cache-control': 'no-store',
    })
    expect(body).toContain('<html lang="pt-BR">')
    expect(body).toContain('<h1>Não conseguimos abrir esta página</h1>')
    const nonce = /'nonce-([^']+)'/.exec(String(headers['content-security-policy']))![1]!
    expect(body).toContain(`<style nonce="${nonce}">`)
  })

  test('while the database is away a client that does not ask for HTML gets JSON [D2]', async () => {
    const answer = await open('*/*')
    expect(answer.statusCode).toBe(503)
    expect(answer.headers['retry-after']).toBe('2')
    expect(answer.json()).toMatchObject({ data: { type: 'unavailable' } })
  })
})

test('the page never writes a company’s text as markup [T14]', async () => {
  const writePage = await openPages(await buildLike(), undefined)
  const found = (await companyPage(world.database, 'padaria.localhost'))!
  const view = {
    path: '/entrar',
    hasToken: false,
    first: { paint: null, personal: null },
    nonce: 'N',
    originOf: () => 'https://x.example',
  }
  const pageWith = (text: string) => {
    const home = { title: text, text }
    const company = { ...found.company, name: text, program_name: text, home: home, faq: null }
    return writePage({ ...found, company }, view).html
  }
  /** The tags of a page, with its script's data replaced by a placeholder. */
  const tags = (html: string) => {
    const [before, after] = html.split(/(?<=id="company">).*?(?=<\/script>)/s)
    return [before, after].map((part) => part!.match(/[<>"]/g)!.length)
  }
  const plain = pageWith('x')
  const dangerous = fc.constantFrom(
    '<script>',
    '</script>',
    '"',
    "'",
    '<!--',
    '-->',
    '&quot;',
    '$&',
    '$`',
  )
  const payload = fc.array(fc.oneof(dangerous, fc.string()), { maxLength: 6 })
  fc.assert(
    fc.property(payload, (parts) => {
      expect(tags(pageWith(`x${parts.join('')}`))).toEqual(tags(plain))
    }),
    { numRuns: 5_000 },
  )
})

test('the service worker is served at the root, to be revalidated at each load [R1.4]', async () => {
  const { statusCode, headers } = await get('padaria', '/sw.js')
  expect(statusCode).toBe(200)
  expect(headers).toMatchObject({
    'content-type': expect.stringContaining('text/javascript'),
    'cache-control': 'no-cache',
  })
})
