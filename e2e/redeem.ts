import { expect, type Page } from '@playwright/test'

import { at, demoKey, type Person, sell, signUp } from './journey.ts'

/** Registers a customer at the café, who has opened no screen yet, and sells until they have `points`. */
export async function withPoints(page: Page, points: number): Promise<Person> {
  const person = await signUp(page)
  if (points > 0) await sell(await demoKey(), person.document, points * 100)
  return person
}

/** Opens a prize from the store and waits for its title. */
export async function openPrize(page: Page, name: string): Promise<void> {
  await page.goto(at('cafe', '/store'))
  await page.getByRole('link', { name }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeFocused()
}

/** Presses 'Trocar' and confirms the dialog. */
export async function redeem(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Trocar' }).click()
  await page
    .getByRole('dialog', { name: 'Confirmar troca?' })
    .getByRole('button', { name: 'Confirmar' })
    .click()
}

export const redeemed = (page: Page) => page.getByRole('dialog', { name: 'Sucesso!' })

/** Registers a customer, redeems a coffee and returns the voucher's code. */
export async function redeemCoffee(page: Page): Promise<string> {
  await withPoints(page, 200)
  await openPrize(page, 'Café coado na hora')
  await redeem(page)
  const code = await redeemed(page).locator('code').textContent()
  await redeemed(page).getByRole('button', { name: 'Entendi' }).click()
  return code!
}
