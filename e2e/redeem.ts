import type { Page } from '@playwright/test'

import { at, demoKey, register, sell } from './journey.ts'

/** Registers, redeems a coffee, and has its code. */
export async function redeemCoffee(page: Page): Promise<string> {
  const person = await register(page)
  await sell(await demoKey(), person.document, 20_000)
  await page.goto(at('cafe', '/store'))
  await page.getByRole('link', { name: 'Café coado na hora' }).click()
  await page.getByRole('button', { name: 'Trocar' }).click()
  await page.getByRole('button', { name: 'Confirmar' }).click()
  const redeemed = page.getByRole('dialog', { name: 'Troca realizada com sucesso!' })
  const code = await redeemed.locator('code').textContent()
  await redeemed.getByRole('button', { name: 'Fechar' }).click()
  return code!
}
