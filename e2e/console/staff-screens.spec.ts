/**
 * Every screen of the console for every role, light and dark, on a desk and at 320 px: valid HTML, no axe violation and no
 * sideways scroll (D15).
 */

import { expect, type Page } from '@playwright/test'

import { paths, type RouteName } from '#console/path/paths.ts'
import { staffRoles } from '#contract/console/staff.ts'

import { brokenRules, isWhole, test } from '../journey.ts'
import { htmlErrors } from '../valid-html.ts'
import { consoleAt, newStaff } from './staff.ts'

/**
 * Paths with an item of the demo in place of the parameters. Another journey opens a screen whose path has parameters and
 * no example here.
 */
const examples: Partial<Record<RouteName, string>> = {
  'programme.prize': '/programa/premios/cafe-coado',
}
/** Screens outside the console itself: the journeys of the sign-in open them. */
const guestScreens: ReadonlySet<RouteName> = new Set([
  'sign-in',
  'invitation',
  'forgot-password',
  'new-password',
  'second-factor',
])
/** Every screen of the staff with an address that a person can open, from the console's own table of paths. */
const allPaths = (Object.keys(paths) as RouteName[])
  .filter((name) => !guestScreens.has(name))
  .map((name) => examples[name] ?? paths[name])
  .filter((path) => !path.includes(':'))

const sizes = [
  { width: 1440, height: 900 },
  // The narrowest window that WCAG 1.4.10 names.
  { width: 320, height: 640 },
]
/** `npm test` opens some screens as an analyst, the role that reads most; a night run opens all screens as each role. */
const shortList = [
  '/',
  '/relatorios/programa',
  '/programa/premios/cafe-coado',
  '/programa/rascunho',
]

for (const role of staffRoles) {
  test(
    `the screens of the role ${role} are valid and accessible in both schemes at both sizes [D15]`,
    { tag: role === 'analyst' ? '@desk' : '@night' },
    async ({ page, context }) => {
      test.slow()
      const person = await newStaff(role)
      await person.signIn(context)
      const defects: string[] = []
      for (const path of isWhole ? allPaths : shortList) {
        await page.setViewportSize(sizes[0]!)
        await page.goto(consoleAt(path))
        await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
        for (const size of sizes) {
          await page.setViewportSize(size)
          const found = await defectsOf(page)
          defects.push(...found.map((defect) => `${path} at ${size.width}: ${defect}`))
        }
      }
      expect(defects).toEqual([])
    },
  )
}

async function defectsOf(page: Page): Promise<string[]> {
  // A poll, because the preview leaves a narrow page a moment after the resize.
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  await expect.poll(overflow, `px of sideways scroll at ${page.url()}`).toBe(0)
  const defects = await htmlErrors(page)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    defects.push(...(await brokenRules(page)).map((broken) => `${colorScheme}, ${broken}`))
  }
  return defects
}
