/**
 * `npm run screens` saves pictures of every screen of each demo company in screens/: phone and desktop, light and dark.
 * Words select some: slugs, names of places (places.ts), sizes and persons. The word `matrix` takes all sizes and persons,
 * `hostile` the brands that strain the layout, and `large` shows text at 200 %:
 * `npm run screens -- adega login prizes 320x640 heavy`. It uses its own data, so that manual changes in
 * the demo do not appear.
 */

import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

import { type Browser, chromium, type Page } from '@playwright/test'

import { browserForPictures } from '../../e2e/browser.ts'
import { scriptWords } from '../command-line.ts'
import { startDemoServer } from '../demo-server.ts'
import { buildStale } from '../portal/build-stale.ts'
import { companiesFolder, hostileSlugs, missingLogo, withHostileBrands } from './hostile-brands.ts'
import { addPerson, type Credentials, type PersonName, personNames } from './people.ts'
import { picture } from './picture.ts'
import {
  customerPlaces,
  guestPlaces,
  type Place,
  prizePlaceNames,
  prizePlaces,
  promotionPlaceName,
  promotionPlaces,
} from './places.ts'
import { passGate, showsLogin, signIn } from './visitor.ts'

const folder = join(import.meta.dirname, '../../screens')
const schemes = ['light', 'dark'] as const
/** The last one is a phone in landscape. */
const allSizes = ['390x844', '360x740', '320x640', '768x1024', '1440x900', '844x390']
const modes = ['matrix', 'hostile', 'large']
const placeNames = [
  ...new Set([...guestPlaces, ...customerPlaces].map(({ name }) => name)),
  ...prizePlaceNames,
  promotionPlaceName,
]
const sizePattern = /^\d{3,4}x\d{3,4}$/
const slugs = [...(await companySlugs()), ...hostileSlugs]
const words = scriptWords(
  'screens',
  'Saves pictures of the demo companies’ screens in screens/. Words select some of them.',
  {
    companies: slugs,
    places: placeNames,
    'sizes, or any WIDTHxHEIGHT': allSizes,
    persons: personNames,
    modes,
  },
  sizePattern,
)
const isMatrix = words.includes('matrix')
const isHostile = words.includes('hostile')
const isLarge = words.includes('large')
const selectedPlaces = words.filter((word) => placeNames.includes(word))
const selectedSizes = words.filter((word) => sizePattern.test(word))
const selectedPeople = personNames.filter((name) => words.includes(name))
const selectedCompanies = words.filter((word) => slugs.includes(word))
const sizes =
  selectedSizes.length > 0 ? selectedSizes : isMatrix ? allSizes : ['390x844', '1440x900']
const people =
  selectedPeople.length > 0 ? selectedPeople : isMatrix ? personNames : (['usual'] as const)
/** Browser pages that take pictures at once. */
const maxPages = 6

await buildStale()
const companies = await withHostileBrands()
const server = await startDemoServer({ DEMO_COMPANIES: companies })
try {
  const chrome = await chromium.launch(await browserForPictures())
  for (const [slug, origin] of server.origins) {
    if (isSelectedCompany(slug)) await company(chrome, origin, slug)
  }
  await chrome.close()
} finally {
  await server.stop()
  await rm(companies, { recursive: true })
}

/** The slugs of the demo companies. */
async function companySlugs(): Promise<string[]> {
  const entries = await readdir(companiesFolder, { withFileTypes: true })
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
}

function isSelectedCompany(slug: string): boolean {
  if (selectedCompanies.length > 0) return selectedCompanies.includes(slug)
  return hostileSlugs.includes(slug) === isHostile
}

function isSelected({ name }: Place): boolean {
  return selectedPlaces.length === 0 || selectedPlaces.includes(name)
}

/** Takes pictures as a guest and as each person, of several sizes and schemes at once, because they mostly wait. */
async function company(chrome: Browser, origin: string, slug: string): Promise<void> {
  const signIns = new Map<PersonName, Promise<Credentials>>()
  const signInOf = (person: PersonName) => {
    if (!signIns.has(person)) signIns.set(person, addPerson(server, slug, person))
    return signIns.get(person)!
  }
  const jobs = sizes.flatMap((size) => schemes.map((colorScheme) => ({ size, colorScheme })))
  const work = async () => {
    for (let job = jobs.shift(); job; job = jobs.shift()) {
      const { size, colorScheme } = job
      const place = join(folder, slug, `${size}-${colorScheme}${isLarge ? '-large' : ''}`)
      const open = () => openPage(chrome, size, colorScheme)
      // A blocked company has no login.
      if (!(await asGuest(await open(), origin, place))) return
      for (const person of people) {
        await asPerson(await open(), origin, await signInOf(person), join(place, person))
      }
    }
  }
  await Promise.all(Array.from({ length: maxPages }, work))
}

/** Returns whether the company shows a login. */
async function asGuest(page: Page, origin: string, folder: string): Promise<boolean> {
  await mkdir(folder, { recursive: true })
  await passGate(page, origin, () => page.screenshot({ path: join(folder, 'age-gate.png') }))
  for (const place of guestPlaces.filter(isSelected)) {
    await picture(page, origin, place, { folder, isLarge })
  }
  const hasLogin = await showsLogin(page, origin)
  await page.context().close()
  return hasLogin
}

async function openPage(
  chrome: Browser,
  size: string,
  colorScheme: 'light' | 'dark',
): Promise<Page> {
  const [width, height] = size.split('x').map(Number) as [number, number]
  const page = await chrome.newPage({
    viewport: { width, height },
    colorScheme,
    locale: 'pt-BR',
    reducedMotion: 'reduce',
  })
  await page.route(missingLogo, (route) => route.abort())
  return page
}

async function asPerson(
  page: Page,
  origin: string,
  credentials: Credentials,
  folder: string,
): Promise<void> {
  await passGate(page, origin, async () => {})
  if (!(await signIn(page, origin, credentials))) throw new Error(`${origin}: nobody can sign in`)
  const places = [
    ...customerPlaces,
    ...(await prizePlaces(page, origin)),
    ...(await promotionPlaces(page, origin)),
  ]
  for (const place of places.filter(isSelected)) {
    await picture(page, origin, place, { folder, isLarge })
  }
  await page.context().close()
}
