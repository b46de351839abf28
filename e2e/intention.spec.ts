/** A till asks, the customer answers (R8, R2.11): on the wire, with nothing in between that is not the browser's. */

import { randomUUID } from 'node:crypto'

import { expect, type Page, type Request } from '@playwright/test'

import type { TillIntention } from '#contract/intention.ts'

import {
  api,
  at,
  demoKey,
  expectAccessible,
  expectNoSidewaysScroll,
  type Person,
  register,
  sell,
  test,
} from './journey.ts'
import { expectAnswered, gaps, passSeconds, stopClock, withPageClock } from './page-clock.ts'

/** Signed in, with 200 points. */
async function spender(page: Page): Promise<Person> {
  const person = await register(page)
  await sell(await demoKey(), person.document, 20_000)
  return person
}

async function till<Answer = TillIntention>(
  method: string,
  path: string,
  body?: object,
): Promise<Answer> {
  const response = await fetch(api(`/partner/points/intention${path}`), {
    method,
    headers: {
      authorization: `Bearer ${await demoKey()}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  expect(response.ok).toBe(true)
  return (response.status === 204 ? undefined : await response.json()) as Answer
}

function asks(person: Person): Promise<TillIntention> {
  return till('POST', '', {
    customer: { document: person.document },
    purchase_value: 4_590,
    points_amount: 100,
    external_id: randomUUID(),
    subsidiary_name: 'Aurora Pinheiros',
  })
}

const capture = (id: string, body: object = {}) => till('POST', `/${id}/capture`, body)

/** How often this was asked of the server, since now. */
function count(page: Page, isMeant: (request: Request) => boolean): () => number {
  let requests = 0
  page.on('request', (request) => {
    if (isMeant(request)) requests += 1
  })
  return () => requests
}

const isPoll = (request: Request) => request.url().endsWith('/api/points/intention')
const isStream = (request: Request) => request.url().endsWith('/api/points/intention/stream')

const asked = (page: Page) => page.getByText('Aurora Pinheiros pede a sua autorização')

test('the banner comes within a second of the till’s wish; the customer authorises, the till captures without a code, the balance follows @desk [R8.1 R2.11 R8.2 D5]', async ({
  page,
}) => {
  // axe looks at five states in two schemes.
  test.setTimeout(90_000)
  const person = await spender(page)
  const streaming = page.waitForRequest(isStream)
  await page.goto(at('cafe', '/fidelidade/resumo'))
  await expect(page.getByText('Seu saldo')).toBeVisible()
  await streaming
  const { id } = await asks(person)
  await expect(asked(page)).toBeVisible({ timeout: 1_000 })
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  await page.getByRole('link', { name: 'Ver', exact: true }).click()
  await expect(page).toHaveURL(at('cafe', '/autorizacao'))
  await expect(page).toHaveTitle('Autorização · Clube Aurora')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(asked(page)).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Aurora Pinheiros' })).toBeVisible()
  const lines = page.getByRole('definition')
  await expect(lines).toHaveText([/^200 pontos/, /R\$\s45,90/, /^100 pontos/, /^100 pontos/])
  await expect(page.getByRole('timer')).toContainText(/Expira em (10:00|9:\d\d)/)
  // Digit by digit for who hears it.
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

  await capture(id, { points_amount: 80 })
  await expect(page.getByRole('heading', { name: 'Compra concluída' })).toBeFocused({
    timeout: 1_000,
  })
  await expect(page.getByText('Você usou 80 pontos em Aurora Pinheiros.').last()).toBeVisible()
  await expect(lines).toHaveText([/^200 pontos/, /R\$\s45,90/, /^80 pontos/, /^120 pontos/])
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Ver meu saldo' }).click()
  await expect(page.getByRole('region', { name: 'Seu saldo' })).toContainText('120 pontos')
  await expect(asked(page)).toBeHidden()
})

/** What the page was told. */
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

test('the customer tells the cashier the code; the screen sees the capture come [R8.2]', async ({
  page,
}) => {
  const person = await spender(page)
  await page.goto(at('cafe', '/autorizacao'))
  await expect(page.getByText('Nenhuma compra espera por você')).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  const { id } = await asks(person)
  await expect(page.getByText('Código de autorização', { exact: true })).toBeVisible({
    timeout: 1_000,
  })
  const { code } = await codeOf(page)
  await capture(id, { code })
  await expect(page.getByRole('heading', { name: 'Compra concluída' })).toBeVisible({
    timeout: 1_000,
  })
})

test('declining asks first, frees the points and is cleared at once @desk [R8.2]', async ({
  page,
}) => {
  const person = await spender(page)
  const first = await asks(person)
  await page.goto(at('cafe', '/autorizacao'))
  const decline = page.getByRole('button', { name: 'Recusar' })
  await decline.click()
  const question = page.getByRole('dialog', { name: 'Recusar este pedido?' })
  await expect(question).toContainText(
    'Por 10 minutos, Aurora Pinheiros só pode pedir de novo uma vez, e um valor menor.',
  )
  await question.getByRole('button', { name: 'Cancelar' }).click()
  await expect(decline).toBeFocused()
  expect((await till('GET', `/${first.id}`)).status).toBe('PENDING')
  await decline.click()
  await question.getByRole('button', { name: 'Confirmar' }).click()
  await expect(page.getByRole('heading', { name: 'Você recusou o pedido' })).toBeVisible()
  expect((await till('GET', `/${first.id}`)).status).toBe('DECLINED')
  await page.getByRole('link', { name: 'Ver meu saldo' }).click()
  await expect(page.getByRole('region', { name: 'Seu saldo' })).toContainText('200 pontos')
})

test('an intention that the till gives up says so where it is looked at [R8.2]', async ({
  page,
}) => {
  const person = await spender(page)
  const { id } = await asks(person)
  await page.goto(at('cafe', '/autorizacao'))
  await expect(page.getByRole('button', { name: 'Autorizar' })).toBeVisible()
  await till('DELETE', `/${id}`)
  await expect(page.getByRole('heading', { name: 'O pedido foi cancelado' })).toBeVisible({
    timeout: 1_000,
  })
  await expectAccessible(page)
})

test(
  'without a stream the poll asks every 10 seconds, finds what is asked, and how it went [R8.1]',
  { tag: '@wire' },
  async ({ page }) => {
    const person = await spender(page)
    await page.route('**/api/points/intention/stream', (route) => route.abort())
    const askedAt = await withPageClock(page)
    await page.goto(at('cafe', '/autorizacao'))
    await expect(page.getByText('Nenhuma compra espera por você')).toBeVisible()
    await stopClock(page)
    await passSeconds(page, 1)
    const before = (await askedAt('/api/points/intention')).length
    const { id } = await asks(person)
    await passSeconds(page, 12)
    await expect(page.getByRole('button', { name: 'Autorizar' })).toBeVisible()
    await till('DELETE', `/${id}`)
    await passSeconds(page, 12)
    await expect(page.getByRole('heading', { name: 'O pedido foi cancelado' })).toBeVisible()
    await passSeconds(page, 20)
    const between = gaps((await askedAt('/api/points/intention')).slice(before))
    expect(between.length).toBeGreaterThanOrEqual(2)
    // It waits from the answer on, which comes within a second.
    for (const gap of between) expect([10, 11], between.join(' ')).toContain(gap)
    // Tried again, each time after twice the wait.
    const streams = await askedAt('/api/points/intention/stream')
    expect(streams.length).toBeGreaterThanOrEqual(3)
    expect(streams.length).toBeLessThanOrEqual(8)
  },
)

test(
  'the poll asks every 10 seconds beside the stream, at the price of a 304; a stream that is cut is opened again [R8.1, D13]',
  { tag: '@wire' },
  async ({ page, context }) => {
    const person = await spender(page)
    const streams = count(page, isStream)
    const askedAt = await withPageClock(page)
    const opened = page.waitForResponse((response) => isStream(response.request()))
    await page.goto(at('cafe', '/fidelidade/resumo'))
    await expect(page.getByText('Seu saldo')).toBeVisible()
    await opened
    await stopClock(page)
    const before = (await askedAt('/api/points/intention')).length
    await passSeconds(page, 34)
    const between = gaps((await askedAt('/api/points/intention')).slice(before))
    expect(between.length).toBeGreaterThanOrEqual(2)
    for (const gap of between) expect([10, 11], between.join(' ')).toContain(gap)
    expect(streams()).toBe(1)

    await page.clock.resume()
    await context.setOffline(true)
    await context.setOffline(false)
    await expect.poll(streams).toBeGreaterThan(1)
    await asks(person)
    await expect(asked(page)).toBeVisible({ timeout: 3_000 })
    const statusOfPoll = async () => {
      const polled = page.waitForResponse((response) => isPoll(response.request()))
      await page.clock.fastForward(11_000)
      return (await polled).status()
    }
    await expect.poll(statusOfPoll).toBe(304)
    await expect(asked(page)).toBeVisible()
  },
)

test('a page that is hidden for a minute is told nothing, and looks again when it is seen [R8.1]', async ({
  page,
}) => {
  const person = await spender(page)
  const askedAt = await withPageClock(page)
  const polls = async () => (await askedAt('/api/points/intention')).length
  const streams = count(page, isStream)
  const opened = page.waitForResponse((response) => isStream(response.request()))
  await page.goto(at('cafe', '/fidelidade/resumo'))
  await opened
  const left = page.waitForEvent('requestfailed', isStream)
  await setVisibility(page, 'hidden')
  await expectAnswered(page)
  await page.clock.fastForward(50_000)
  await setVisibility(page, 'visible')
  await setVisibility(page, 'hidden')
  await expectAnswered(page)
  expect(streams()).toBe(1)
  await page.clock.fastForward(61_000)
  await left
  const polled = await polls()
  await page.clock.fastForward(300_000)
  expect([await polls(), streams()]).toEqual([polled, 1])

  await asks(person)
  await setVisibility(page, 'visible')
  await expect(asked(page)).toBeVisible()
  await expect.poll(streams).toBe(2)
  expect(await polls()).toBeGreaterThan(polled)
})

/** As the browser does when another tab is chosen, which no test can do to it. */
async function setVisibility(page: Page, state: 'hidden' | 'visible'): Promise<void> {
  await page.evaluate((visibilityState) => {
    Object.defineProperty(document, 'visibilityState', {
      value: visibilityState,
      configurable: true,
    })
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  }, state)
}

test('a look that fails says so on every screen, with a retry that helps; one that is shed does not [R2.11]', async ({
  page,
}) => {
  const person = await spender(page)
  let failure: { status: number; headers?: Record<string, string> } | null = { status: 500 }
  await page.route('**/api/points/intention', (route) =>
    failure ? route.fulfill({ ...failure, body: '' }) : route.fallback(),
  )
  await page.route('**/api/points/intention/stream', (route) => route.abort())
  await page.goto(at('cafe', '/fidelidade/resumo'))
  const failed = page.getByText('Não conseguimos ver se há uma compra esperando por você.')
  const retry = page.getByRole('status').getByRole('button', { name: 'Tentar de novo' })
  await expect(failed).toBeVisible()
  await expectAccessible(page)
  // Longer than a retry waits: the next poll asks.
  failure = { status: 503, headers: { 'retry-after': '11' } }
  await retry.click()
  await expect(failed).toBeHidden()
  failure = { status: 500 }
  await setVisibility(page, 'visible')
  await expect(failed).toBeVisible()
  await asks(person)
  failure = null
  await retry.click()
  await expect(asked(page)).toBeVisible()
  await expect(failed).toBeHidden()
})

test('an authorisation screen that cannot be read says so, with a retry that helps [R8.2]', async ({
  page,
}) => {
  await spender(page)
  let is_broken = true
  await page.route('**/api/points/intention', (route) =>
    is_broken ? route.fulfill({ status: 500, body: '' }) : route.fallback(),
  )
  await page.goto(at('cafe', '/autorizacao'))
  await expect(page.getByText('Ocorreu um erro ao finalizar a sua requisição.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Autorização' })).toBeVisible()
  await expectAccessible(page)
  is_broken = false
  await page.getByRole('button', { name: 'Tentar de novo' }).click()
  await expect(page.getByText('Nenhuma compra espera por você')).toBeVisible()
})

test('a yes that comes too late shows how it went instead [R8.2]', async ({ page }) => {
  const person = await spender(page)
  const { id } = await asks(person)
  await page.route('**/api/points/intention/stream', (route) => route.abort())
  await page.goto(at('cafe', '/autorizacao'))
  await expect(page.getByRole('button', { name: 'Autorizar' })).toBeVisible()
  await till('DELETE', `/${id}`)
  await page.getByRole('button', { name: 'Autorizar' }).click()
  await expect(page.getByRole('heading', { name: 'O pedido foi cancelado' })).toBeVisible()
})

test('a guest who comes for the authorisation signs in first [R2.5 R2.10]', async ({ page }) => {
  await page.goto(at('cafe', '/autorizacao'))
  await expect(page).toHaveURL(/\/entrar\?redirect=%2Fautorizacao&authNeeded=true$/)
})
