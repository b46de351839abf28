/** The route table's promise: a screen's data is asked for at the same time as its code. */

import { expect, type Page, type Request } from '@playwright/test'

import { at, openDrawer, register, test } from './journey.ts'

/** Holds the chunk of a screen back until it is let go. */
async function holdChunk(page: Page, screen: string): Promise<{ letGo: () => void }> {
  const held = Promise.withResolvers<void>()
  await page.route(`**/assets/${screen}-*.js`, async (route) => {
    await held.promise
    await route.continue()
  })
  return { letGo: held.resolve }
}

/** The calls for data, in the order in which they leave. */
function callsOf(page: Page): string[] {
  const calls: string[] = []
  page.on('request', (request: Request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname.startsWith('/api/')) calls.push(pathname.slice('/api'.length) + search)
  })
  return calls
}

const standing = '/customer?update_level=TRUE'

test('a press asks for a screen’s data without waiting for its code, and asks once @wire [R2.13]', async ({
  page,
}) => {
  await register(page)
  const calls = callsOf(page)
  const { letGo } = await holdChunk(page, 'LevelsScreen')
  const chunk = page.waitForRequest('**/assets/LevelsScreen-*.js')
  await (await openDrawer(page)).getByRole('link', { name: 'Níveis' }).click()
  await chunk
  await expect.poll(() => calls).toContain(standing)
  await expect(page.getByRole('heading', { level: 1, name: 'Níveis' })).toBeHidden()
  letGo()
  await expect(page.getByRole('heading', { level: 1, name: 'Níveis' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Seu nível' })).toBeVisible()
  expect(calls.filter((call) => call === standing)).toHaveLength(1)
})

test('so does the first page, for what the query string names @wire [R2.13 R9.1]', async ({
  page,
}) => {
  await register(page)
  const { letGo } = await holdChunk(page, 'PrizesScreen')
  const calls = callsOf(page)
  await page.goto(at('cafe', '/store?tab=to_withdraw'), { waitUntil: 'commit' })
  await expect
    .poll(() => calls)
    .toEqual(
      expect.arrayContaining([
        '/customer',
        '/customer/balance',
        '/voucher?state=TO_WITHDRAW&page=1&per_page=24',
        '/voucher/count',
      ]),
    )
  letGo()
  await expect(page.getByRole('heading', { level: 1, name: 'Prêmios' })).toBeVisible()
  await expect(page.getByText('Nada para retirar agora')).toBeVisible()
  expect(calls.filter((call) => call.startsWith('/voucher?'))).toHaveLength(1)
})
