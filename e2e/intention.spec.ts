/** A till opens an intention and the customer answers it (R8, R2.11), over the real network stack of the browser. */

import { randomUUID } from 'node:crypto'

import { expect, type Page, type Request } from '@playwright/test'

import type { TillIntention } from '#contract/intention.ts'

import {
  at,
  demoKey,
  expectAccessible,
  expectNoSidewaysScroll,
  type Person,
  register,
  sell,
  test,
  till,
  withoutPolls,
} from './journey.ts'
import { expectAnswered, gaps, passSeconds, stopClock, withPageClock } from './page-clock.ts'

/** Registers a customer with 200 points, signed in. */
async function spender(page: Page): Promise<Person> {
  const person = await register(page)
  await sell(await demoKey(), person.document, 20_000)
  return person
}

function openIntention(person: Person): Promise<TillIntention> {
  return till('POST', '', {
    customer: { document: person.document },
    purchase_value: 4_590,
    points_amount: 100,
    external_id: randomUUID(),
    subsidiary_name: 'Aurora Pinheiros',
  })
}

const capture = (id: string, body: object = {}) => till('POST', `/${id}/capture`, body)

/** Counts matching requests from now on. */
function count(page: Page, isCounted: (request: Request) => boolean): () => number {
  let requests = 0
  page.on('request', (request) => {
    if (isCounted(request)) requests += 1
  })
  return () => requests
}

const isPoll = (request: Request) => request.url().endsWith('/api/points/intention')
const isStream = (request: Request) => request.url().endsWith('/api/points/intention/stream')

const banner = (page: Page) => page.getByText(/^Aurora Pinheiros quer usar /)

test('a request closes Meu código, and is shown and refused in its place [R2.11 D14 D5]', async ({
  page,
}) => {
  const person = await spender(page)
  await page.setViewportSize({ width: 390, height: 480 })
  await page.goto(at('cafe', '/fidelidade/resumo'))
  await page.getByRole('link', { name: 'Usar no caixa' }).click()
  const code = page.getByRole('dialog', { name: 'Meu código' })
  await expect(code.getByRole('img', { name: /QR code para o caixa/ })).toBeVisible()
  await openIntention(person)
  await expect(code).toBeHidden()
  await expect(page.getByRole('dialog', { name: 'Autorização' })).toBeVisible()
  await page.goto(at('cafe', '/autorizacao'))
  await page.getByRole('button', { name: 'Recusar' }).click()
  const question = page.getByRole('dialog', { name: 'Recusar este pedido?' })
  await question.getByRole('button', { name: 'Recusar' }).click()
  await expect(page.getByRole('heading', { name: 'Você recusou o pedido' })).toBeInViewport()
})

test('the stream brings the banner; the till captures what was authorised [R8.1 R2.11 R8.2 D5]', async ({
  page,
}) => {
  const person = await spender(page)
  const streaming = page.waitForRequest(isStream)
  await page.goto(at('cafe', '/fidelidade/resumo'))
  await expect(page.getByText('Seu saldo')).toBeVisible()
  await streaming
  let id = ''
  await withoutPolls(page, async () => {
    ;({ id } = await openIntention(person))
    await expect(banner(page)).toBeVisible()
  })
  // The sheet opens over the dashboard.
  await page
    .getByRole('dialog', { name: 'Autorização' })
    .getByRole('button', { name: 'Fechar' })
    .click()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  await page.getByRole('link', { name: 'Ver', exact: true }).click()
  await expect(page).toHaveURL(at('cafe', '/autorizacao'))
  await expect(page).toHaveTitle('Autorização · Clube Aurora')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(banner(page)).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Aurora Pinheiros' })).toBeVisible()
  const lines = page.getByRole('definition')
  const toPay = /R\$\s40,90/
  const [reserved, rest] = [/^Reservado no caixa: 100 pontos/, /^100 pontos/]
  await expect(lines).toHaveText([/^200 pontos/, reserved, /R\$\s45,90/, rest, toPay, rest])
  await expect(page.getByRole('timer')).toContainText(/Expira em (10:00|9:\d\d)/)
  // A screen reader reads the code digit by digit.
  const { code } = await codeOf(page)
  await expect(
    page.getByRole('paragraph').filter({ hasText: Array.from(code).join(', ') }),
  ).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  await page.getByRole('button', { name: 'Autorizar' }).click()
  await expect(page.getByRole('button', { name: 'Autorizado' })).toBeFocused()
  await expect(page.getByRole('status').filter({ hasText: 'Autorizado.' })).toBeAttached()
  await expectAccessible(page)
  expect((await till('GET', `/${id}`)).status).toBe('AUTHORIZED')

  await withoutPolls(page, async () => {
    await capture(id, { points_amount: 80 })
    await expect(page.getByRole('heading', { name: 'Compra concluída' })).toBeFocused()
  })
  const outcome = 'Você usou 80 pontos em Aurora Pinheiros. Você economizou R$\u00a04,00.'
  await expect(page.getByText(outcome).last()).toBeVisible()
  const amount = /R\$\s41,90/
  await expect(lines).toHaveText([/^200 pontos/, /R\$\s45,90/, /^80 pontos/, amount, /^120 pontos/])
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Ver meu saldo' }).click()
  await expect(page.getByRole('region', { name: 'Seu saldo' })).toContainText('120 pontos')
  await expect(banner(page)).toBeHidden()
})

/** Reads the intention's code with the page's session. */
function codeOf(page: Page): Promise<{ code: string }> {
  return page.evaluate(async () => {
    const token = /token=([\w-]+)/.exec(document.cookie)![1]
    const company_id = document.documentElement.dataset['companyId']!
    const response = await fetch('/api/points/intention', {
      headers: { authorization: `Bearer ${token}`, 'company-id': company_id },
    })
    return response.json() as Promise<{ code: string }>
  })
}

test('the till captures with the customer’s code, and the stream shows the capture [R8.2]', async ({
  page,
}) => {
  const person = await spender(page)
  await page.goto(at('cafe', '/autorizacao'))
  await expect(page.getByText('Nenhum pedido por aqui')).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  const { id } = await openIntention(person)
  await expect(page.getByText('Código de autorização', { exact: true })).toBeVisible()
  const { code } = await codeOf(page)
  await withoutPolls(page, async () => {
    await capture(id, { code })
    await expect(page.getByRole('heading', { name: 'Compra concluída' })).toBeVisible()
  })
})

test('declining an intention asks for confirmation, frees the points and clears the banner [R8.2]', async ({
  page,
}) => {
  const person = await spender(page)
  const first = await openIntention(person)
  await page.goto(at('cafe', '/autorizacao'))
  const decline = page.getByRole('button', { name: 'Recusar' })
  await decline.click()
  const question = page.getByRole('dialog', { name: 'Recusar este pedido?' })
  await expect(question).toContainText(
    'Por 10 minutos, Aurora Pinheiros só pode pedir de novo uma vez, e um valor menor.',
  )
  await question.getByRole('button', { name: 'Voltar' }).click()
  await expect(decline).toBeFocused()
  expect((await till('GET', `/${first.id}`)).status).toBe('PENDING')
  await decline.click()
  await question.getByRole('button', { name: 'Recusar' }).click()
  await expect(page.getByRole('heading', { name: 'Você recusou o pedido' })).toBeVisible()
  expect((await till('GET', `/${first.id}`)).status).toBe('DECLINED')
  await page.getByRole('link', { name: 'Ver meu saldo' }).click()
  await expect(page.getByRole('region', { name: 'Seu saldo' })).toContainText('200 pontos')
})

test('an intention that the till cancels is shown as cancelled by the stream [R8.2]', async ({
  page,
}) => {
  const person = await spender(page)
  const { id } = await openIntention(person)
  await page.goto(at('cafe', '/autorizacao'))
  await expect(page.getByRole('button', { name: 'Autorizar' })).toBeVisible()
  await withoutPolls(page, async () => {
    await till('DELETE', `/${id}`)
    await expect(page.getByRole('heading', { name: 'O pedido foi cancelado' })).toBeVisible()
  })
  await expectAccessible(page)
})

test(
  'without a stream the portal polls every 10 s and shows the intention and its end [R8.1]',
  { tag: '@wire' },
  async ({ page }) => {
    const person = await spender(page)
    await page.route('**/api/points/intention/stream', (route) => route.abort())
    const requestTimes = await withPageClock(page)
    await page.goto(at('cafe', '/autorizacao'))
    await expect(page.getByText('Nenhum pedido por aqui')).toBeVisible()
    await stopClock(page)
    await passSeconds(page, 1)
    const before = (await requestTimes('/api/points/intention')).length
    const { id } = await openIntention(person)
    await passSeconds(page, 12)
    await expect(page.getByRole('button', { name: 'Autorizar' })).toBeVisible()
    await till('DELETE', `/${id}`)
    await passSeconds(page, 12)
    await expect(page.getByRole('heading', { name: 'O pedido foi cancelado' })).toBeVisible()
    await passSeconds(page, 20)
    const between = gaps((await requestTimes('/api/points/intention')).slice(before))
    expect(between.length).toBeGreaterThanOrEqual(2)
    // The wait starts at the response, which comes within a second.
    for (const gap of between) expect([10, 11], between.join(' ')).toContain(gap)
    // The stream is retried with a wait that doubles each time.
    const streams = await requestTimes('/api/points/intention/stream')
    expect(streams.length).toBeGreaterThanOrEqual(3)
    expect(streams.length).toBeLessThanOrEqual(8)
  },
)

test(
  'beside the stream the portal polls every 10 s, gets 304s, and reopens a cut stream [R8.1 D13]',
  { tag: '@wire' },
  async ({ page, context }) => {
    const person = await spender(page)
    const streams = count(page, isStream)
    const requestTimes = await withPageClock(page)
    const opened = page.waitForResponse((response) => isStream(response.request()))
    await page.goto(at('cafe', '/fidelidade/resumo'))
    await expect(page.getByText('Seu saldo')).toBeVisible()
    await opened
    await stopClock(page)
    const before = (await requestTimes('/api/points/intention')).length
    await passSeconds(page, 34)
    const between = gaps((await requestTimes('/api/points/intention')).slice(before))
    expect(between.length).toBeGreaterThanOrEqual(2)
    for (const gap of between) expect([10, 11], between.join(' ')).toContain(gap)
    expect(streams()).toBe(1)

    await page.clock.resume()
    await context.setOffline(true)
    await context.setOffline(false)
    await expect.poll(streams).toBeGreaterThan(1)
    await openIntention(person)
    await expect(banner(page)).toBeVisible()
    const statusOfPoll = async () => {
      const polled = page.waitForResponse((response) => isPoll(response.request()))
      await page.clock.fastForward(11_000)
      return (await polled).status()
    }
    await expect.poll(statusOfPoll).toBe(304)
    await expect(banner(page)).toBeVisible()
  },
)

test('a page hidden for 60 s closes stream and poll, and loads the data again when shown [R8.1]', async ({
  page,
}) => {
  const person = await spender(page)
  const requestTimes = await withPageClock(page)
  const polls = async () => (await requestTimes('/api/points/intention')).length
  const streams = count(page, isStream)
  const opened = page.waitForResponse((response) => isStream(response.request()))
  await page.goto(at('cafe', '/fidelidade/resumo'))
  await opened
  const closing = page.waitForEvent('requestfailed', isStream)
  await setVisibility(page, 'hidden')
  await expectAnswered(page)
  await page.clock.fastForward(50_000)
  await setVisibility(page, 'visible')
  await setVisibility(page, 'hidden')
  await expectAnswered(page)
  expect(streams()).toBe(1)
  await page.clock.fastForward(61_000)
  await closing
  const polled = await polls()
  await page.clock.fastForward(300_000)
  expect([await polls(), streams()]).toEqual([polled, 1])

  await openIntention(person)
  await setVisibility(page, 'visible')
  await expect(banner(page)).toBeVisible()
  await expect.poll(streams).toBe(2)
  expect(await polls()).toBeGreaterThan(polled)
})

/** Simulates switching tabs, because Playwright cannot hide a page. */
async function setVisibility(page: Page, state: 'hidden' | 'visible'): Promise<void> {
  await page.evaluate((visibilityState) => {
    Object.defineProperty(document, 'visibilityState', {
      value: visibilityState,
      configurable: true,
    })
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  }, state)
}

test('a failed poll shows an error with a retry, but a poll that was shed with 503 does not [R2.11]', async ({
  page,
}) => {
  const person = await spender(page)
  let failure: { status: number; headers?: Record<string, string> } | null = { status: 500 }
  await page.route('**/api/points/intention', (route) =>
    failure ? route.fulfill({ ...failure, body: '' }) : route.fallback(),
  )
  await page.route('**/api/points/intention/stream', (route) => route.abort())
  await page.goto(at('cafe', '/fidelidade/resumo'))
  const failed = page.getByText('Não conseguimos verificar pedidos do caixa.')
  const retry = page.getByRole('status').getByRole('button', { name: 'Tentar de novo' })
  await expect(failed).toBeVisible()
  await expectAccessible(page)
  // Longer than the portal waits for a retry, so that only the next poll asks again.
  failure = { status: 503, headers: { 'retry-after': '11' } }
  const shed = page.waitForResponse((response) => response.status() === 503)
  await retry.click()
  await shed
  await expect(failed).toBeHidden()
  failure = { status: 500 }
  // Repeated, because the portal ignores a return to the page until it has read the last answer.
  await expect(async () => {
    await setVisibility(page, 'visible')
    await expect(failed).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await openIntention(person)
  failure = null
  await retry.click()
  await expect(banner(page)).toBeVisible()
  await expect(failed).toBeHidden()
})

test('an authorisation screen that cannot be loaded shows an error and a working retry [R8.2]', async ({
  page,
}) => {
  await spender(page)
  let isBroken = true
  await page.route('**/api/points/intention', (route) =>
    isBroken ? route.fulfill({ status: 500, body: '' }) : route.fallback(),
  )
  await page.goto(at('cafe', '/autorizacao'))
  await expect(page.getByText('Ocorreu um erro ao finalizar a sua requisição.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Autorização' })).toBeVisible()
  await expectAccessible(page)
  isBroken = false
  await page.getByRole('button', { name: 'Tentar de novo' }).click()
  await expect(page.getByText('Nenhum pedido por aqui')).toBeVisible()
})

test('authorising a request that has ended shows its outcome instead [R8.2]', async ({ page }) => {
  const person = await spender(page)
  const { id } = await openIntention(person)
  await page.route('**/api/points/intention/stream', (route) => route.abort())
  await page.goto(at('cafe', '/autorizacao'))
  await expect(page.getByRole('button', { name: 'Autorizar' })).toBeVisible()
  await till('DELETE', `/${id}`)
  await page.getByRole('button', { name: 'Autorizar' }).click()
  await expect(page.getByRole('heading', { name: 'O pedido foi cancelado' })).toBeVisible()
})

test('a guest must sign in before the authorisation screen [R2.5 R2.10]', async ({ page }) => {
  await page.goto(at('cafe', '/autorizacao'))
  await expect(page).toHaveURL(/\/entrar\?redirect=%2Fautorizacao&authNeeded=true$/)
})
