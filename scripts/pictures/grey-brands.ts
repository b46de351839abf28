/**
 * `npm run grey-brands` shows that the demo brands can be told apart without colour, logo and pictures (R1.6). It saves the
 * first screenful of each company's dashboard in screens/grey/ and fails when two of them look alike. It uses its own data.
 */

import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { type Browser, chromium } from '@playwright/test'
import sharp from 'sharp'

import { pathTo } from '#portal/path/paths.ts'

import { browser } from '../../e2e/browser.ts'
import { startDemoServer } from '../demo-server.ts'
import { buildStale } from '../portal/build-stale.ts'
import { untilQuiet } from './quiet.ts'
import { passGate, signIn } from './visitor.ts'

const folder = join(import.meta.dirname, '../../screens/grey')
const phone = { width: 390, height: 844 }
/** px: pictures are compared at this width, so that a letter that moved does not count. */
const compared_px = 78
/** The least mean difference of two pictures, of 255 shades. */
const minDifference = 10

/** Logo and pictures, but for the hero's, which is a choice of the brand. */
const cover = `header img, main img:not(span[aria-hidden='true'] > img) { visibility: hidden !important }`

await buildStale()
await mkdir(folder, { recursive: true })
const companies = await openCompanies()
const server = await startDemoServer({ DEMO_COMPANIES: companies })
try {
  const chrome = await chromium.launch((await browser()).launchOptions)
  const pictures = new Map<string, Buffer>()
  for (const [slug, origin] of server.origins)
    pictures.set(slug, await greyPicture(chrome, origin, slug))
  await chrome.close()
  process.exitCode = compare([...pictures]) ? 0 : 1
} finally {
  await server.stop()
  await rm(companies, { recursive: true })
}

/** The demo companies, none of them blocked, because a blocked one has no dashboard. */
async function openCompanies(): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), 'companies-'))
  await cp(join(import.meta.dirname, '../../companies'), copy, { recursive: true })
  const path = join(copy, 'bloqueada/company.yaml')
  await writeFile(path, (await readFile(path, 'utf8')).replace('blocked: true\n', ''))
  return copy
}

/** Saves the dashboard in grey-scale. Returns its shades at `compared_px`. */
async function greyPicture(chrome: Browser, origin: string, slug: string): Promise<Buffer> {
  // `bypassCSP`: the page's policy refuses a style that it does not name.
  const context = await chrome.newContext({
    viewport: phone,
    locale: 'pt-BR',
    reducedMotion: 'reduce',
    bypassCSP: true,
  })
  const page = await context.newPage()
  await passGate(page, origin, async () => undefined)
  if (!(await signIn(page, origin))) throw new Error(`${slug}: nobody can sign in`)
  await page.goto(`${origin}${pathTo('home')}`)
  const agree = page.getByRole('button', { name: 'Concordo', exact: true })
  await untilQuiet(page)
  if (await agree.isVisible()) await agree.click()
  await page.addStyleTag({ content: cover })
  await untilQuiet(page)
  const grey = sharp(await page.screenshot()).grayscale()
  await context.close()
  await grey
    .clone()
    .png()
    .toFile(join(folder, `${slug}.png`))
  return grey.resize({ width: compared_px }).raw().toBuffer()
}

/** Prints the difference of each two pictures. Returns whether all suffice. */
function compare(pictures: [slug: string, shades: Buffer][]): boolean {
  const differences = pictures.flatMap(([one, shades], at) =>
    pictures.slice(at + 1).map(([other, others]) => {
      const sum = shades.reduce(
        (total, shade, place) => total + Math.abs(shade - others[place]!),
        0,
      )
      return { one, other, difference: Math.round((10 * sum) / shades.length) / 10 }
    }),
  )
  console.table(differences)
  return differences.every(({ difference }) => difference >= minDifference)
}
