/** Every error message of the catalogue (R13), notices (R2.12), and chunks that do not load (R2.13). */

import { expect, type Page } from '@playwright/test'

import { at, openSettings, register, signUp, test } from './journey.ts'

const unfinished =
  'Ocorreu um erro ao finalizar a sua requisição. Nossa equipe já foi informada. Tente novamente mais tarde.'

/** The sentences of R13.1. A status that R13.1 does not name has the nearest sentence. */
const sentences: [number, string][] = [
  [400, unfinished],
  [403, 'Ops.. Você não tem permissão para acessar esse conteúdo.'],
  [404, 'Não encontramos o que você procura.'],
  [408, 'O servidor demorou demais para responder...'],
  [409, unfinished],
  [413, unfinished],
  [422, 'Há um erro de validação no formulário...'],
  [429, 'Ocorreram muitas requisições, aguarde um momento e tente novamente.'],
  [500, unfinished],
  [501, 'Esta funcionalidade ainda não está implementada.'],
  [502, unfinished],
  [503, unfinished],
  [509, unfinished],
]

/** Saves, expects the sentence in a modal, and expects the typed text unchanged. */
async function expectError(page: Page, sentence: string): Promise<void> {
  await page.getByRole('button', { name: 'Salvar dados' }).click()
  const alert = page.getByRole('dialog', { name: 'Erro...' })
  await expect(alert).toContainText(`Não foi possível atualizar suas informações. ${sentence}`)
  await alert.getByRole('button', { name: 'Entendi' }).click()
  await expect(alert).toBeHidden()
  await expect(page.getByLabel('Nome completo')).toHaveValue('Beatriz Prado Nunes')
}

test('each status, a lost connection and a time-out show a modal; typed text stays [R13.1 R13.2 R2.12]', async ({
  page,
}) => {
  // 15 dialogs.
  test.slow()
  await openSettings(page)
  await page.getByLabel('Nome completo').fill('Beatriz Prado Nunes')
  // The responses have an HTML body, as from a proxy that does not know the error catalogue.
  let answer: number | 'cut' | 'late' = 400
  await page.route('**/api/customer', (route) => {
    if (route.request().method() !== 'PUT') return route.fallback()
    if (answer === 'cut') return route.abort('connectionreset')
    if (answer === 'late') return undefined
    return route.fulfill({ status: answer, contentType: 'text/html', body: '<html>' })
  })
  for (const [status, sentence] of sentences) {
    answer = status
    await expectError(page, sentence)
  }
  answer = 'cut'
  await expectError(page, 'Há um problema na conexão. Verifique a sua conexão e tente novamente.')
  answer = 'late'
  // The portal's time-out of 60 s (R3.2) becomes 200 ms.
  await page.evaluate(() => {
    const wait = AbortSignal.timeout.bind(AbortSignal)
    AbortSignal.timeout = (ms) => wait(ms / 300)
  })
  await expectError(page, 'Hmm... Isso está demorando mais que o normal...')

  await page.unroute('**/api/customer')
  await page.reload()
  await expect(page.getByText('Recuperamos o que você não tinha salvado.')).toBeVisible()
  await page.getByRole('button', { name: 'Salvar dados' }).click()
  await expect(page.getByRole('dialog', { name: 'Sucesso!' })).toContainText(
    'Suas informações foram atualizadas!',
  )
})

test('a 401 leads to the login after 1 s with a reason, and the typed text is restored [R13.1 R13.2 R3.8]', async ({
  page,
}) => {
  await page.clock.install()
  const person = await openSettings(page)
  await page.getByLabel('Nome completo').fill('Beatriz Prado Nunes')
  await page.route('**/api/customer', (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({ status: 401, body: '' })
      : route.fallback(),
  )
  await page.clock.pauseAt(Date.now() + 3_600_000)
  const unauthorized = page.waitForResponse((response) => response.status() === 401)
  await page.getByRole('button', { name: 'Salvar dados' }).click()
  await unauthorized
  await expect(page.getByRole('button', { name: 'Salvar dados' })).toHaveAttribute(
    'aria-busy',
    'false',
  )
  await page.clock.runFor(999)
  await expect(page).toHaveURL(at('cafe', '/meu-cadastro'))
  await page.clock.runFor(1)
  await expect(page).toHaveURL(/\/entrar\?redirect=%2Fmeu-cadastro&tokenExpired=true$/)
  await page.clock.resume()
  await expect(
    page.getByText('Sua sessão expirou! Entre novamente para usar seus pontos'),
  ).toBeVisible()
  await page.unroute('**/api/customer')
  await page.getByLabel('Email, CPF/CNPJ ou celular').fill(person.email)
  await page.getByLabel('Senha', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Entrar' }).click()
  await expect(page.getByLabel('Nome completo')).toHaveValue('Beatriz Prado Nunes')
})

// WCAG 4.1.3.
test('a snackbar is announced in an existing element and disappears after 2 s [R2.12]', async ({
  page,
}) => {
  await page.clock.install()
  await signUp(page)
  await page.goto(at('cafe', '/store'))
  await expect(page.getByRole('heading', { name: 'Prêmios' })).toBeFocused()
  const favorite = page.getByRole('button', { name: /^Favoritar / }).first()
  await expect(favorite).toBeVisible()
  await page.clock.pauseAt(Date.now() + 3_600_000)
  const place = await page.locator('#root > output').elementHandle()
  await favorite.click()
  const snackbar = page.getByText('está nos seus favoritos')
  await expect(snackbar).toBeVisible()
  expect(await place?.textContent()).toContain('está nos seus favoritos')
  await page.mouse.move(0, 0)
  await page.clock.runFor(1999)
  await expect(snackbar).toBeVisible()
  await page.clock.runFor(1)
  await expect(snackbar).toBeHidden()
})

test('a screen whose chunk fails to load shows an error and a retry [R2.13]', async ({ page }) => {
  await register(page)
  const chunk = /\/assets\/FaqScreen-.*\.js/
  await page.route(chunk, (route) => route.abort())
  await page.goto(at('cafe', '/perguntas-frequentes'))
  const broken = page.getByRole('heading', { name: 'Não conseguimos mostrar esta tela' })
  await expect(broken).toBeVisible()
  await expect(page.getByRole('banner')).toBeVisible()
  await page.unroute(chunk)
  await page.getByRole('button', { name: 'Tentar de novo' }).click()
  await expect(page.getByRole('heading', { name: 'Perguntas frequentes' })).toBeVisible()
})

test('a chunk that does not arrive within 120 s counts as failed [R2.13]', async ({ page }) => {
  await page.clock.install()
  await register(page)
  await page.route(/\/assets\/FaqScreen-.*\.js/, () => undefined)
  await page.evaluate(() => {
    history.pushState(null, '', '/perguntas-frequentes')
  })
  await expect(page.getByText('Carregando…')).toBeVisible()
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.clock.runFor(30_000)
  await expect(page.getByText('Carregando…')).toBeVisible()
  await page.clock.runFor(90_000)
  await expect(
    page.getByRole('heading', { name: 'Não conseguimos mostrar esta tela' }),
  ).toBeVisible()
})
