/** Every screen of the console for every role, light and dark, on a phone and on a desk: no axe violation, no sideways scroll (D15). */

import { expect, type Page } from '@playwright/test'

import type { StaffRole } from '#contract/console/staff.ts'

import { brokenRules, isWhole, test } from '../journey.ts'
import { consoleAt, newStaff } from './staff.ts'

const programmePaths = [
  '/programa/regras',
  '/programa/niveis',
  '/programa/premios',
  '/programa/premios/cafe-coado',
  '/programa/promocoes',
  '/programa/aparencia',
  '/programa/textos',
  '/programa/lojas',
  '/programa/ajustes',
  '/programa/rascunho',
  '/programa/versoes',
]
const settingPaths = ['equipe', 'chaves', 'webhooks', 'importar', 'auditoria', 'conta'].map(
  (place) => `/configuracoes/${place}`,
)

const reportPaths = [
  '/relatorios/programa',
  '/relatorios/premios-e-promocoes',
  '/relatorios/lojas',
  '/relatorios/vencimento-e-fechamento',
]

const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]
/** `npm test` opens some screens of the two roles that read most; a night run opens all screens of all roles. */
const paths: Record<StaffRole, string[]> = {
  owner: ['/', ...programmePaths, ...reportPaths, ...settingPaths],
  manager: ['/', ...settingPaths],
  analyst: [
    '/',
    ...reportPaths,
    '/programa/premios',
    '/programa/premios/cafe-coado',
    '/programa/rascunho',
  ],
  attendant: ['/', '/programa/lojas', '/programa/versoes'],
  cashier: ['/', '/programa/regras', '/configuracoes/conta'],
}

for (const [role, shortList] of Object.entries(paths) as [StaffRole, string[]][]) {
  test(
    `the screens of the role ${role} are accessible in both schemes at both sizes [D15]`,
    { tag: role === 'analyst' || role === 'attendant' ? '@desk' : '@night' },
    async ({ page, context }) => {
      test.slow()
      const person = await newStaff(role)
      await person.signIn(context)
      const defects: string[] = []
      for (const path of isWhole ? paths.owner : shortList) {
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
  const defects: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    defects.push(...(await brokenRules(page)).map((broken) => `${colorScheme}, ${broken}`))
  }
  return defects
}
