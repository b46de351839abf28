import { expect } from '@playwright/test'

import { at, expectAccessible, fillRegistration, newCnpj, newPerson, test } from './journey.ts'

test('a company registers with its CNPJ, and the toggle keeps what was typed [R4.4 D10]', async ({
  page,
}) => {
  await page.goto(at('cafe', '/cadastrar-email'))
  await fillRegistration(page, newPerson())
  await page.getByRole('button', { name: 'Usar CNPJ' }).click()
  const field = page.getByLabel('CNPJ', { exact: true })
  await expect(field).toHaveValue('')
  await field.pressSequentially('12ab')
  // CPF and CNPJ each keep their own text.
  await page.getByRole('button', { name: 'Usar CPF' }).click()
  await expect(page.getByLabel('CPF', { exact: true })).toHaveValue(/^\d{3}\.\d{3}\.\d{3}-\d{2}$/)
  await page.getByRole('button', { name: 'Usar CNPJ' }).click()
  await expect(field).toHaveValue('12.AB')
  await field.clear()
  const cnpj = newCnpj()
  await field.pressSequentially(cnpj.toLowerCase())
  await expect(field).toHaveValue(cnpj.replace(/^(..)(...)(...)(....)/, '$1.$2.$3/$4-'))
  await page.getByRole('button', { name: 'Criar conta' }).click()
  await expect(page.getByRole('heading', { name: 'Olá, Beatriz' })).toBeVisible()
})

test('leaving a started registration asks for confirmation [R2.12]', async ({ page }) => {
  await page.goto(at('cafe', '/cadastrar-email'))
  await page.getByLabel('Nome completo').fill('Beatriz')
  await page.getByRole('button', { name: 'Entrar' }).click()
  const question = page.getByRole('dialog', { name: 'Sair do cadastro?' })
  await expect(question).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(page.getByRole('button', { name: 'Entrar' })).toBeFocused()
  await expect(page.getByLabel('Nome completo')).toHaveValue('Beatriz')
  await page.getByRole('button', { name: 'Entrar' }).click()
  await question.getByRole('button', { name: 'Confirmar' }).click()
  await expect(page).toHaveURL(at('cafe', '/entrar'))
})

test('the whole registration works with the keyboard alone [R3.11]', async ({ page }) => {
  const person = newPerson()
  await page.goto(at('cafe', '/cadastrar-email'))
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  const tab = (times = 1) =>
    Promise.all(Array.from({ length: times }, () => page.keyboard.press('Tab')))
  await tab()
  await page.keyboard.type(person.name)
  // Skip the toggle between CPF and CNPJ.
  await tab(2)
  await page.keyboard.type(person.document)
  await tab()
  await page.keyboard.type(person.email)
  await tab()
  await page.keyboard.type('07091988')
  await tab()
  await page.keyboard.type(person.password)
  // Skip the button that shows the password.
  await tab(2)
  await page.keyboard.type(person.password)
  await tab(2)
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Olá, Beatriz' })).toBeFocused()
})
