import sharp from 'sharp'
import { describe, expect, test } from 'vitest'

import { buildLike } from '#api/testing/samples/build-like.ts'
import { createWorld } from '#api/testing/worlds/world.ts'

const world = await createWorld({ portalFolder: await buildLike() })
await world.createCompany('padaria', {
  program_name: 'Pão & "Prosa"',
  primary_color: '#7a1f3d',
  background_color: '#fff5f0',
})

function get(slug: string, url: string, headers: Record<string, string> = {}) {
  return world.app.inject({ url, headers: { host: `${slug}.localhost`, ...headers } })
}

describe('the manifest', () => {
  type Icon = { src: string; sizes: string; type: string; purpose: string }
  type Manifest = Record<string, string> & { icons: Icon[] }
  const manifestOf = async (slug: string): Promise<Manifest> =>
    JSON.parse((await get(slug, '/manifest.webmanifest')).body)

  test('the manifest has what an installation needs: name, start, display, colours and icons [R1.6]', async () => {
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
      shortcuts: [
        { name: 'Meu código', url: '/fidelidade/resumo?codigo', icons: [{ sizes: '192x192' }] },
        { name: 'Vouchers', url: '/store?tab=to_withdraw', icons: [{ sizes: '192x192' }] },
        { name: 'Prêmios', url: '/store', icons: [{ sizes: '192x192' }] },
      ],
    })
    const kinds = manifest.icons.map(({ sizes, purpose }) => `${purpose} ${sizes}`)
    for (const kind of ['any 192x192', 'any 512x512', 'maskable 512x512']) {
      expect(kinds).toContain(kind)
    }
  })

  test('each icon of the manifest is a PNG of its declared size and may be cached for ever [R1.6]', async () => {
    const { icons } = await manifestOf('padaria')
    for (const { src, sizes, type } of icons) {
      const { statusCode, headers, rawPayload } = await get('padaria', src)
      expect({ statusCode, type: headers['content-type'] }).toEqual({ statusCode: 200, type })
      expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
      const { width, height, format } = await sharp(rawPayload).metadata()
      expect(`${format} ${width}x${height}`).toBe(`png ${sizes}`)
    }
  })

  test('a maskable icon has the favicon’s background up to its corners [R1.6]', async () => {
    const { icons } = await manifestOf('padaria')
    const { src } = icons.find(({ purpose }) => purpose === 'maskable')!
    const { rawPayload } = await get('padaria', src)
    const [red, green, blue] = await sharp(rawPayload).raw().toBuffer()
    expect([red, green, blue]).toEqual([0xcc, 0, 0])
  })

  test('a new colour or background picture changes the icons’ URL; old and unknown URLs are 404 [R1.6]', async () => {
    const before = (await manifestOf('cafe')).icons[0]!.src
    await world.createCompany('cafe', { primary_color: '#006633' })
    const green = (await manifestOf('cafe')).icons[0]!.src
    expect(green).not.toBe(before)
    await world.createCompany('cafe', { primary_color: '#006633', background: 'logo.svg' })
    const after = (await manifestOf('cafe')).icons[0]!.src
    expect(after).not.toBe(green)
    const garbage = [before, after.replace('192', '5000'), '/icons/x/y/icon-192.png']
    for (const url of garbage) expect((await get('cafe', url)).statusCode).toBe(404)
  })
})
