/** A store with more prizes than one page. */

import { expect, type Page } from '@playwright/test'

import { applyCopy, at, expectAccessible, signUp, test } from './journey.ts'

/** Creates a company like the café with `count` prizes, and signs up a customer of it. */
async function openLargeStore(page: Page, slug: string, count: number): Promise<void> {
  const prizes = Array.from(
    { length: count },
    (_, n) => `  - { key: p${n}, name: Prêmio ${n}, value: ${n} }`,
  )
  await applyCopy(slug, (yaml) =>
    yaml.replace(/prizes:\n[\s\S]*?\npromotions:/, `prizes:\n${prizes.join('\n')}\npromotions:`),
  )
  await signUp(page, undefined, slug)
}

test(
  'scrolling loads a store of 500 prizes, each prize once [R9.1]',
  { tag: ['@wire', '@night'] },
  async ({ page }) => {
    test.setTimeout(90_000)
    await openLargeStore(page, 'cafe-cheio', 500)
    await page.goto(at('cafe-cheio', '/store'))
    await expect(
      page.getByRole('navigation', { name: 'Prêmios e vouchers' }).getByRole('link').first(),
    ).toHaveText('Todos500')
    const names = page.getByRole('heading', { level: 2 })
    await expect(names.first()).toHaveText('Prêmio 0')
    const scrolled = async () => {
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
      return names.count()
    }
    await expect.poll(scrolled, { intervals: [50], timeout: 60_000 }).toBe(500)
    expect(new Set(await names.allTextContents()).size).toBe(500)
    const heart = page.getByRole('button', { name: 'Favoritar Prêmio 499' })
    await heart.click()
    await expect(heart).toHaveAttribute('aria-pressed', 'true')

    const last = page.getByRole('link', { name: 'Prêmio 499' })
    await last.click()
    await expect(page.getByRole('heading', { level: 1, name: 'Prêmio 499' })).toBeFocused()
    await page.goBack()
    await expect(last).toBeInViewport()
  },
)

test('a failed page of the store is requested once, and again only by a press [R9.1 R13.2]', async ({
  page,
}) => {
  await openLargeStore(page, 'cafe-duas-paginas', 30)
  let asked = 0
  let isBroken = true
  await page.route(/\/api\/prize\?(.*&)?page=2(&|$)/, (route) => {
    asked += 1
    return isBroken ? route.fulfill({ status: 500, body: '' }) : route.continue()
  })
  await page.goto(at('cafe-duas-paginas', '/store'))
  const names = page.getByRole('heading', { level: 2 })
  const end = page.getByText('Não conseguimos carregar o restante.')
  await expect(names).toHaveCount(24)
  const scrollToEnd = () => page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await scrollToEnd()
  await expect(end).toBeVisible()
  await expectAccessible(page)
  // Scroll away and back: the end of the list comes near again, and must not send the request again.
  await page.evaluate(() => scrollTo(0, 0))
  await expect(names.first()).toBeInViewport()
  await scrollToEnd()
  await expect(end).toBeInViewport()
  expect(asked).toBe(1)
  isBroken = false
  await page.getByRole('button', { name: 'Tentar de novo' }).click()
  await expect(names).toHaveCount(30)
  await expect(end).toBeHidden()
  expect(asked).toBe(2)
})
