/** What a company brings of its own: terms as HTML, and photographs. */

import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, type Page } from '@playwright/test'
import sharp from 'sharp'

import { xss_payloads } from '#api/testing/samples/xss.ts'

import { at, command, expectAccessible, expectNoSidewaysScroll, register, test } from './journey.ts'

/** An attack that gets through changes the title: nobody sees it, and a sandbox cannot swallow it as it does an alert. */
const attacks = xss_payloads
  .map((payload) =>
    payload.replaceAll(/\p{Cc}/gu, '').replaceAll('alert(1)', "document.title='owned'"),
  )
  .join('\n')

const terms = `<h1>1. O programa</h1><p>O <strong>Clube</strong> é grátis.</p><ol><li>Um ponto por real.</li></ol>
<table><tr><th>Compra</th><th>Pontos</th></tr><tr><td>R$ 10</td><td>10</td></tr></table>
<p>Veja <a href="https://cafeaurora.example/lgpd">a lei</a>.</p>`

/** The café under another name, with a photograph for a logo and for a prize, and terms of its own. */
async function applyBrand(slug: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'company-'))
  await cp('companies/cafe', folder, { recursive: true })
  const photo = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#a4492b' } })
  await photo(1200, 300).png().toFile(join(folder, 'marca.png'))
  await photo(2400, 1800).jpeg().toFile(join(folder, 'cafe.jpg'))
  const path = join(folder, 'company.yaml')
  const yaml = (await readFile(path, 'utf8'))
    .replace('slug: cafe', `slug: ${slug}`)
    .replace('frontend_domain: cafe.localhost', `frontend_domain: ${slug}.localhost`)
    .replace('other_domains: [localhost]', '')
    .replace('logo: logo.svg', 'logo: marca.png')
    .replaceAll(/photo: .*/g, 'photo: cafe.jpg')
    .replace('legal:\n', `legal:\n  custom_terms_html: ${JSON.stringify(`${terms}${attacks}`)}\n`)
  await writeFile(path, yaml)
  command('api/company-file/command.ts', 'apply', folder)
  await rm(folder, { recursive: true })
}

/** Every request that leaves this machine, which answers nothing. */
function strangers(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url())
    if (protocol.startsWith('http') && !hostname.endsWith('localhost')) asked.push(request.url())
  })
  return asked
}

test('terms that a company wrote are read beside the registration, and nothing in them acts @desk [D11 T14]', async ({
  page,
  context,
}, { project }) => {
  const slug = `termos-${project.name}`
  await applyBrand(slug)
  await page.goto(at(slug, '/cadastrar-email'))
  const opening = context.waitForEvent('page')
  await page.getByRole('link', { name: 'os termos de uso' }).click()
  const read = await opening
  const asked = strangers(read)
  await expect(read.getByRole('heading', { name: 'Termos de uso', level: 1 })).toBeVisible()
  await expect(read.getByRole('heading', { name: '1. O programa', level: 2 })).toBeVisible()
  await expect(read.getByRole('cell', { name: 'R$ 10' })).toBeVisible()
  await expect(read.getByRole('link', { name: 'a lei' })).toHaveAttribute('target', '_blank')
  await expect(read).toHaveTitle('Termos de uso · Clube Aurora')
  await expect(
    read.locator('script, style:not([nonce]), iframe, form, img:not(header img)'),
  ).toHaveCount(0)
  // The words of the attacks are nobody's design.
  await read
    .locator('main > :nth-child(n + 6)')
    .evaluateAll((all) => all.forEach((one) => one.remove()))
  await expectNoSidewaysScroll(read)
  // A page without scripts lets no tool look at it from within: the same marks in another.
  const marks = await read.content()
  const mirror = await context.newPage()
  await mirror.setContent(marks)
  await expectAccessible(mirror)

  // What no sanitiser had seen, under the page's own policy.
  await context.route('**/terms/*', async (route) => {
    const response = await route.fetch({
      url: read.url().replace(`${slug}.localhost`, 'localhost'),
    })
    const body = (await response.text()).replace('</main>', `${attacks}</main>`)
    return route.fulfill({ response, body })
  })
  await read.reload()
  await expect(read.getByRole('heading', { name: '1. O programa' })).toBeVisible()
  await read.evaluate(() =>
    document
      .querySelectorAll('a')
      .forEach((link) => link.dispatchEvent(new MouseEvent('mouseover'))),
  )
  await expect(read).not.toHaveTitle('owned')
  expect(asked).toEqual([])
})

test('a photograph arrives no larger than it is shown, as the format that the browser likes best @desk [R1.6]', async ({
  page,
}, { project }) => {
  const slug = `foto-${project.name}`
  await applyBrand(slug)
  const got = new Map<string, string | undefined>()
  page.on('response', (response) => {
    const { pathname, search } = new URL(response.url())
    if (pathname.startsWith('/images/'))
      got.set(`${pathname.split('.').at(-1)}${search}`, response.headers()['content-type'])
  })
  await register(page, undefined, slug)
  await page.goto(at(slug, '/store'))
  const logo = page.getByRole('banner').getByRole('img')
  await expect(logo).toHaveJSProperty('complete', true)
  await expect(logo).toHaveAttribute('width', '1200')
  const picture = page.locator('main img[srcset]').first()
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0)
  const chosen = await picture.evaluate((image: HTMLImageElement) => ({
    width: Number(new URL(image.currentSrc).searchParams.get('w')),
    shown: image.clientWidth * devicePixelRatio,
  }))
  expect(chosen.width).toBeGreaterThanOrEqual(chosen.shown)
  expect(chosen.width).toBeLessThanOrEqual(480)
  expect(got.get(`jpg?w=${chosen.width}`)).toBe('image/avif')
})
