/** A whole visit while the API is slow, fails now and then, or is off: it ends well or says so, and nothing is paid twice. */

import { randomUUID } from 'node:crypto'

import { expect, type Locator, type Page, type Route } from '@playwright/test'

import { api, at, demoKey, type Person, register, sell, signIn, test } from './journey.ts'

/** Points that the person comes with; 'Café coado na hora' costs 150, and the till asks for 100. */
const points = 400

type Trouble = (route: Route) => Promise<void>

/** Every call of the portal, from now on. */
async function troubled(page: Page, trouble: Trouble): Promise<void> {
  await page.route('**/api/**', trouble)
}

const slow: Trouble = async (route) => {
  await new Promise((resolve) => setTimeout(resolve, 3000))
  // The page may have been left meanwhile.
  await route.continue().catch(() => undefined)
}

const off: Trouble = (route) => route.abort('connectionrefused')

/** One call in ten: half of them a 500, of the others half never arrive and half lose their answer. */
function failing(seed: number): Trouble {
  const random = randomFrom(seed)
  return async (route) => {
    const luck = random()
    if (luck < 0.05) return route.fulfill({ status: 500, body: '' })
    if (luck < 0.075) return route.abort('connectionreset')
    if (luck < 0.1) {
      const { pathname, search } = new URL(route.request().url())
      // A stream has no end to wait for.
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

/** The same numbers for the same seed, from 0 to 1 (mulberry32). */
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
 * Presses what a person would press, until the goal is on the screen: what an error offers first. Each round gives a slow
 * server its time.
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

/** Signs in, looks around, redeems a prize and authorises a charge. */
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
    page.getByRole('dialog', { name: 'Troca realizada com sucesso!' }),
    page
      .getByRole('dialog', { name: 'Confirmar troca?' })
      .getByRole('button', { name: 'Confirmar' }),
    button('Trocar'),
  )
  await asks(person)
  await page.goto(at('cafe', '/autorizacao'))
  await reach(page, button('Autorizado'), button('Autorizar'))
}

/** The till asks for 100 points. */
async function asks(person: Person): Promise<void> {
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

/** As the server has it: one voucher, paid once; the points of a charge that is authorised are held. */
async function expectPaidOnce(page: Page, held: number): Promise<void> {
  const [cookie] = await page.context().cookies()
  const company_id = await page.evaluate(() => document.documentElement.dataset['companyId']!)
  const read = async (path: string) => {
    const headers = { authorization: `Bearer ${cookie!.value}`, 'company-id': company_id }
    return (await fetch(api(path), { headers })).json()
  }
  expect(await read('/voucher')).toHaveLength(1)
  expect(await read('/customer/balance')).toMatchObject({ amount_balance: points - 150 - held })
}

/** Somebody with points, who has signed out. */
async function customer(page: Page): Promise<Person> {
  const person = await register(page)
  await sell(await demoKey(), person.document, points * 100)
  await page.context().clearCookies()
  return person
}

test('with an API that takes three seconds for everything, a whole visit ends well [R13.1 R13.2 D2]', async ({
  page,
}) => {
  test.setTimeout(240_000)
  const person = await customer(page)
  await troubled(page, slow)
  await visit(page, person)
  await expectPaidOnce(page, 100)
})

test('with one call in ten failing, a whole visit ends well, and the prize is paid once [R13.1 R13.2 D2]', async ({
  page,
}) => {
  test.setTimeout(240_000)
  const person = await customer(page)
  await troubled(page, failing(7))
  await visit(page, person)
  await expectPaidOnce(page, 100)
})

test('with an API that goes away, each step says so, nothing is lost, and the prize is paid once when it is back [R13.1 R13.2 D2]', async ({
  page,
}) => {
  test.setTimeout(120_000)
  const person = await customer(page)
  const no_connection = 'Há um problema na conexão. Verifique a sua conexão e tente novamente.'
  await page.goto(at('cafe', '/entrar'))
  await troubled(page, off)
  await signIn(page, person.email, person.password)
  await expect(page.getByRole('dialog', { name: 'Erro...' })).toContainText(no_connection)
  await page.unroute('**/api/**', off)
  const entered = page.getByRole('heading', { name: 'Olá, Beatriz' })
  await reach(page, entered, page.getByRole('button', { name: 'Entrar', exact: true }))

  await troubled(page, off)
  // What was seen before is there, and says when that was.
  await page.goto(at('cafe', '/fidelidade/resumo'))
  await expect(page.getByText(/^Visto em /).first()).toBeVisible({ timeout: 15_000 })
  // The next balance request fails, and the page says so.
  await expect(page.getByText('Não conseguimos atualizar o saldo agora.')).toBeVisible({
    timeout: 30_000,
  })
  for (const path of ['/historico', '/store', '/autorizacao']) {
    await page.goto(at('cafe', path))
    await expect(page.getByText(no_connection).first()).toBeVisible({ timeout: 15_000 })
    await expect(page.getByRole('button', { name: 'Tentar de novo' }).first()).toBeVisible()
  }
  await page.unroute('**/api/**', off)
  await page.goto(at('cafe', '/store'))
  await page.getByRole('link', { name: 'Café coado na hora' }).click()
  await page.getByRole('button', { name: 'Trocar' }).click()
  await troubled(page, off)
  const question = page.getByRole('dialog', { name: 'Confirmar troca?' })
  await question.getByRole('button', { name: 'Confirmar' }).click()
  await expect(question.getByRole('alert')).toContainText(no_connection, { timeout: 15_000 })
  await page.unroute('**/api/**', off)
  await question.getByRole('button', { name: 'Confirmar' }).click()
  await expect(page.getByRole('dialog', { name: 'Troca realizada com sucesso!' })).toBeVisible()
  await expectPaidOnce(page, 0)
})
