import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

import { buildLike } from '#api/testing/samples/build-like.ts'
import { editorOf } from '#api/testing/worlds/programme-world.ts'
import { createWorld } from '#api/testing/worlds/world.ts'
import { type PreviewData, sampleId } from '#contract/programme/preview.ts'

const world = await createWorld({ portalFolder: await buildLike(), consoleFolder: await build() })
const adega = await world.createCompany('adega', {
  program_name: 'Clube da Adega',
  admin_domain: 'admin.adega.localhost',
  prizes: [
    { key: 'taca', name: 'Taça', value: 50 },
    { key: 'rolha', name: 'Rolha', value: 5, show_in_store: false },
  ],
  settings: { levels_system: 'LOOKBACK' },
  levels: [
    { name: 'Bronze', trigger_amount: 0 },
    { name: 'Ouro', trigger_amount: 100, prize: 'taca' },
  ],
})
const ana = await editorOf(world, adega)

/** A minimal build of the console with the preview's script. */
async function build(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'fiel-preview-'))
  await writeFile(join(folder, 'index.html'), '<html><head></head><body></body></html>')
  const script = 'console-assets/preview-abc.js'
  await writeFile(join(folder, 'preview.json'), JSON.stringify({ script }))
  return folder
}

function preview(cookie: string, path = '/entrar', host = 'admin.adega.localhost') {
  const query = new URLSearchParams({ path })
  return world.app.inject({ url: `/previa?${query}`, headers: { host, cookie } })
}

function dataIn(body: string): PreviewData {
  const [, json] = /<script type="application\/json" id="preview">(.*?)<\/script>/.exec(body)!
  return JSON.parse(json!) as PreviewData
}

describe('GET /previa', () => {
  test('the preview is the portal’s page with the published company if there is no draft [D15]', async () => {
    const { statusCode, body } = await preview(ana.headers.cookie, '/store')
    expect(statusCode).toBe(200)
    expect(body).toContain('Clube da Adega')
    const { path, is_guest, sample } = dataIn(body)
    expect({ path, is_guest }).toEqual({ path: '/store', is_guest: false })
    expect(sample.prizes).toMatchObject([{ key: 'taca', name: 'Taça', value: 50 }])
    expect(sample.levels.map(({ name }) => name)).toEqual(['Bronze', 'Ouro'])
    expect(sample.levels[1]).toMatchObject({ related_prize: { name: 'Taça' }, next: null })
    // The script that answers the portal's calls comes before the portal's own.
    const scripts = [...body.matchAll(/<script[^>]*src="([^"]+)"/g)].map(([, src]) => src)
    expect(scripts[0]).toBe('/console-assets/preview-abc.js')
    expect(scripts.length).toBeGreaterThan(1)
  })

  test('the preview shows the draft of the staff member who asks, and nobody else’s [D15]', async () => {
    const rui = await editorOf(world, adega, { name: 'Rui Lima' })
    const value = 'Clube </script><script>alert(1)</script>'
    await rui.patch({ op: 'replace', path: '/program_name', value })
    const { body } = await preview(rui.headers.cookie)
    expect(body).toContain('<title>Clube &#60;/script&#62;')
    expect(body).not.toContain('<script>alert(1)')
    expect((await preview(ana.headers.cookie)).body).toContain('<title>Clube da Adega</title>')
  })

  test('the preview shows the published company while the draft has a mistake [D15]', async () => {
    const eva = await editorOf(world, adega, { name: 'Eva Reis' })
    await eva.patch({ op: 'replace', path: '/program_name', value: 'Novo' })
    await eva.patch({ op: 'replace', path: '/primary_color', value: 'azul' })
    const { statusCode, body } = await preview(eva.headers.cookie)
    expect(statusCode).toBe(200)
    expect(body).toContain('<title>Clube da Adega</title>')
  })

  test('the preview has the prize that its path names, also one that the store does not show [D15]', async () => {
    const path = `/store/${sampleId(1)}`
    const data = dataIn((await preview(ana.headers.cookie, path)).body)
    expect(data).toMatchObject({ path, is_guest: false })
    expect(data.sample.prizes.map(({ id, key }) => [id, key])).toEqual([
      [sampleId(0), 'taca'],
      [sampleId(1), 'rolha'],
    ])
  })

  test('the preview connects to nothing and can be shown only in a frame of the console [D15]', async () => {
    const { headers } = await preview(ana.headers.cookie)
    const policy = String(headers['content-security-policy'])
    for (const rule of [
      "connect-src 'none'",
      "worker-src 'none'",
      "form-action 'none'",
      "frame-ancestors 'self'",
    ]) {
      expect(policy).toContain(rule)
    }
    expect(headers['x-frame-options']).toBe('SAMEORIGIN')
    expect(headers['cache-control']).toBe('no-store')
  })

  test('the preview shows the login for a path that the console does not offer', async () => {
    for (const wished of ['//evil.example/x', '/store/x', `//evil.example/store/${sampleId(0)}`]) {
      const { body } = await preview(ana.headers.cookie, wished)
      expect(dataIn(body)).toMatchObject({ path: '/entrar', is_guest: true })
    }
  })

  test('the preview refuses a visitor without a session, staff of another company, and a cashier [D15]', async () => {
    const stranger = await editorOf(world, world.posto)
    const cashier = await editorOf(world, adega, { role: 'cashier' })
    expect((await preview('')).statusCode).toBe(401)
    expect((await preview(stranger.headers.cookie)).statusCode).toBe(401)
    expect((await preview(cashier.headers.cookie)).statusCode).toBe(403)
  })

  test('the preview is an unknown page at a portal’s host name', async () => {
    const { statusCode, body } = await preview(ana.headers.cookie, '/store', 'adega.localhost')
    expect(statusCode).toBe(404)
    expect(body).not.toContain('id="preview"')
  })
})
