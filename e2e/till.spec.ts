/** The demo till and the portal side by side, as `npm start` offers them. */

import { type BrowserContext, expect, type Page } from '@playwright/test'

import {
  api,
  at,
  customerField,
  demoKey,
  expectAccessible,
  expectNoSidewaysScroll,
  localized,
  type Person,
  openCode,
  register,
  scanButton,
  sell,
  signUp,
  test,
  withoutPolls,
} from './journey.ts'

/** Opens the demo till in a new page and enters the customer's document. */
async function openTill(context: BrowserContext, person: Person): Promise<Page> {
  const till = await context.newPage()
  await till.goto(at('cafe', '/_demo/caixa'))
  await till.getByLabel('CPF ou CNPJ').fill(person.document)
  return till
}

test('sale, charge, authorisation, capture and returns are shown at till and portal [D5 R8]', async ({
  page,
  context,
}) => {
  const person = await register(page)
  const till = await openTill(context, person)
  await till.getByLabel('Valor da compra (R$)').first().fill('250,00')
  await till.getByRole('button', { name: 'Registrar venda' }).click()
  await expect(till.getByRole('status')).toHaveText(
    /Venda registrada: o cliente ganhou 250 pontos \(R\$\s12,50\)\./,
  )
  await expect(till.getByText('Beatriz N. P.')).toBeVisible()
  const balance = page.getByRole('region', { name: 'Seu saldo' })
  await expect(balance).toContainText('250 pontos')

  await till.getByText('Cobrar do saldo').click()
  await till.getByLabel('Pontos a usar').fill('100')
  await withoutPolls(page, async () => {
    await till.getByRole('button', { name: 'Pedir autorização' }).click()
    await expect(till.getByText('Esperando o cliente autorizar ou dizer o código…')).toBeVisible()
    await expect(
      page.getByText(/^Aurora Pinheiros quer usar 100 pontos \(R\$\s5,00\)$/),
    ).toBeVisible()
  })
  await expectAccessible(till)
  await page
    .getByRole('dialog', { name: 'Autorização' })
    .getByRole('button', { name: 'Autorizar' })
    .click()
  await expect(
    till.getByRole('paragraph').filter({ hasText: 'O cliente autorizou. Conclua a compra.' }),
  ).toBeVisible()
  await expectAccessible(till)
  const undo = till.getByRole('button', { name: 'Estornar: Uso do saldo' })
  // Hold the answer to the capture back until the till's poll has shown the capture.
  await till.route('**/_demo/caixa/capture', async (route) => {
    const headers = { ...route.request().headers(), host: new URL(at('cafe')).host }
    const answer = await route.fetch({ url: localized(route.request().url()), headers })
    await expect(undo).toBeVisible()
    await route.fulfill({ response: answer })
  })
  const answered = till.waitForResponse('**/_demo/caixa/capture')
  await till.getByRole('button', { name: 'Concluir a compra' }).click()
  await expect(till.getByRole('status')).toHaveText('Compra concluída.')
  await answered
  await expect(page.getByRole('heading', { name: 'Compra concluída' })).toBeVisible()
  await page.getByRole('button', { name: 'Entendi' }).click()
  await expect(balance).toContainText('150 pontos')

  await undo.click()
  await expect(till.getByRole('status')).toHaveText('Estorno feito: o saldo do cliente já mudou.')
  await till.getByRole('button', { name: 'Estornar: Venda' }).click()
  await expect(till.getByText('Estornado')).toHaveCount(2)
  await expect(till.getByText('Saldo: nenhum ponto')).toBeVisible()
  await expectAccessible(till)
  await expectNoSidewaysScroll(till)
})

test('the till captures with the code that the customer reads out; a wrong code shows an error [D5 R8]', async ({
  page,
  context,
}) => {
  const person = await signUp(page)
  await sell(await demoKey(), person.document, 20_000)
  await page.goto(at('cafe', '/autorizacao'))
  await expect(page.getByText('Nenhum pedido por aqui')).toBeVisible()
  const till = await openTill(context, person)
  await till.getByText('Cobrar do saldo').click()
  await till.getByRole('button', { name: 'Pedir autorização' }).click()
  const spoken = page.getByText(/^\d(, \d){5}$/)
  await expect(spoken).toBeAttached()
  const code = (await spoken.textContent())!.replaceAll(', ', '')
  const field = till.getByLabel('Código que o cliente disser')
  await field.fill(code === '000000' ? '000001' : '000000')
  await till.getByRole('button', { name: 'Concluir com o código' }).click()
  await expect(till.getByRole('status')).toHaveText('O código não confere. Restam 4 tentativas.')
  await field.fill(code)
  await field.press('Enter')
  await expect(till.getByRole('status')).toHaveText('Compra concluída.')
  await expect(page.getByRole('heading', { name: 'Compra concluída' })).toBeVisible()
})

test('the till hands over a prize by the voucher’s code, once [R9.3]', async ({
  page,
  context,
}) => {
  const person = await register(page)
  await sell(await demoKey(), person.document, 20_000)
  const code = await redeem(page, person)
  const till = await openTill(context, person)
  await till.getByText('Entregar prêmio').click()
  await till.getByLabel('Código do voucher').fill(code)
  await till.getByRole('button', { name: 'Entregar', exact: true }).click()
  await expect(till.getByRole('status')).toHaveText('Prêmio entregue: Café coado na hora.')
  await expectAccessible(till)
  await till.getByRole('button', { name: 'Entregar', exact: true }).click()
  await expect(till.getByRole('status')).toHaveText('Este voucher já foi retirado.')
  await expectAccessible(till)
})

/** Redeems a coffee with the page's session, as the store's button does. */
async function redeem(page: Page, { document }: Person): Promise<string> {
  const [cookie] = await page.context().cookies()
  const headers = {
    authorization: `Bearer ${cookie!.value}`,
    'company-id': (await page.evaluate(
      () => window.document.documentElement.dataset['companyId'],
    ))!,
    'content-type': 'application/json',
  }
  const prizes: { id: string; name: string }[] = await (
    await fetch(api('/prize'), { headers })
  ).json()
  const prize_id = prizes.find(({ name }) => name === 'Café coado na hora')!.id
  const body = { customer_document: document, products: [{ prize_id, quantity: 1 }] }
  const vouchers: { code: string }[] = await (
    await fetch(api('/voucher/generate'), { method: 'POST', headers, body: JSON.stringify(body) })
  ).json()
  return vouchers[0]!.code
}

test('without a network the till shows an error, and with it again the till works', async ({
  page,
  context,
}) => {
  const person = await register(page)
  const till = await openTill(context, person)
  await context.setOffline(true)
  await till.getByRole('button', { name: 'Registrar venda' }).click()
  await expect(till.getByRole('status')).toHaveText(
    'O caixa não conseguiu falar com o servidor. Tente de novo.',
  )
  await expectAccessible(till)
  await context.setOffline(false)
  await till.getByRole('button', { name: 'Registrar venda' }).click()
  await expect(till.getByRole('status')).toHaveText(/Venda registrada/)
})

test('the till of a company in CASH shows money and the company’s colours', async ({ page }) => {
  await page.goto(at('posto', '/_demo/caixa'))
  await expect(page).toHaveTitle('Caixa de demonstração · Posto Guará')
  await page.getByText('Cobrar do saldo').click()
  await expect(page.getByLabel('Valor do saldo a usar (R$)')).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
})

// The browser in this file has no camera. e2e/member-code-camera.spec.ts runs one with a fake camera.
test('a refused camera leads to typing; a scanner that acts as a keyboard finds the customer [D14]', async ({
  page,
  context,
}) => {
  await signUp(page)
  const till = await context.newPage()
  await till.goto(at('cafe', '/_demo/caixa'))
  await scanButton(till).click()
  await expect(till.getByText(/Não conseguimos usar a câmera\. Digite o CPF ou CNPJ/)).toBeVisible()
  await expect(customerField(till)).toBeFocused()
  await expectAccessible(till)
  // Type as a scanner does that works like a keyboard: into the focused field, with Enter at the end.
  await till.keyboard.insertText(await openCode(page))
  await till.keyboard.press('Enter')
  await expect(till.getByText('Beatriz N. P.')).toBeVisible()
})
