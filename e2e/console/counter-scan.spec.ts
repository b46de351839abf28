/** Scans, late answers and a lost network at the counter: what is shown is what a press does (D15). */

import { expect } from '@playwright/test'

import { demoKey, newCpf, newPerson, openCode, sell, signUp, test } from '../journey.ts'
import {
  checkVoucher,
  customerField,
  find,
  handOverElsewhere,
  openCounter,
  press,
  redeemed,
  scan,
  valueField,
} from './counter.ts'

test(
  'the voucher that a scan or a typed code replaces is not handed over [D15 D8]',
  { tag: '@desk' },
  async ({ page, context }) => {
    const person = newPerson()
    await signUp(page, person)
    await sell(await demoKey(), person.document, 50_000)
    const first = await redeemed(page, person.document)
    const second = await redeemed(page, person.document)
    const counter = await openCounter(context)
    const voucher = counter.getByRole('region', { name: 'Entregar prêmio' })
    const field = voucher.getByLabel('Código do voucher')
    const handOver = voucher.getByRole('button', { name: 'Entregar', exact: true })
    await field.fill(first)
    await voucher.getByRole('button', { name: 'Conferir' }).click()
    await expect(handOver).toBeVisible()
    await field.fill('NADA99')
    await expect(handOver).toBeHidden()
    await field.fill('')
    await scan(counter, second)
    await expect(field).toHaveValue(second)
    await handOver.click()
    await expect(voucher.getByText(/^Prêmio entregue: /)).toBeVisible()
    for (const [code, state] of [
      [first, 'Pode ser entregue'],
      [second, 'Já entregue'],
    ] as const) {
      await checkVoucher(counter, code)
      await expect(voucher.getByText(state)).toBeVisible()
    }
  },
)

test(
  'a voucher that another till has handed over since the check is shown no more [D15 D8]',
  { tag: '@desk' },
  async ({ page, context }) => {
    const person = newPerson()
    await signUp(page, person)
    await sell(await demoKey(), person.document, 50_000)
    const code = await redeemed(page, person.document)
    const counter = await openCounter(context)
    const voucher = await checkVoucher(counter, code)
    await expect(voucher.getByText('Pode ser entregue')).toBeVisible()
    await handOverElsewhere(code)
    await voucher.getByRole('button', { name: 'Entregar', exact: true }).click()
    await expect(voucher.getByText('Este voucher já foi retirado.')).toBeVisible()
    await expect(voucher.getByText('Pode ser entregue')).toBeHidden()
    await expect(voucher.getByRole('button', { name: 'Entregar', exact: true })).toBeHidden()
  },
)

test(
  'of two scans in a row the second customer gets the sale, though the first answer comes last [D15 D14]',
  { tag: '@night' },
  async ({ page, context }) => {
    const slow = { ...newPerson(), name: 'Lia Torres' }
    const fast = { ...newPerson(), name: 'Davi Moura' }
    await signUp(page, slow)
    const slowCode = await openCode(page)
    await page.context().clearCookies()
    await signUp(page, fast)
    const fastCode = await openCode(page)
    const counter = await openCounter(context)
    const isReleased = Promise.withResolvers<void>()
    await counter.route('**/api/admin/counter/customer', async (route) => {
      if (route.request().postData()?.includes(slowCode)) await isReleased.promise
      await route.continue()
    })
    await scan(counter, slowCode)
    await scan(counter, fastCode)
    await expect(counter.getByRole('heading', { name: 'Davi M.' })).toBeVisible()
    await valueField(counter).fill('80,00')
    const late = counter.waitForResponse('**/api/admin/counter/customer')
    isReleased.resolve()
    await late
    await press(counter, 'Registrar venda')
    await expect(counter.getByText(/Davi M\. ganhou 80 pontos/)).toBeVisible()
  },
)

test(
  'a scan while a sale waits for its answer begins no other sale [D15]',
  { tag: '@night' },
  async ({ context }) => {
    const counter = await openCounter(context)
    await find(counter, newCpf())
    await valueField(counter).fill('30,00')
    const isReleased = Promise.withResolvers<void>()
    await counter.route('**/api/admin/counter/sale', async (route) => {
      await isReleased.promise
      await route.continue()
    })
    await press(counter, 'Registrar venda')
    await valueField(counter).focus()
    await scan(counter, newCpf())
    const refusal = counter.getByText('Termine esta venda antes de começar outra.')
    await expect(refusal).toHaveCount(1)
    await press(counter, 'Outro cliente')
    await expect(refusal).toHaveCount(2)
    await expect(valueField(counter)).toHaveValue('30,00')
    isReleased.resolve()
    await expect(counter.getByRole('heading', { name: 'Venda registrada' })).toBeVisible()
  },
)

test(
  'while a customer is asked, a scan is no wrong code; without a network the sale goes on without points [D15 D5]',
  { tag: '@night' },
  async ({ page, context }) => {
    const person = { ...newPerson(), name: 'Lia Torres' }
    await signUp(page, person)
    await sell(await demoKey(), person.document, 20_000)
    const code = await openCode(page)
    const counter = await openCounter(context)
    await find(counter, person.document)
    await valueField(counter).fill('50,00')
    await press(counter, 'Usar pontos')
    await counter.getByLabel('Quantos pontos').fill('100')
    await press(counter, 'Pedir autorização')
    const codeField = counter.getByLabel('Código que o cliente disser')
    await expect(codeField).toBeFocused()
    let captures = 0
    await counter.route('**/capture', (route) => {
      captures += 1
      return route.continue()
    })
    await scan(counter, code)
    await expect(counter.getByText('Termine esta venda antes de começar outra.')).toBeVisible()
    await expect(codeField).toHaveValue('')
    expect(captures).toBe(0)
    await context.setOffline(true)
    await press(counter, 'Desistir')
    await expect(counter.getByText(/^Sem conexão: o pedido não foi cancelado/)).toBeVisible()
    await press(counter, 'Registrar venda')
    await expect(
      counter.getByRole('heading', { name: 'Venda guardada neste aparelho' }),
    ).toBeVisible()
    await context.setOffline(false)
  },
)

test(
  'a corrected digit takes the choice of the number before away [D15]',
  { tag: '@night' },
  async ({ context }) => {
    const counter = await openCounter(context)
    await customerField(counter).fill('11900000083')
    await press(counter, 'Continuar')
    await expect(counter.getByRole('button', { name: 'Celular', exact: true })).toBeVisible()
    await customerField(counter).fill('1190000008')
    await expect(counter.getByRole('button', { name: 'Celular', exact: true })).toBeHidden()
  },
)
