/** What happens to the fields of the profile while it is saved, and while others change it. */

import { expect } from '@playwright/test'

import { api, expectAlert, openSettings, region, test } from './journey.ts'

test('a save keeps what another device has corrected while the customer typed, and then shows it [R4.3]', async ({
  page,
  context,
}) => {
  await openSettings(page)
  await page.getByLabel('Rua').fill('Rua das Flores')
  const [cookie] = await context.cookies()
  const company_id = await page.evaluate(() => document.documentElement.dataset['companyId'])
  const correction = await fetch(api('/customer'), {
    method: 'PUT',
    headers: {
      authorization: `Bearer ${cookie!.value}`,
      'company-id': company_id!,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ name: 'Beatriz do Prado', birthdate: '1988-09-08' }),
  })
  expect(correction.status).toBe(200)
  // Reads the corrected record into the page.
  await region(page, 'Privacidade').getByRole('switch').click()
  await expect(region(page, 'Privacidade').getByRole('switch')).toBeChecked()
  const sent = page.waitForRequest(
    (request) => request.method() === 'PUT' && request.url().endsWith('/customer'),
  )
  await page.getByRole('button', { name: 'Salvar dados' }).click()
  expect((await sent).postDataJSON()).toEqual({ address_street: 'Rua das Flores' })
  await expectAlert(page, 'Sucesso!', 'Suas informações foram atualizadas!')
  await expect(page.getByLabel('Nome completo')).toHaveValue('Beatriz do Prado')
  await expect(page.getByLabel('Data de nascimento')).toHaveValue('08/09/1988')
  await expect(page.getByLabel('Rua')).toHaveValue('Rua das Flores')
})

test('what the customer types while a save runs stays, also after a reload, and the next save sends it [R4.3]', async ({
  page,
}) => {
  await openSettings(page)
  const answer = Promise.withResolvers<void>()
  await page.route('**/api/customer', async (route) => {
    if (route.request().method() === 'PUT') await answer.promise
    await route.continue()
  })
  await page.getByLabel('Rua').fill('Rua das Flores')
  await page.getByRole('button', { name: 'Salvar dados' }).click()
  await page.getByLabel('Nome completo').fill('Beatriz Prado')
  answer.resolve()
  await expectAlert(page, 'Sucesso!', 'Suas informações foram atualizadas!')
  await expect(page.getByLabel('Nome completo')).toHaveValue('Beatriz Prado')
  await expect(page.getByLabel('Rua')).toHaveValue('Rua das Flores')
  await page.reload()
  await expect(page.getByLabel('Nome completo')).toHaveValue('Beatriz Prado')
  const sent = page.waitForRequest(
    (request) => request.method() === 'PUT' && request.url().endsWith('/customer'),
  )
  await page.getByRole('button', { name: 'Salvar dados' }).click()
  expect((await sent).postDataJSON()).toEqual({ name: 'Beatriz Prado' })
})
