/** A whole visit while the API is slow, unreliable or down: it succeeds or shows an error, and nothing is paid twice. */

import { randomUUID } from 'node:crypto'

import { expect, type Locator, type Page, type Route } from '@playwright/test'

import { api, at, demoKey, type Person, sell, signIn, signUp, test } from './journey.ts'

/** The person's points at the start. 'Café coado na hora' costs 150, and the till asks for 100. */
const points = 400

type Trouble = (route: Route) => Promise<void>

/** Applies the trouble to every later API call of the page. */
async function disturb(page: Page, trouble: Trouble): Promise<void> {
  await page.route('**/api/**', trouble)
}

const slow: Trouble = async (route) => {
  await new Promise((resolve) => setTimeout(resolve, 3000))
  // The page may have been closed meanwhile.
  await route.continue().catch(() => undefined)
}

const off: Trouble = (route) => route.abort('connectionrefused')

/** Fails 10 % of calls: 5 % with a 500; 2.5 % never arrive; 2.5 % arrive but lose their response. */
function failing(seed: number): Trouble {
  const random = randomFrom(seed)
  return async (route) => {
    const luck = random()
    if (luck < 0.05) return route.fulfill({ status: 500, body: '' })
    if (luck < 0.075) return route.abort('connectionreset')
    if (luck < 0.1) {
      const { pathname, search } = new URL(route.request().url())
      // A stream never ends, so there is no response to wait for.
      if (!pathname.endsWith('/stream')) {
        await route
          .fetch({ url: api(pathname.replace('/api', '') + search) })
          .catch(() => undefined)
      }
      return route.abort('connectionreset')
    }
    return route.continue()
  }
}

/** A seeded random generator of numbers from 0 to 1 (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/**
 * Clicks what a person would click until the goal is visible. Buttons of error messages come first. Each pass waits up to
 * 5 s for a slow server.
 */
async function reach(page: Page, goal: Locator, ...presses: Locator[]): Promise<void> {
  const offers = [
    page.getByRole('button', { name: 'Entendi' }),
    page.getByRole('button', { name: 'Tentar de novo' }).first(),
    ...presses,
  ]
  await expect(async () => {
    for (const offer of offers) {
      if (await goal.isVisible()) return
      if (await offer.isVisible()) await offer.click({ timeout: 1000 }).catch(() => undefined)
    }
    await expect(goal).toBeVisible({ timeout: 5000 })
  }).toPass({ timeout: 60_000 })
}

/** Signs in, opens the history and the store, redeems a prize and authorises a charge. */
async function visit(page: Page, person: Person): Promise<void> {
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  await page.goto(at('cafe', '/entrar'))
  await signIn(page, person.email, person.password)
  await reach(page, page.getByRole('heading', { name: 'Olá, Beatriz' }), button('Entrar'))
  const balance = page.getByRole('region', { name: 'Seu saldo' })
  await reach(page, balance.getByText('400 pontos').first())
  await page.goto(at('cafe', '/historico'))
  await reach(page, page.getByText('+400 pontos').first())
  await page.goto(at('cafe', '/store'))
  const prize = page.getByRole('link', { name: 'Café coado na hora' })
  await reach(page, prize)
  await prize.click()
  await reach(page, button('Trocar'))
  await reach(
    page,
    page.getByRole('dialog', { name: 'Sucesso!' }),
    page
      .getByRole('dialog', { name: 'Confirmar troca?' })
      .getByRole('button', { name: 'Confirmar' }),
    button('Trocar'),
  )
  await openIntention(person)
  await page.goto(at('cafe', '/autorizacao'))
  await reach(page, button('Autorizado'), button('Autorizar'))
}

/** The till asks the customer for 100 points. */
async function openIntention(person: Person): Promise<void> {
  const response = await fetch(api('/partner/points/intention'), {
    method: 'POST',
    headers: {
      authorization: `Bearer ${await demoKey()}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      customer: { document: person.document },
      purchase_value: 4_590,
      points_amount: 100,
      external_id: randomUUID(),
      subsidiary_name: 'Aurora Pinheiros',
    }),
  })
  expect(response.status).toBe(201)
}

/** Reads from the server: one voucher was paid once, and an authorised charge holds its points. */
async function expectPaidOnce(page: Page, heldPoints: number): Promise<void> {
  const [cookie] = await page.context().cookies()
  const company_id = await page.evaluate(() => document.documentElement.dataset['companyId']!)
  const read = async (path: string) => {
    const headers = { authorization: `Bearer ${cookie!.value}`, 'company-id': company_id }
    return (await fetch(api(path), { headers })).json()
  }
  expect(await read('/voucher')).toHaveLength(1)
  expect(await read('/customer/balance')).toMatchObject({
    amount_balance: points - 150 - heldPoints,
  })
}

/** Registers a customer with points and signs out. */
async function customer(page: Page): Promise<Person> {
  const person = await signUp(page)
  await sell(await demoKey(), person.document, points * 100)
  await page.context().clearCookies()
  return person
}

test(
  'while the API takes 3 s for every call, a customer completes a whole visit [R13.1 R13.2 D2]',
  { tag: '@night' },
  async ({ page }) => {
    test.setTimeout(240_000)
    const person = await customer(page)
    await disturb(page, slow)
    await visit(page, person)
    await expectPaidOnce(page, 100)
  },
)

// 28 s: 60 calls, of which each tenth fails. `npm test` runs the visit without the API below.
test(
  'while 1 call in 10 fails, a customer completes a visit and pays the prize once [R13.1 R13.2 D2]',
  { tag: '@night' },
  async ({ page }) => {
    test.setTimeout(240_000)
    const person = await customer(page)
    await disturb(page, failing(7))
    await visit(page, person)
    await expectPaidOnce(page, 100)
  },
)

test('while the API is down each step shows an error; later the prize is paid once [R13.1 R13.2 D2]', async ({
  page,
}) => {
  test.setTimeout(120_000)
  const person = await customer(page)
  const noConnection = 'Há um problema na conexão. Verifique a sua conexão e tente novamente.'
  await page.goto(at('cafe', '/entrar'))
  await disturb(page, off)
  await signIn(page, person.email, person.password)
  await expect(page.getByRole('dialog', { name: 'Erro...' })).toContainText(noConnection)
  await page.unroute('**/api/**', off)
  const entered = page.getByRole('heading', { name: 'Olá, Beatriz' })
  await reach(page, entered, page.getByRole('button', { name: 'Entrar', exact: true }))

  await disturb(page, off)
  // The dashboard shows cached data with the time when it was loaded.
  await page.goto(at('cafe', '/fidelidade/resumo'))
  await expect(page.getByText(/^Atualizado hoje, /).first()).toBeVisible()
  // The next balance request fails, and the page says so.
  await expect(page.getByText('Não conseguimos atualizar o saldo agora.')).toBeVisible({
    timeout: 30_000,
  })
  for (const path of ['/historico', '/store', '/autorizacao']) {
    await page.goto(at('cafe', path))
    await expect(page.getByText(noConnection).first()).toBeVisible()
    await expect(page.getByRole('button', { name: 'Tentar de novo' }).first()).toBeVisible()
  }
  await page.unroute('**/api/**', off)
  await page.goto(at('cafe', '/store'))
  await page.getByRole('link', { name: 'Café coado na hora' }).click()
  await page.getByRole('button', { name: 'Trocar' }).click()
  await disturb(page, off)
  const question = page.getByRole('dialog', { name: 'Confirmar troca?' })
  await question.getByRole('button', { name: 'Confirmar' }).click()
  await expect(question.getByRole('alert')).toContainText(noConnection)
  await page.unroute('**/api/**', off)
  await question.getByRole('button', { name: 'Confirmar' }).click()
  await expect(page.getByRole('dialog', { name: 'Sucesso!' })).toBeVisible()
  await expectPaidOnce(page, 0)
})
