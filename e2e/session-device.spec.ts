import { expect } from '@playwright/test'

import { at, expectAccessible, region, register, signIn, test } from './journey.ts'

test(
  'the settings sign another device out after a confirmation [R4.3]',
  { tag: '@night' },
  async ({ page, browser }) => {
    const person = await register(page)
    const elsewhere = await browser.newContext({
      userAgent: 'Mozilla/5.0 (Windows NT 10.0; rv:145.0) Gecko/20100101 Firefox/145.0',
    })
    const other = await elsewhere.newPage()
    await other.goto(at('cafe', '/entrar'))
    await signIn(other, person.email, person.password)
    await expect(other.getByRole('heading', { name: 'Olá, Beatriz' })).toBeVisible()

    await page.goto(at('cafe', '/meu-cadastro'))
    const devices = region(page, 'Aparelhos conectados')
    await expect(devices.getByRole('listitem')).toHaveCount(2)
    await expect(devices.getByRole('listitem').first()).toContainText('Este aparelho')
    await devices.getByRole('button', { name: 'Desconectar Firefox, Windows' }).click()
    const question = page.getByRole('dialog', { name: 'Desconectar este aparelho?' })
    await expect(question).toContainText('Quem usa Firefox, Windows vai precisar entrar de novo.')
    await expectAccessible(page)
    await question.getByRole('button', { name: 'Cancelar' }).click()
    await expect(devices.getByRole('listitem')).toHaveCount(2)

    // The other device opens the same question about this device, and is signed out before it answers.
    await other.goto(at('cafe', '/meu-cadastro'))
    await other.getByRole('button', { name: /^Desconectar / }).click()
    const lateQuestion = other.getByRole('dialog', { name: 'Desconectar este aparelho?' })
    await expect(lateQuestion).toBeVisible()
    await devices.getByRole('button', { name: 'Desconectar Firefox, Windows' }).click()
    await question.getByRole('button', { name: 'Confirmar' }).click()
    await expect(devices.getByRole('listitem')).toHaveCount(1)

    // The server refuses the other device's next poll, so that device shows the login.
    await expect(other).toHaveURL(/tokenExpired=true/)
    await expect(lateQuestion).toBeHidden()
    await elsewhere.close()
  },
)

test('the sign-out of a device asks for the password if the own sign-in is older than 10 minutes [R4.3]', async ({
  page,
  browser,
}) => {
  const person = await register(page)
  const elsewhere = await browser.newContext()
  const other = await elsewhere.newPage()
  await other.goto(at('cafe', '/entrar'))
  await signIn(other, person.email, person.password)
  await expect(other.getByRole('heading', { name: 'Olá, Beatriz' })).toBeVisible()
  await elsewhere.close()

  // The API's answer 11 minutes after the sign-in.
  const bodies: unknown[] = []
  await page.route('**/api/customer/session/*', async (route) => {
    bodies.push(route.request().postDataJSON())
    if (bodies.length > 1) return route.continue()
    const fields = { current_password: ['Informe sua senha'] }
    const data = { type: 'password_required', fields }
    await route.fulfill({ status: 422, json: { status: 422, message: 'Informe a senha.', data } })
  })
  await page.goto(at('cafe', '/meu-cadastro'))
  const devices = region(page, 'Aparelhos conectados')
  await devices.getByRole('button', { name: /^Desconectar / }).click()
  const question = page.getByRole('dialog', { name: 'Desconectar este aparelho?' })
  const password = question.getByLabel('Senha atual')
  await expect(password).toBeHidden()
  await question.getByRole('button', { name: 'Confirmar' }).click()
  await expect(password).toBeFocused()
  await expect(password).toHaveAccessibleDescription(/Informe sua senha/)
  await expectAccessible(page)
  await password.fill(person.password)
  await question.getByRole('button', { name: 'Confirmar' }).click()
  await expect(question).toBeHidden()
  await expect(devices.getByRole('listitem')).toHaveCount(1)
  expect(bodies).toEqual([{}, { current_password: person.password }])
})

test('devices and consents that cannot be loaded show an error; the rest of the page works [R13.2]', async ({
  page,
}) => {
  await register(page)
  for (const read of ['session', 'consent']) {
    await page.route(`**/api/customer/${read}`, (route) => route.fulfill({ status: 500, body: '' }))
  }
  await page.goto(at('cafe', '/meu-cadastro'))
  await expect(page.getByText('Ocorreu um erro ao finalizar a sua requisição.')).toHaveCount(2)
  await expect(page.getByLabel('Nome completo')).toBeVisible()
  await expectAccessible(page)
  await page.unroute('**/api/customer/session')
  await page.getByRole('button', { name: 'Tentar de novo' }).first().click()
  await expect(page.getByText('Este aparelho', { exact: true })).toBeVisible()
})
