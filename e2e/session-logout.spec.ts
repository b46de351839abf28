import { expect, type Page } from '@playwright/test'

import { at, register, signIn, signUp, test } from './journey.ts'

test('after a logout a link to a protected screen has its own reason and its way back [R2.10 R3.7]', async ({
  page,
}) => {
  const person = await register(page)
  // The desk shows the banner beside the login.
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('button', { name: 'Sua conta' }).click()
  await page.getByRole('banner').getByRole('link', { name: 'Sair' }).click()
  await expect(page.getByText('Você saiu da sua conta. Até logo!')).toBeVisible()
  await page.getByRole('link', { name: /Uma xícara/ }).click()
  await expect(page).toHaveURL(
    at('cafe', '/entrar?redirect=%2Fpromo%2Ft%2FBOASVINDAS&authNeeded=true'),
  )
  await expect(
    page.getByText('Você precisa entrar na sua conta para poder fazer isso'),
  ).toBeVisible()
  await signIn(page, person.email, person.password)
  await expect(page).toHaveURL(at('cafe', '/promo/t/BOASVINDAS'))
})

/** Signs out, and holds back the server's answer until the returned function is called. The 3 s that the page waits never end. */
async function signOutUnanswered(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/api/customer/session', async (route) => {
    await promise
    await route.continue()
  })
  await page.addInitScript(() => {
    const start = window.setTimeout.bind(window)
    const setTimeout = (run: () => void, wait_ms?: number) =>
      wait_ms === 3_000 ? 0 : start(run, wait_ms)
    Object.assign(window, { setTimeout })
  })
  await register(page)
  await page.getByRole('button', { name: 'Sua conta' }).click()
  await page.getByRole('banner').getByRole('link', { name: 'Sair' }).click()
  await expect.poll(() => page.context().cookies()).toEqual([])
  await expect(page).toHaveURL(at('cafe', '/sair'))
  return resolve
}

test('a person who leaves the page before the server answers the logout is told of it [R3.7]', async ({
  page,
}) => {
  const answer = await signOutUnanswered(page)
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(page).toHaveURL(at('cafe', '/entrar?logout=true'))
  await expect(page.getByText('Você saiu da sua conta. Até logo!')).toBeVisible()
  answer()
})

test('a person who goes back before the server answers the logout sees no more of the account [R3.7]', async ({
  page,
}) => {
  const answer = await signOutUnanswered(page)
  await page.goBack()
  answer()
  await expect(page).toHaveURL(at('cafe', '/entrar?logout=true'))
  await expect(page.getByText('Você saiu da sua conta. Até logo!')).toBeVisible()
})

test('a logout keeps the session that another tab begins before the server answers [R3.7]', async ({
  page,
  context,
}) => {
  const answer = await signOutUnanswered(page)
  await signUp(await context.newPage())
  const begun = await context.cookies()
  expect(begun).toHaveLength(1)
  answer()
  // The tab of the logout shows the new session, which stays.
  await expect(page).toHaveURL(at('cafe', '/fidelidade/resumo'))
  await expect(page.getByRole('heading', { name: 'Olá, Beatriz' })).toBeVisible()
  expect(await context.cookies()).toEqual(begun)
})
