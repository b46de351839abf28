/** The counter of the console: a sale, points on the customer's phone, vouchers and the shift (D15). */

import { expect } from '@playwright/test'

import {
  at,
  demoKey,
  expectAccessible,
  expectNoSidewaysScroll,
  newCpf,
  newPerson,
  openCode,
  sell,
  signUp,
  test,
} from '../journey.ts'
import {
  checkVoucher,
  chooseDocument,
  customerField,
  find,
  openCounter,
  press,
  redeemed,
  scan,
  shop,
  valueField,
} from './counter.ts'
import { consoleAt, newStaff } from './staff.ts'

test(
  'a cashier chooses the shop once, sees the masked customer and the points, and sells [D15]',
  { tag: '@desk' },
  async ({ page, context }) => {
    const person = { ...newPerson(), name: 'Marina Duarte' }
    await signUp(page, person)
    const counter = await openCounter(context)
    await expectAccessible(counter)
    await expectNoSidewaysScroll(counter)
    let touches = 0
    const touch = async (name: string) => {
      touches += 1
      await press(counter, name)
    }
    const began = Date.now()
    await customerField(counter).fill(person.document)
    touches += 1
    await touch('Continuar')
    await chooseDocument(counter, person.document)
    await expect(counter.getByRole('heading', { name: 'Marina D.' })).toBeVisible()
    await expect(counter.getByRole('main')).not.toContainText(person.document)
    await valueField(counter).pressSequentially('4290')
    await expect(valueField(counter)).toHaveValue('42,90')
    await expect(counter.getByText(/^Vai ganhar 42 pontos e pagar R\$\s42,90\.$/)).toBeVisible()
    await expectAccessible(counter)
    await expectNoSidewaysScroll(counter)
    await touch('Registrar venda')
    await expect(counter.getByRole('heading', { name: 'Venda registrada' })).toBeVisible()
    console.log(`a sale at the counter: ${touches} touches, ${Date.now() - began} ms`)
    expect(touches).toBeLessThanOrEqual(6)
    await expect(counter.getByText(/Marina D\. ganhou 42 pontos/)).toBeVisible()
    await expect(counter.getByRole('button', { name: 'Nova venda' })).toBeFocused()
    await expectAccessible(counter)

    const shift = counter.getByRole('region', { name: 'Turno de hoje' })
    await expect(shift).toContainText('Marina D.')
    await counter.reload()
    await expect(counter.getByText(`Loja: ${shop}`)).toBeVisible()

    await shift
      .getByRole('button', { name: /^Devolver a venda de R\$\s42,90$/ })
      .first()
      .click()
    const sheet = counter.getByRole('dialog', { name: 'Devolver venda' })
    await expect(sheet).toContainText('Uma devolução não pode ser desfeita')
    await sheet.getByLabel('Valor devolvido (R$)').fill('50,00')
    await expect(sheet.getByText(/O valor vai até R\$\s42,90/)).toBeVisible()
    await expectAccessible(counter)
    await sheet.getByLabel('Valor devolvido (R$)').fill('42,90')
    await sheet.getByRole('button', { name: 'Devolver', exact: true }).click()
    await expect(sheet).toBeHidden()
    await expect(shift.getByText('Devolvida').first()).toBeVisible()

    const owner = await newStaff('owner')
    const log = (await owner.call('GET', '/audit?action=customer.sold')) as { sentence: string }[]
    expect(log.map(({ sentence }) => sentence)).toContain(
      'Rui Lima registrou uma venda de R$\u00a042,90 para Marina D.',
    )
  },
)

test(
  'the customer authorises on the phone, the sale is recorded, and the use is undone [D15 D5]',
  { tag: '@desk' },
  async ({ page, context }) => {
    const person = { ...newPerson(), name: 'Rita Moraes' }
    await signUp(page, person)
    await sell(await demoKey(), person.document, 50_000)
    await page.goto(at('cafe', '/autorizacao'))
    await expect(page.getByText('Nenhum pedido por aqui')).toBeVisible()
    const counter = await openCounter(context)
    await find(counter, person.document)
    await valueField(counter).fill('20,00')
    await press(counter, 'Usar pontos')
    await counter.getByRole('button', { name: /^Usar o máximo: / }).click()
    await expect(counter.getByLabel('Quantos pontos')).toHaveValue('400')
    await expect(
      counter.getByText(
        /^Vai usar 400 pontos \(R\$\s20,00\), ganhar 0 pontos e pagar R\$\s0,00\.$/,
      ),
    ).toBeVisible()
    await counter.getByLabel('Quantos pontos').fill('100')
    await expect(counter.getByText(/e pagar R\$\s15,00\.$/)).toBeVisible()
    await expectAccessible(counter)
    await press(counter, 'Pedir autorização')
    await expect(counter.getByRole('heading', { name: 'Esperando o cliente' })).toBeVisible()
    await expectAccessible(counter)
    await page.getByRole('button', { name: 'Autorizar' }).click()
    await expect(counter.getByRole('heading', { name: 'Venda registrada' })).toBeVisible()
    await expect(counter.getByText(/Usou 100 pontos e paga R\$\s15,00/)).toBeVisible()
    const shift = counter.getByRole('region', { name: 'Turno de hoje' })
    await shift.getByRole('button', { name: 'Desfazer uso de 100 pontos' }).click()
    const dialog = counter.getByRole('dialog')
    await expectAccessible(counter)
    await dialog.getByRole('button', { name: 'Desfazer uso' }).click()
    await expect(dialog).toBeHidden()
    await expect(shift.getByText('Desfeito').first()).toBeVisible()
  },
)

test(
  'the code that the customer says completes the sale; a decline leaves a sale without points [D15 D5]',
  { tag: '@desk' },
  async ({ page, context }) => {
    const person = newPerson()
    await signUp(page, person)
    await sell(await demoKey(), person.document, 50_000)
    await page.goto(at('cafe', '/autorizacao'))
    const counter = await openCounter(context)
    const rule = counter.getByLabel('Regra')
    const ask = async (points: string, ruleName = 'Compra na loja') => {
      await find(counter, person.document)
      await valueField(counter).fill('20,00')
      await rule.selectOption({ label: ruleName })
      await press(counter, 'Usar pontos')
      await counter.getByLabel('Quantos pontos').fill(points)
      await press(counter, 'Pedir autorização')
    }
    await ask('100')
    const spoken = page.getByText(/^\d(, \d){5}$/)
    await expect(spoken).toBeAttached()
    const code = (await spoken.textContent())!.replaceAll(', ', '')
    const field = counter.getByLabel('Código que o cliente disser')
    await field.fill(code === '000000' ? '000001' : '000000')
    await field.press('Enter')
    await expect(counter.getByText('O código não confere. Restam 4 tentativas.')).toBeVisible()
    await field.fill(code)
    await field.press('Enter')
    await expect(counter.getByRole('heading', { name: 'Venda registrada' })).toBeVisible()
    await press(counter, 'Nova venda')

    await page.goto(at('cafe', '/autorizacao'))
    await ask('50', 'Dia em dobro')
    await page.getByRole('button', { name: 'Recusar' }).click()
    const question = page.getByRole('dialog', { name: 'Recusar este pedido?' })
    await question.getByRole('button', { name: 'Recusar' }).click()
    await expect(counter.getByText('O cliente recusou.')).toBeVisible()
    // The way to another customer is open, too.
    await expect(counter.getByRole('button', { name: 'Outro cliente' })).toBeVisible()
    await press(counter, 'Vender sem pontos')
    await expect(valueField(counter)).toHaveValue('20,00')
    await expect(rule.getByRole('option', { selected: true })).toHaveText('Dia em dobro')
    await press(counter, 'Registrar venda')
    await expect(counter.getByRole('heading', { name: 'Venda registrada' })).toBeVisible()
    await press(counter, 'Nova venda')

    // Another customer: the request that is still open ends.
    await page.goto(at('cafe', '/autorizacao'))
    await find(counter, person.document)
    await valueField(counter).fill('20,00')
    await press(counter, 'Usar pontos')
    await counter.getByLabel('Quantos pontos').fill('10')
    await press(counter, 'Pedir autorização')
    await expect(counter.getByRole('heading', { name: 'Esperando o cliente' })).toBeVisible()
    await press(counter, 'Outro cliente')
    await expect(customerField(counter)).toHaveValue('')
    await expect(page.getByRole('button', { name: 'Autorizar' })).toBeHidden()
  },
)

test(
  'an unknown CPF begins an account; zero, nonsense and an unknown phone get a sentence [D15 D3]',
  { tag: '@desk' },
  async ({ context }) => {
    const counter = await openCounter(context)
    await find(counter, '123')
    await expect(counter.getByText('Digite o número inteiro')).toBeVisible()
    await find(counter, '11900000000')
    await expect(counter.getByText(/cliente.*não|não.*cliente/i).first()).toBeVisible()
    await find(counter, newCpf())
    await expect(counter.getByText('sem cadastro')).toBeVisible()
    await press(counter, 'Registrar venda')
    await expect(counter.getByText('Digite o valor da compra.')).toBeVisible()
    await valueField(counter).fill('9999999,99')
    await press(counter, 'Registrar venda')
    await expect(counter.getByText(/O valor vai até R\$\s1\.000\.000,00/)).toBeVisible()
    await expectAccessible(counter)
    await valueField(counter).fill('10,00')
    await press(counter, 'Registrar venda')
    await expect(counter.getByText('O cliente ganhou 10 pontos')).toBeVisible()
  },
)

test(
  'a scanner that types works anywhere on the page; a refused camera leads to typing [D15 D14]',
  { tag: '@desk' },
  async ({ page, context }) => {
    const person = { ...newPerson(), name: 'Lia Torres' }
    await signUp(page, person)
    const code = await openCode(page)
    const counter = await openCounter(context)
    await press(counter, 'Ler código com a câmera')
    await expect(counter.getByText('Não conseguimos usar a câmera.')).toBeVisible()
    await expect(customerField(counter)).toBeFocused()
    await expectAccessible(counter)
    // A refused code stays in the field. The next scan replaces it.
    await scan(counter, 'F1.abc.1.def')
    await expect(customerField(counter)).toHaveAttribute('aria-invalid', 'true')
    await scan(counter, code)
    await expect(counter.getByRole('heading', { name: 'Lia T.' })).toBeVisible()
    await press(counter, 'Outro cliente')
    // The focus is in another field, and keeps what stood there.
    const voucher = counter.getByLabel('Código do voucher')
    await voucher.fill('AB')
    await scan(counter, code)
    await expect(counter.getByRole('heading', { name: 'Lia T.' })).toBeVisible()
    await expect(voucher).toHaveValue('AB')
    await valueField(counter).fill('10,00')
    await press(counter, 'Registrar venda')
    await expect(counter.getByRole('heading', { name: 'Venda registrada' })).toBeVisible()
  },
)

test(
  'a whole sale by keyboard, from the menu to the next sale [D15]',
  { tag: '@desk' },
  async ({ context }) => {
    const counter = await openCounter(context)
    await customerField(counter).focus()
    const document = newCpf()
    // Faster keys would be a scanner's.
    await counter.keyboard.type(document, { delay: 60 })
    await counter.keyboard.press('Enter')
    await chooseDocument(counter, document)
    await expect(valueField(counter)).toBeFocused()
    await counter.keyboard.type('1500')
    await counter.keyboard.press('Enter')
    await expect(counter.getByRole('button', { name: 'Nova venda' })).toBeFocused()
    await counter.keyboard.press('Enter')
    await expect(customerField(counter)).toBeFocused()
  },
)

test(
  'the counter hands over a prize by the voucher’s code, once [D15 D8]',
  { tag: '@desk' },
  async ({ page, context }) => {
    const person = newPerson()
    await signUp(page, person)
    await sell(await demoKey(), person.document, 50_000)
    const code = await redeemed(page, person.document)
    const counter = await openCounter(context)
    const voucher = await checkVoucher(counter, 'NADA99')
    await expect(voucher.getByText(/não/i).first()).toBeVisible()
    await scan(counter, code)
    await expect(voucher.getByText('Pode ser entregue')).toBeVisible()
    await expectAccessible(counter)
    await voucher.getByRole('button', { name: 'Entregar', exact: true }).click()
    await expect(voucher.getByText(/^Prêmio entregue: /)).toBeVisible()
    await checkVoucher(counter, code)
    await expect(voucher.getByText('Já entregue')).toBeVisible()
    await expect(voucher.getByRole('button', { name: 'Entregar', exact: true })).toBeHidden()
  },
)

test('the demo opens its counter signed in as a cashier [D15]', async ({ page }) => {
  await page.goto(consoleAt('/_demo/balcao'))
  await expect(page.getByRole('heading', { level: 1, name: 'Caixa' })).toBeVisible()
  await expect(page).toHaveURL(consoleAt('/caixa'))
})

test(
  'an attendant and an analyst see who may use the counter [D15]',
  { tag: '@night' },
  async ({ page, context }) => {
    for (const role of ['attendant', 'analyst'] as const) {
      const person = await newStaff(role)
      await person.signIn(context)
      await page.goto(consoleAt('/caixa'))
      await expect(page.getByText('Quem pode: proprietário, gerente ou caixa.')).toBeVisible()
    }
  },
)
