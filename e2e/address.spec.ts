import { expect } from '@playwright/test'

import {
  at,
  expectAccessible,
  expectAlert,
  openSettings,
  pretend,
  register,
  test,
} from './journey.ts'

const unavailable = 'A busca por CEP não respondeu. Preencha o endereço.'

test('a CEP of 8 digits fills in the address, and a typed address is saved [R4.5]', async ({
  page,
}) => {
  await openSettings(page)
  await page.route('**/api/address/01310100', (route) =>
    route.fulfill({
      json: {
        postal_code: '01310100',
        street: 'Avenida Paulista',
        district: 'Bela Vista',
        city: 'São Paulo',
        state: 'SP',
      },
    }),
  )
  const postal_code = page.getByLabel('CEP')
  await postal_code.pressSequentially('01310100')
  await expect(postal_code).toHaveValue('01310-100')
  await expect(postal_code).toHaveAccessibleDescription(
    'Endereço encontrado. Confira e complete o número.',
  )
  await expect(page.getByLabel('Rua')).toHaveValue('Avenida Paulista')
  await expect(page.getByLabel('Bairro')).toHaveValue('Bela Vista')
  await expect(page.getByLabel('Cidade', { exact: true })).toHaveValue('São Paulo')
  await expect(page.getByLabel('Estado')).toHaveValue('SP')
  await page.getByLabel('Número').fill('1578')
  await page.getByRole('button', { name: 'Salvar dados' }).click()
  await expectAlert(page, 'Sucesso!', 'Suas informações foram atualizadas!')
  await page.reload()
  await expect(postal_code).toHaveValue('01310-100')
  await expect(page.getByLabel('Número')).toHaveValue('1578')
  await expect(page.getByLabel('Estado')).toHaveValue('SP')

  // The CEP of a whole city has no street: the street of the previous CEP is cleared.
  await page.route('**/api/address/13300000', (route) =>
    route.fulfill({
      json: { postal_code: '13300000', street: '', district: '', city: 'Itu', state: 'SP' },
    }),
  )
  await postal_code.fill('13300000')
  await expect(page.getByLabel('Cidade', { exact: true })).toHaveValue('Itu')
  await expect(page.getByLabel('Rua')).toHaveValue('')
  await expect(page.getByLabel('Bairro')).toHaveValue('')

  await postal_code.fill('')
  await postal_code.blur()
  await expect(postal_code).toHaveAccessibleDescription('Informe o CEP.')
  const sent = page.waitForRequest((request) => request.method() === 'PUT')
  await page.getByRole('button', { name: 'Salvar dados' }).click()
  expect((await sent).postDataJSON()).toMatchObject({ address_postal_code: null })
  await expectAlert(page, 'Sucesso!', 'Suas informações foram atualizadas!')
  await page.reload()
  await expect(page.getByLabel('Cidade', { exact: true })).toHaveValue('Itu')
  await expect(postal_code).toHaveValue('')
})

test('a CEP that is unknown, incomplete or unavailable shows a message and blocks no typing [R4.5]', async ({
  page,
}) => {
  await openSettings(page)
  const postal_code = page.getByLabel('CEP')
  await page.route('**/api/address/00000001', (route) =>
    route.fulfill({
      status: 404,
      json: {
        status: 404,
        message: 'Não encontramos este CEP.',
        data: { type: 'postal_code_not_found' },
      },
    }),
  )
  await postal_code.pressSequentially('00000001')
  await expect(postal_code).toHaveAccessibleDescription('Não encontramos este CEP.')

  await postal_code.fill('0131')
  await page.getByLabel('Rua').fill('Rua das Flores')
  await expect(postal_code).toHaveAccessibleDescription('Informe um CEP válido.')
  await page.getByRole('button', { name: 'Salvar dados' }).click()
  await expect(postal_code).toBeFocused()

  await page.route('**/api/address/00000002', (route) => route.fulfill({ status: 500, body: '' }))
  await postal_code.fill('00000002')
  await expect(postal_code).toHaveAccessibleDescription(unavailable)
  await expect(page.getByLabel('Rua')).toHaveValue('Rua das Flores')
  await page.getByRole('button', { name: 'Salvar dados' }).click()
  await expectAlert(page, 'Sucesso!', 'Suas informações foram atualizadas!')
  await expectAccessible(page)
})

test('a CEP look-up does not overwrite what the person types during the look-up [R4.5]', async ({
  page,
}) => {
  await openSettings(page)
  let answer = () => {}
  const gate = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/api/address/*', async (route) => {
    await gate
    const found = { postal_code: '01310100', street: 'Avenida Paulista', district: '' }
    await route.fulfill({ json: { ...found, city: 'São Paulo', state: 'SP' } })
  })
  await page.getByLabel('CEP').fill('01310100')
  await expect(page.getByLabel('CEP')).toHaveAccessibleDescription('Buscando o endereço…')
  await page.getByLabel('Rua').fill('Rua das Flores')
  await page.getByLabel('Bairro').fill('Centro')
  answer()
  await expect(page.getByLabel('Cidade', { exact: true })).toHaveValue('São Paulo')
  await expect(page.getByLabel('Rua')).toHaveValue('Rua das Flores')
  await expect(page.getByLabel('Bairro')).toHaveValue('Centro')
})

test('an alert about missing data links to the settings and, once closed, stays away for 7 days [R2.10]', async ({
  page,
}) => {
  await register(page)
  const alert = page.getByText('Complete seu cadastro: falta endereço e sexo.')
  await expect(alert).toBeVisible()
  await page.getByRole('link', { name: 'Completar agora' }).click()
  await expect(page).toHaveURL(at('cafe', '/meu-cadastro'))
  await expect(alert).toBeHidden()
  await page.goBack()
  await expect(alert).toBeVisible()
  await page.getByRole('button', { name: 'Fechar' }).click()
  await expect(alert).toBeHidden()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Olá, Beatriz' })).toBeVisible()
  await expect(alert).toBeHidden()

  await page.clock.setSystemTime(Date.now() + 7 * 86_400_000 + 1000)
  await page.reload()
  await expect(alert).toBeVisible()
  await pretend(page, {
    sex: 'F',
    address_street: 'Rua das Flores',
    address_district: 'Centro',
    address_city: 'Itu',
    address_state: 'SP',
    address_postal_code: '13300000',
  })
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Olá, Beatriz' })).toBeVisible()
  await expect(alert).toBeHidden()
})
