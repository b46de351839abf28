/** A redemption with an unknown outcome, or with an error code: one key, one payment and a message. */

import { expect, type Page } from '@playwright/test'

import { expectAccessible, expectAlert, localized, test } from './journey.ts'
import { openPrize, redeem, redeemed, withPoints } from './redeem.ts'

const storedAttempts = (page: Page) =>
  page.evaluate(() => Object.keys(sessionStorage).filter((name) => name.includes('attempt')))

test.describe('a redemption on a bad network [R9.2 D2]', () => {
  test('on a bad network a redemption is retried with the same key and paid once', async ({
    page,
  }) => {
    await withPoints(page, 400)
    await openPrize(page, 'Café coado na hora')
    const keys: (string | undefined)[] = []
    await page.route('**/api/voucher/generate', async (route) => {
      keys.push(route.request().headers()['idempotency-key'])
      // The request arrives, but its response is lost.
      if (keys.length <= 2) {
        await route.fetch({ url: localized(route.request().url()) })
        return route.abort()
      }
      return route.continue()
    })
    await redeem(page)
    await expect(redeemed(page)).toBeVisible()
    expect(keys).toHaveLength(3)
    expect(new Set(keys).size).toBe(1)
    await redeemed(page).getByRole('button', { name: 'Entendi' }).click()
    await expect(page.getByRole('banner')).toContainText('250 pontos')
    expect(await storedAttempts(page)).toEqual([])
  })

  test('a redemption of unknown outcome says so, survives a reload and finishes with the same key', async ({
    page,
  }) => {
    await withPoints(page, 400)
    await openPrize(page, 'Café coado na hora')
    const keys: (string | undefined)[] = []
    let isLost = true
    await page.route('**/api/voucher/generate', async (route) => {
      keys.push(route.request().headers()['idempotency-key'])
      if (!isLost) return route.continue()
      if (keys.length === 1) await route.fetch({ url: localized(route.request().url()) })
      return route.fulfill({ status: 503, body: '' })
    })
    await redeem(page)
    const question = page.getByRole('dialog', { name: 'Confirmar troca?' })
    await expect(question.getByRole('alert')).toContainText(
      'Não foi possível finalizar sua troca...',
    )
    await expect(question).toContainText('nada será descontado outra vez')
    await expectAccessible(page)
    await page.reload()
    await expect(question).toContainText('1 × Café coado na hora')
    isLost = false
    await question.getByRole('button', { name: 'Confirmar' }).click()
    await expect(redeemed(page)).toBeVisible()
    expect(keys).toHaveLength(5)
    expect(new Set(keys).size).toBe(1)
    await page.reload()
    await expect(page.getByRole('button', { name: 'Trocar' })).toBeVisible()
    await expect(question).toBeHidden()
    await expect(page.getByRole('banner')).toContainText('250 pontos')

    // The next click is a new redemption with a new key.
    await redeem(page)
    await expect(redeemed(page)).toBeVisible()
    expect(new Set(keys).size).toBe(2)
    await expect(page.getByRole('banner')).toContainText('100 pontos')
  })

  test('a redemption that gets an error code shows its message and loads the prize again', async ({
    page,
  }) => {
    await withPoints(page, 400)
    for (const [type, sentence] of [
      ['insufficient_balance', 'Você não tem saldo suficiente...'],
      ['no_codes_left', 'Não existem mais códigos disponíveis para este produto.'],
      ['price_changed', 'Não foi possível finalizar sua troca...'],
      ['expired', 'Não foi possível finalizar sua troca...'],
    ] as const) {
      await openPrize(page, 'Café coado na hora')
      await page.route('**/api/voucher/generate', (route) =>
        route.fulfill({ status: 422, json: { status: 422, message: sentence, data: { type } } }),
      )
      const reload = page.waitForRequest(/\/api\/prize\/[0-9a-f-]+$/)
      await redeem(page)
      await expectAlert(page, 'Erro...', sentence)
      await reload
      await expect(page.getByRole('dialog')).toBeHidden()
      expect(await storedAttempts(page)).toEqual([])
      await page.unroute('**/api/voucher/generate')
    }
  })
})
