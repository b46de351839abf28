/** Acts at the counter whose answer does not come: each is sent again under its id and counts once (D15, I5). */

import { expect, type Page } from '@playwright/test'

import {
  api,
  at,
  demoKey,
  newCpf,
  newPerson,
  sell,
  expectAccessible,
  expectNoSidewaysScroll,
  signUp,
  test,
} from '../journey.ts'
import { find, openCounter, press, valueField } from './counter.ts'
import { consoleAt } from './staff.ts'

test(
  'without a network sales survive a reload and are sent once, and points are refused [D15]',
  { tag: '@desk' },
  async ({ page, context }) => {
    const person = newPerson()
    await signUp(page, person)
    await sell(await demoKey(), person.document, 50_000)
    const counter = await openCounter(context)
    await find(counter, person.document)
    await context.setOffline(true)
    await expect(counter.getByText('As vendas ficam guardadas neste aparelho')).toBeVisible()
    await valueField(counter).fill('30,00')
    await press(counter, 'Registrar venda')
    await expect(
      counter.getByRole('heading', { name: 'Venda guardada neste aparelho' }),
    ).toBeVisible()
    await press(counter, 'Nova venda')
    await find(counter, 'F1.abc.1.def')
    await expect(counter.getByText('Sem internet o código não pode ser lido.')).toBeVisible()
    await find(counter, '11900000000')
    await expect(counter.getByText('Sem internet não dá para usar pontos.')).toBeVisible()
    await valueField(counter).fill('7,00')
    await press(counter, 'Registrar venda')
    await expect(
      counter.getByRole('heading', { name: '2 vendas esperando confirmação' }),
    ).toBeVisible()
    await expectAccessible(counter)
    await expectNoSidewaysScroll(counter)

    await counter.getByRole('button', { name: 'Conta de Rui Lima' }).click()
    await counter.getByRole('menuitem', { name: 'Sair' }).click()
    const leave = counter.getByRole('dialog', { name: 'Sair e descartar 2 vendas?' })
    await expectAccessible(counter)
    await leave.getByRole('button', { name: 'Cancelar' }).click()
    await counter.keyboard.press('Control+k')
    await counter.getByRole('combobox').fill('Sair')
    await counter.keyboard.press('Enter')
    await leave.getByRole('button', { name: 'Cancelar' }).click()

    // Two tabs send the same queue when the network is back.
    await context.setOffline(false)
    const other = await context.newPage()
    await other.goto(consoleAt('/caixa'))
    await counter.reload()
    // The phone that nobody has is refused, and can be corrected.
    await expect(counter.getByRole('heading', { name: '1 venda recusada' })).toBeVisible()
    await counter.getByRole('button', { name: /^Corrigir a venda de/ }).click()
    const sheet = counter.getByRole('dialog')
    await sheet.getByLabel('CPF, CNPJ, celular ou código').fill(person.document)
    await expectAccessible(counter)
    await sheet.getByRole('button', { name: 'Guardar e enviar' }).click()
    await expect(counter.getByText('1 venda recusada')).toBeHidden()
    await expect(counter.getByText('esperando confirmação')).toBeHidden()
    // The other tab may have sent it.
    await counter.reload()
    const shift = counter.getByRole('region', { name: 'Turno de hoje' })
    await expect(shift.getByRole('listitem')).toHaveCount(2)
    await page.goto(at('cafe'))
    await expect(page.getByRole('region', { name: 'Seu saldo' })).toContainText('545 pontos')
  },
)

/** The server does the act, and the answer that the page gets is a 503, until `restore` is called. Returns the bodies of the acts. */
async function loseAnswers(counter: Page, path: string) {
  const bodies: Record<string, unknown>[] = []
  let isLost = true
  await counter.route(path, async (route) => {
    const request = route.request()
    const { host, pathname } = new URL(request.url())
    bodies.push(request.postDataJSON() as Record<string, unknown>)
    const url = api(pathname.replace('/api', ''))
    const response = await route.fetch({ url, headers: { ...(await request.allHeaders()), host } })
    expect(response.ok(), await response.text()).toBe(true)
    await route.fulfill(isLost ? { status: 503, body: '' } : { response })
  })
  return { bodies, restore: () => (isLost = false) }
}

test(
  'a sale that is answered 503 waits on the device and is recorded once, without a reload [D15 I5]',
  { tag: '@desk' },
  async ({ page, context }) => {
    const person = newPerson()
    await signUp(page, person)
    const counter = await openCounter(context)
    await counter.clock.install()
    await counter.reload()
    const { bodies, restore } = await loseAnswers(counter, '**/api/admin/counter/sale')
    await find(counter, person.document)
    await valueField(counter).fill('30,00')
    await press(counter, 'Registrar venda')
    const queue = counter.getByRole('region', { name: '1 venda esperando confirmação' })
    await expect(
      counter.getByRole('heading', { name: 'Venda guardada neste aparelho' }),
    ).toBeVisible()
    await expect(
      counter.getByText(/^A venda de R\$\s30,00 ainda não foi confirmada\./),
    ).toBeVisible()
    await expect(counter.getByText(/internet/i)).toBeHidden()
    await expect(queue).toBeVisible()
    await expectAccessible(counter)
    await expectNoSidewaysScroll(counter)
    restore()
    await counter.clock.runFor(20_000)
    await expect(queue).toBeHidden()
    const shift = counter.getByRole('region', { name: 'Turno de hoje' })
    await expect(shift.getByRole('listitem')).toHaveCount(1)
    expect(bodies.length).toBeGreaterThan(1)
    expect(new Set(bodies.map(({ external_id }) => external_id)).size).toBe(1)
  },
)

test(
  'points whose capture is answered 503 are used once, with one sale, at the second press [D15 D5 I5]',
  { tag: '@desk' },
  async ({ page, context }) => {
    const person = newPerson()
    await signUp(page, person)
    await sell(await demoKey(), person.document, 50_000)
    await page.goto(at('cafe', '/autorizacao'))
    const counter = await openCounter(context)
    const { restore } = await loseAnswers(counter, '**/api/admin/counter/intention/*/capture')
    await find(counter, person.document)
    await valueField(counter).fill('20,00')
    await press(counter, 'Usar pontos')
    await counter.getByLabel('Quantos pontos').fill('100')
    await press(counter, 'Pedir autorização')
    await page.getByRole('button', { name: 'Autorizar' }).click()
    await expect(counter.getByText('a venda ainda não foi confirmada')).toBeVisible()
    await expect(counter.getByRole('button', { name: 'Desistir' })).toBeHidden()
    await expectAccessible(counter)
    restore()
    await press(counter, 'Registrar venda')
    await expect(counter.getByRole('heading', { name: 'Venda registrada' })).toBeVisible()
    const shift = counter.getByRole('region', { name: 'Turno de hoje' })
    // The use and its sale.
    await expect(shift.getByRole('listitem')).toHaveCount(2)
  },
)

test(
  'a return that is answered 503 is the same return after its sheet was closed [D15 D4 I5]',
  { tag: '@desk' },
  async ({ context }) => {
    const counter = await openCounter(context)
    await find(counter, newCpf())
    await valueField(counter).fill('40,00')
    await press(counter, 'Registrar venda')
    const { bodies, restore } = await loseAnswers(counter, '**/api/admin/counter/record/*/return')
    const shift = counter.getByRole('region', { name: 'Turno de hoje' })
    const sheet = counter.getByRole('dialog', { name: 'Devolver venda' })
    const giveBack = async (value: string) => {
      await shift.getByRole('button', { name: /^Devolver a venda de R\$\s40,00$/ }).click()
      await sheet.getByLabel('Valor devolvido (R$)').fill(value)
      await sheet.getByRole('button', { name: 'Devolver', exact: true }).click()
    }
    await giveBack('10,00')
    await expect(sheet.getByRole('alert')).toBeVisible()
    await sheet.getByRole('button', { name: 'Fechar' }).click()
    restore()
    await giveBack('10,00')
    await expect(sheet).toBeHidden()
    // The cashier reads that nothing moved now: another article for the same price is another return.
    await expect(counter.getByText('Esta devolução já estava registrada.')).toBeVisible()
    await expect(shift.getByText(/R\$\s10,00 devolvidos/)).toBeVisible()
    expect(new Set(bodies.map(({ external_id }) => external_id)).size).toBe(1)
    await giveBack('10,00')
    await expect(counter.getByText('Devolução de R$ 10,00 registrada.')).toBeVisible()
    await expect(shift.getByText(/R\$\s20,00 devolvidos/)).toBeVisible()
  },
)
