/** The route table makes the portal request a screen's data at the same time as its code. */

import { expect, type Page, type Request } from '@playwright/test'

import { at, openDrawer, register, test } from './journey.ts'
import { withoutFirstScreen } from './policy.ts'

/** Delays the chunk of a screen until `release` is called. */
async function holdChunk(page: Page, screen: string): Promise<{ release: () => void }> {
  const release = Promise.withResolvers<void>()
  await page.route(`**/assets/${screen}-*.js`, async (route) => {
    await release.promise
    await route.continue()
  })
  return { release: release.resolve }
}

/** Collects API calls in the order in which they are sent. */
function callsOf(page: Page): string[] {
  const calls: string[] = []
  page.on('request', (request: Request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname.startsWith('/api/')) calls.push(pathname.slice('/api'.length) + search)
  })
  return calls
}

const standing = '/customer?update_level=TRUE'

test('a click on a link requests the screen’s data once, not waiting for its code @wire [R2.13]', async ({
  page,
}) => {
  await register(page)
  const calls = callsOf(page)
  const { release } = await holdChunk(page, 'LevelsScreen')
  const chunk = page.waitForRequest('**/assets/LevelsScreen-*.js')
  await (await openDrawer(page)).getByRole('link', { name: 'Níveis' }).click()
  await chunk
  await expect.poll(() => calls).toContain(standing)
  await expect(page.getByRole('heading', { level: 1, name: 'Níveis' })).toBeHidden()
  release()
  await expect(page.getByRole('heading', { level: 1, name: 'Níveis' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Seu nível' })).toBeVisible()
  expect(calls.filter((call) => call === standing)).toHaveLength(1)
})

test('the first page requests its query’s data without waiting for the code @wire [R2.13 R9.1]', async ({
  page,
}) => {
  await register(page)
  await withoutFirstScreen(page)
  const { release } = await holdChunk(page, 'PrizesScreen')
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
  release()
  await expect(page.getByRole('heading', { level: 1, name: 'Prêmios' })).toBeVisible()
  await expect(page.getByText('Nada para retirar agora')).toBeVisible()
  expect(calls.filter((call) => call.startsWith('/voucher?'))).toHaveLength(1)
})
