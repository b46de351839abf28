/** Till keys in the console (D15, T18). */

import { randomUUID } from 'node:crypto'

import { expect } from '@playwright/test'

import { api, expectAccessible, newPerson, sell, signUp, test } from '../journey.ts'
import { consoleAt, newStaff, settings } from './staff.ts'

test(
  'an owner makes a till key that sells, and revokes it; the audit log tells both [D15 T18]',
  { tag: '@desk' },
  async ({ page, context }) => {
    const customer = await signUp(page, newPerson())
    const owner = await newStaff('owner')
    await owner.signIn(context)
    const name = `Caixa ${randomUUID().slice(0, 8)}`
    await page.goto(consoleAt(settings.keys))
    await page.getByRole('button', { name: 'Criar chave' }).click()
    const sheet = page.getByRole('dialog', { name: 'Criar chave de caixa' })
    await sheet.getByLabel('Nome').fill(name)
    await sheet.getByLabel('Redes permitidas').fill('999.0.0.1')
    await sheet.getByRole('button', { name: 'Criar chave' }).click()
    await expect(sheet.getByText('Use endereços como')).toBeVisible()
    await expect(sheet.getByLabel('Nome')).toHaveValue(name)
    await sheet.getByLabel('Redes permitidas').fill('')
    await sheet.getByLabel('Pontos por dia').fill('5.000')
    await sheet.getByRole('button', { name: 'Criar chave' }).click()

    const made = page.getByRole('dialog', { name: 'Guarde a chave agora' })
    const key = await made.locator('code').first().innerText()
    await page.keyboard.press('Escape')
    await expect(made.getByText('/api/partner/calculation-rule')).toBeVisible()
    await expectAccessible(page)
    await made.getByRole('button', { name: 'Guardei a chave' }).click()
    await sell(key, customer.document, 4_590)

    await page.reload()
    const row = page.getByRole('listitem').filter({ hasText: name })
    await expect(row).toContainText('até 5.000 pontos por dia')
    await expect(row).toContainText('Último uso em')
    await page.getByRole('button', { name: `Revogar a chave ${name}` }).click()
    const question = page.getByRole('dialog')
    await expect(question).toContainText('Isto não pode ser desfeito')
    await question.getByRole('button', { name: 'Revogar' }).click()
    await expect(question).toBeHidden()
    const headers = { authorization: `Bearer ${key}` }
    const refused = await fetch(api('/partner/calculation-rule'), { headers })
    expect(refused.status).toBe(401)

    await page.goto(consoleAt(`${settings.audit}?text=${encodeURIComponent(name)}`))
    const entries = page.getByRole('table', { name: 'Registro de auditoria' })
    await expect(entries).toContainText(`revogou a chave de caixa “${name}”`)
    await entries.getByText(`criou a chave de caixa “${name}”`).click()
    const entry = page.getByRole('dialog')
    await expect(entry).toContainText('5.000')
    await expectAccessible(page)
  },
)
