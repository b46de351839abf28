/** What a cashier does on the counter's screen. */

import { type BrowserContext, expect, type Page } from '@playwright/test'

import { keysOf } from '#console/counter/customer-key.ts'

import { consoleAt, newStaff } from './staff.ts'

export const shop = 'Aurora Pinheiros'

/** Opens the counter as a new cashier of all shops, who chooses one. */
export async function openCounter(context: BrowserContext, name = 'Rui Lima'): Promise<Page> {
  const cashier = await newStaff('cashier', { name })
  await cashier.signIn(context)
  const counter = await context.newPage()
  await counter.goto(consoleAt('/'))
  await counter.getByRole('button', { name: shop }).click()
  await expect(counter.getByText(`Loja: ${shop}`)).toBeVisible()
  return counter
}

export const customerField = (counter: Page) => counter.getByLabel('CPF, CNPJ, celular ou código')
export const valueField = (counter: Page) => counter.getByLabel('Valor da compra (R$)')
export const press = (counter: Page, name: string) =>
  counter.getByRole('button', { name, exact: true }).click()

export async function find(counter: Page, text: string): Promise<void> {
  await customerField(counter).fill(text)
  await press(counter, 'Continuar')
  await chooseDocument(counter, text)
}

/** One CPF in 15 may be a phone too, and the screen asks which it is. */
export async function chooseDocument(counter: Page, text: string): Promise<void> {
  if (keysOf(text).length > 1) await press(counter, 'CPF')
}
