/** The list of what somebody of the company should look at (D15). */

import { expect } from '@playwright/test'

import { reviewFrom } from '#contract/console/review.ts'

import { command } from '../command.ts'
import {
  demoKey,
  expectAccessible,
  expectNoSidewaysScroll,
  newPerson,
  sell,
  signUp,
  test,
} from '../journey.ts'
import { consoleAt, newStaff } from './staff.ts'

test(
  'a manager reads of many sales to one customer, opens the record, and closes the line [D15]',
  { tag: '@desk' },
  async ({ page, context }) => {
    const person = await signUp(page, { ...newPerson(), name: 'Zilda Quaresma' })
    const key = await demoKey()
    for (let n = 0; n < reviewFrom.sales; n += 1) await sell(key, person.document, 100)
    await command('review', 'find')
    const manager = await newStaff('manager', { name: 'Clara Nunes' })
    await manager.signIn(context)

    await page.goto(consoleAt('/'))
    await page
      .getByRole('link', { name: /contas? para rever/ })
      .last()
      .click()
    await expect(page.getByRole('heading', { level: 1, name: 'Contas para rever' })).toBeVisible()
    const line = page.getByRole('listitem').filter({ hasText: 'Zilda Q.' })
    await expect(line).toContainText(`${reviewFrom.sales} vendas no mesmo dia`)
    await expect(line).toContainText('Loja: Aurora Pinheiros')
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await page.setViewportSize({ width: 320, height: 640 })
    await expectAccessible(page)

    await line.getByRole('link', { name: 'Abrir ficha: Zilda Q.' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Zilda Q.' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Bloquear' })).toBeVisible()
    await page.goBack()
    await line.getByRole('button', { name: 'Está certo: Zilda Q.' }).click()
    const sheet = page.getByRole('dialog', { name: 'Está certo: Zilda Q.' })
    await sheet.getByRole('button', { name: 'Está certo' }).click()
    await expect(sheet.getByText('Este campo é obrigatório')).toBeVisible()
    await expectAccessible(page)
    await sheet.getByLabel('Nota').fill('Compra para o escritório')
    await page.keyboard.press('Enter')
    await expect(sheet).toBeHidden()
    await expect(page.getByText('Anotado. A linha saiu da lista.')).toBeVisible()
    await expect(line).toBeHidden()
    await command('review', 'find')
    await page.reload()
    await expect(page.getByRole('heading', { level: 2, name: 'Abertas' })).toBeVisible()
    await expect(line).toBeHidden()
  },
)

test(
  'the list says that nothing is open, and an attendant learns who may read it [D15]',
  { tag: '@night' },
  async ({ page, context }) => {
    const manager = await newStaff('manager')
    await manager.signIn(context)
    const list = '**/api/admin/review'
    await page.route(list, (route) => route.fulfill({ json: { items: [] } }))
    await page.goto(consoleAt('/revisao'))
    await expect(page.getByText('Nada para rever')).toBeVisible()
    await expectAccessible(page)
    await page.route(list, (route) => route.fulfill({ status: 400, json: {} }))
    await page.reload()
    await expect(page.getByRole('button', { name: 'Tentar de novo' })).toBeVisible()
    await expectAccessible(page)

    const attendant = await newStaff('attendant')
    await attendant.signIn(context)
    await page.reload()
    await expect(page.getByText(/proprietári.* gerente/i)).toBeVisible()
  },
)
