/** What a cashier does on the counter's screen. */

import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test'

import { keysOf } from '#console/counter/customer-key.ts'

import { api, at, demoKey } from '../journey.ts'
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

/** Keys as a scanner sends them: 1 ms after each other, into the focused field if there is one. */
export async function scan(counter: Page, code: string): Promise<void> {
  await counter.evaluate((text) => {
    const began = performance.now()
    for (const [at, key] of [...Array.from(text), 'Enter'].entries()) {
      const target = document.activeElement ?? document.body
      const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
      // A busy browser would be slower than a scanner.
      Object.defineProperty(event, 'timeStamp', { value: began + at })
      const isTyped = target.dispatchEvent(event) && target instanceof HTMLInputElement
      if (isTyped && key.length === 1) {
        document.execCommand('insertText', false, key)
      }
    }
  }, code)
}

/** Redeems a prize with the page's session, as the store's button does. Returns the voucher's code. */
export async function redeemed(page: Page, document: string): Promise<string> {
  await page.goto(at('cafe'))
  const [cookie] = await page.context().cookies(at('cafe'))
  const company_id = await page.evaluate(() => window.document.documentElement.dataset['companyId'])
  const headers = {
    authorization: `Bearer ${cookie!.value}`,
    'company-id': company_id!,
    'content-type': 'application/json',
  }
  const prizes = (await (await fetch(api('/prize'), { headers })).json()) as {
    id: string
    name: string
  }[]
  const prize_id = prizes.find(({ name }) => name === 'Café coado na hora')!.id
  const body = { customer_document: document, products: [{ prize_id, quantity: 1 }] }
  const answer = await fetch(api('/voucher/generate'), {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  })
  return ((await answer.json()) as { code: string }[])[0]!.code
}

/** Types a voucher's code at the counter, and returns the section with the answer. */
export async function checkVoucher(counter: Page, code: string): Promise<Locator> {
  const voucher = counter.getByRole('region', { name: 'Entregar prêmio' })
  await voucher.getByLabel('Código do voucher').fill(code)
  await voucher.getByRole('button', { name: 'Conferir' }).click()
  return voucher
}

/** Hands a voucher over at the demo's till. */
export async function handOverElsewhere(code: string): Promise<void> {
  const answer = await fetch(api(`/partner/voucher/${code}/withdraw`), {
    method: 'POST',
    headers: { authorization: `Bearer ${await demoKey()}`, 'content-type': 'application/json' },
    body: JSON.stringify({ subsidiary_name: shop }),
  })
  expect(answer.status).toBe(200)
}
