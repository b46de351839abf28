import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, expect, test } from 'vitest'

import { buildLike } from '#api/testing/samples/build-like.ts'
import { createWorld } from '#api/testing/worlds/world.ts'
import { fontFile, fonts } from '#contract/brand/font.ts'
import { defaultLook } from '#contract/brand/look.ts'
import { themeCss } from '#contract/brand/theme.ts'

import { pageFont, readFontUrls } from './font.ts'

const portalFolder = await buildLike()
await writeFile(join(portalFolder, 'assets', `${fontFile('serif')}-Ab12.woff2`), '')
await writeFile(join(portalFolder, 'assets', `${fontFile('slab')}-Cd34.woff2`), '')
const world = await createWorld({ portalFolder })

async function pageOf(font: string) {
  const company = await world.createCompany('padaria', { theme: { font } })
  const { body } = await world.app.inject({ url: '/entrar', headers: { host: company.hostname } })
  return body
}

test('a page preloads and names the font that its company chose, and no other font [R1.6]', async () => {
  const page = await pageOf('serif')
  const url = `/assets/${fontFile('serif')}-Ab12.woff2`
  expect(page.match(/<link rel="preload" as="font"[^>]*>/g)).toEqual([
    `<link rel="preload" as="font" type="font/woff2" crossorigin href="${url}">`,
  ])
  expect(page.match(/url\([^)]*woff2\)/g)).toEqual([`url(${url})`])
  expect(page).toContain('font-display:optional')
  expect(page).toContain('--font-title:fiel-serif,fiel-serif-fallback,serif')
})

test('the page of a company without a title font loads no font [R1.6]', async () => {
  const page = await pageOf('system')
  expect(page).not.toContain('woff2')
  expect(page).toContain('--font-title:inherit')
})

test('a build without font files gives a page without a preload and without font faces', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'fonts-'))
  afterAll(() => rm(folder, { recursive: true }))
  await mkdir(join(folder, 'assets'))
  const urls = await readFontUrls(folder)
  for (const font of fonts) {
    expect(pageFont(urls, { ...defaultLook, font })).toEqual({ preload: [], css: '' })
  }
})

test('each title font has a fallback font and a generic family behind it [R1.6]', () => {
  const brand = { primary_color: '#0b6b4f', background_color: '#ffffff', font_color: null }
  for (const font of fonts.filter((one) => one !== 'system')) {
    const css = themeCss({ ...brand, theme: { font } })
    expect(css).toMatch(new RegExp(`--font-title:fiel-${font},fiel-${font}-fallback,(sans-)?serif`))
    const faces = pageFont(new Map([[font, '/assets/f.woff2']]), { ...defaultLook, font }).css
    expect(faces).toContain(`font-family:fiel-${font}-fallback`)
    expect(faces).toMatch(/ascent-override:[\d.]+%;descent-override:[\d.]+%;line-gap-override:0%/)
  }
})
