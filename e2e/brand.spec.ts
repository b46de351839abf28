/** Content that a company supplies: terms as HTML, and photographs. */

import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, type Page } from '@playwright/test'
import sharp from 'sharp'

import { xssPayloads } from '#api/testing/samples/xss.ts'
import { parse } from '#contract/brand/colour.ts'
import { brandColours } from '#contract/brand/theme.ts'

import { command } from './command.ts'
import { applyCopy, at, expectAccessible, expectNoSidewaysScroll, signUp, test } from './journey.ts'

/** XSS attacks that change the title instead of calling alert(), because a sandbox blocks alert() but not the title. */
const attacks = xssPayloads
  .map((payload) =>
    payload.replaceAll(/\p{Cc}/gu, '').replaceAll('alert(1)', "document.title='owned'"),
  )
  .join('\n')

const terms = `<h1>1. O programa</h1><p>O <strong>Clube</strong> é grátis.</p><ol><li>Um ponto por real.</li></ol>
<table><tr><th>Compra</th><th>Pontos</th></tr><tr><td>R$ 10</td><td>10</td></tr></table>
<p>Veja <a href="https://cafeaurora.example/lgpd">a lei</a>.</p>`

/** A copy of the café with photographs as logo and prize picture, and with terms as HTML that contain the attacks. */
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
    .replaceAll('cafe.localhost', `${slug}.localhost`)
    .replace('other_domains: [localhost]', '')
    .replace('admin_domain: admin.cafe.localhost', '')
    .replace('logo: logo.svg', 'logo: marca.png')
    .replaceAll(/photo: .*/g, 'photo: cafe.jpg')
    .replace('legal:\n', `legal:\n  custom_terms_html: ${JSON.stringify(`${terms}${attacks}`)}\n`)
  await writeFile(path, yaml)
  await command('company', 'apply', folder, '--yes')
  await rm(folder, { recursive: true })
}

/** Collects the page's requests to other hosts than localhost. */
function collectForeignRequests(page: Page): string[] {
  const requests: string[] = []
  page.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url())
    if (protocol.startsWith('http') && !hostname.endsWith('localhost')) requests.push(request.url())
  })
  return requests
}

test(
  'a company’s own terms can be read from the registration, and their scripts are inert [D11 T14]',
  { tag: '@night' },
  async ({ page, context }, { project }) => {
    const slug = `termos-${project.name}`
    await applyBrand(slug)
    await page.goto(at(slug, '/cadastrar-email'))
    const opening = context.waitForEvent('page')
    await page.getByRole('link', { name: 'os termos de uso' }).click()
    const termsPage = await opening
    const foreignRequests = collectForeignRequests(termsPage)
    await expect(termsPage.getByRole('heading', { name: 'Termos de uso', level: 1 })).toBeVisible()
    await expect(termsPage.getByRole('heading', { name: '1. O programa', level: 2 })).toBeVisible()
    await expect(termsPage.getByRole('cell', { name: 'R$ 10' })).toBeVisible()
    await expect(termsPage.getByRole('link', { name: 'a lei' })).toHaveAttribute('target', '_blank')
    await expect(termsPage).toHaveTitle('Termos de uso · Clube Aurora')
    await expect(
      termsPage.locator('script, style:not([nonce]), iframe, form, img:not(header img)'),
    ).toHaveCount(0)
    // Remove the text of the attacks: its layout is not under test.
    await termsPage
      .locator('main > :nth-child(n + 6)')
      .evaluateAll((all) => all.forEach((one) => one.remove()))
    await expectNoSidewaysScroll(termsPage)
    // axe cannot run in a page without scripts, so it checks the same markup in another page.
    const markup = await termsPage.content()
    const mirror = await context.newPage()
    await mirror.setContent(markup)
    await expectAccessible(mirror)

    // Unsanitised attacks are blocked by the page's Content-Security-Policy alone.
    await context.route('**/terms/*', async (route) => {
      const response = await route.fetch({
        url: termsPage.url().replace(`${slug}.localhost`, 'localhost'),
      })
      const body = (await response.text()).replace('</main>', `${attacks}</main>`)
      return route.fulfill({ response, body })
    })
    await termsPage.reload()
    await expect(termsPage.getByRole('heading', { name: '1. O programa' })).toBeVisible()
    await termsPage.evaluate(() =>
      document
        .querySelectorAll('a')
        .forEach((link) => link.dispatchEvent(new MouseEvent('mouseover'))),
    )
    await expect(termsPage).not.toHaveTitle('owned')
    expect(foreignRequests).toEqual([])
  },
)

test('a photograph is no larger than it is shown, and in the browser’s preferred format [R1.6]', async ({
  page,
}, { project }) => {
  const slug = `foto-${project.name}`
  await applyBrand(slug)
  const mediaTypes = new Map<string, string | undefined>()
  page.on('response', (response) => {
    const { pathname, search } = new URL(response.url())
    if (pathname.startsWith('/images/'))
      mediaTypes.set(`${pathname.split('.').at(-1)}${search}`, response.headers()['content-type'])
  })
  await signUp(page, undefined, slug)
  await page.goto(at(slug, '/store'))
  const logo = page.getByRole('banner').getByRole('img')
  await expect(logo).toHaveJSProperty('complete', true)
  await expect(logo).toHaveAttribute('width', '1200')
  const picture = page.locator('main img[srcset]').first()
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0)
  const sizes = await picture.evaluate((image: HTMLImageElement) => ({
    width: Number(new URL(image.currentSrc).searchParams.get('w')),
    shown: image.clientWidth * devicePixelRatio,
  }))
  expect(sizes.width).toBeGreaterThanOrEqual(sizes.shown)
  expect(sizes.width).toBeLessThanOrEqual(480)
  expect(mediaTypes.get(`jpg?w=${sizes.width}`)).toBe('image/avif')
})

test('a portal that is always light or always dark ignores the device, from its first paint on [R1.6 D13]', async ({
  page,
}, { project }) => {
  const company = { primary_color: '#a4492b', background_color: '#fdf8f3', font_color: null }
  for (const [scheme, colorScheme] of [
    ['light', 'dark'],
    ['dark', 'light'],
  ] as const) {
    const slug = `sempre-${scheme}-${project.name}`
    await applyCopy(slug, (yaml) => yaml.replace('theme: {', `theme: { scheme: ${scheme},`))
    await page.emulateMedia({ colorScheme })
    const ground = brandColours(company)[scheme]['page']!
    const isShown = () => expect(page.locator('body')).toHaveCSS('background-color', rgb(ground))
    // Without its scripts the page is what the server painted.
    await page.route(/\.js$/, (route) => route.abort())
    await page.goto(at(slug, '/entrar'), { waitUntil: 'domcontentloaded' })
    await isShown()
    await page.unroute(/\.js$/)
    await page.reload()
    await expect(page.getByRole('button', { name: 'Entrar', exact: true })).toBeEnabled()
    await isShown()
    await expectAccessible(page)
  }
})

test('if the logo does not load, the company’s name is shown in its place [R1.6]', async ({
  page,
}) => {
  await page.route(/\/images\//, (route) => route.abort())
  await page.goto(at('cafe', '/entrar'))
  const header = page.getByRole('banner')
  await expect(header.getByText('Café Aurora', { exact: true })).toBeVisible()
  await expect(header.getByRole('img', { name: 'Café Aurora' })).toHaveCount(0)
})

/** '#fdf8f3' → 'rgb(253, 248, 243)', as a browser says it. */
function rgb(colour: string): string {
  return `rgb(${parse(colour).join(', ')})`
}
