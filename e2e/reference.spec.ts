import { expect } from '@playwright/test'

import { at, brokenRules, expectNoSidewaysScroll, test } from './journey.ts'

/** The axe rules to check. They exclude contrast: the page has 2,000 elements, and contract/brand/theme.test.ts tests its colours. */
const structure = [
  'heading-order',
  'link-name',
  'list',
  'definition-list',
  'landmark-one-main',
  'region',
  'scrollable-region-focusable',
]

test('on the API’s page the skip link and the first copy button work by keyboard [D3]', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(at('cafe', '/api/docs'))
  await expect(page).toHaveTitle('API de fidelidade · Clube Aurora')
  await expect(page.getByRole('img', { name: 'Clube Aurora' })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Ir para o conteúdo' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await page.getByRole('button', { name: 'Copiar' }).first().press('Enter')
  await expect(page.getByRole('button', { name: 'Copiado' })).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toContain(`export FIEL=${at('cafe', '/api')}`)
  expect(await brokenRules(page, structure)).toEqual([])
  await expectNoSidewaysScroll(page)
  await page.getByText('Nesta página', { exact: true }).click()
  await page.getByRole('link', { name: 'POST /partner/points/generate' }).click()
  await expect(
    page.getByRole('heading', { name: 'POST /partner/points/generate' }),
  ).toBeInViewport()
  await page.getByRole('link', { name: 'Portal do cliente' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Portal do cliente' })).toBeVisible()
})
