/** Error reports on the wire: this spec starts its own server with the DSN of a fake Sentry service. */

import { expect } from '@playwright/test'

import { type ErrorService, eventIn, startErrorService } from '#api/testing/fakes/error-service.ts'

import { type DemoServer, startDemoServer } from '../scripts/demo-server.ts'
import { fillRegistration, newPerson, test } from './journey.ts'

let service: ErrorService
let server: DemoServer

test.beforeAll(async () => {
  service = await startErrorService()
  server = await startDemoServer({ SENTRY_PORTAL_DSN: service.dsn })
})
test.afterAll(async () => {
  await server.stop()
  await service.close()
})

test('a time-out and a defect are each reported once, without personal data [R13.1 R13.2 D12]', async ({
  page,
}) => {
  const requestedUrls: string[] = []
  const violations: string[] = []
  page.on('request', (request) => requestedUrls.push(request.url()))
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) violations.push(message.text())
  })
  // The portal's time-out of 60 s (R3.2) becomes 200 ms.
  await page.addInitScript(() => {
    const wait = AbortSignal.timeout.bind(AbortSignal)
    AbortSignal.timeout = (ms) => wait(ms / 300)
  })
  const person = newPerson()
  await page.goto(
    `${server.origins.get('cafe')}/cadastrar-email?token=${'segredo'.repeat(4)}#${person.email}`,
  )
  await fillRegistration(page, person)

  // A response with a status is not reported: the server knows about it (R13.2).
  const path = '**/api/customer/create-via-email'
  await page.route(path, (route) => route.fulfill({ status: 500, body: '' }), { times: 1 })
  await page.getByRole('button', { name: 'Criar conta' }).click()
  await page.getByRole('button', { name: 'Entendi' }).click()
  expect(requestedUrls.filter((url) => url.includes('/sentry-'))).toEqual([])

  let heldResponses: (() => void)[] = []
  await page.route(path, () => new Promise<void>((resolve) => heldResponses.push(resolve)))
  for (let times = 0; times < 2; times += 1) {
    await page.getByRole('button', { name: 'Criar conta' }).click()
    const alert = page.getByRole('dialog', { name: 'Erro...' })
    await expect(alert).toContainText('Hmm... Isso está demorando mais que o normal...')
    await alert.getByRole('button', { name: 'Entendi' }).click()
  }
  await expect(page.getByLabel('Email')).toHaveValue(person.email)
  await expect.poll(() => service.received.length).toBe(1)
  const timeoutEvent = eventIn(service.received[0]!)
  expect(timeoutEvent.tags).toEqual({
    screen: '/cadastrar-email',
    call: 'POST /customer/create-via-email',
  })
  expect(timeoutEvent.exception.values[0]!.value).toBe(
    'Hmm... Isso está demorando mais que o normal...',
  )

  await page.evaluate(({ name, document, email, password }) => {
    setTimeout(() => {
      throw new TypeError(`no "${name}", ${document}, ${email} with Bearer ${password.repeat(5)}`)
    })
    void Promise.reject(new Error(`GET ${location.href} failed`))
  }, person)
  await expect.poll(() => service.received.length).toBe(3)
  const messages = service.received.slice(1).map((one) => eventIn(one).exception.values[0]!.value)
  expect(messages.toSorted()).toEqual([
    expect.stringContaining('failed'),
    'no "…", [number], [email] with Bearer [id]',
  ])

  const sent = service.received.join('\n')
  const { name, document, email, password } = person
  for (const canary of [name, name.split(' ')[0]!, document, email, password, 'segredo', '1988']) {
    expect(sent).not.toContain(canary)
  }
  expect(violations).toEqual([])
  for (const release of heldResponses) release()
  heldResponses = []
})

test('without a DSN the page loads no reporting code and may connect only to its own server [R13.2]', async ({
  page,
}) => {
  const answer = await page.goto(`http://cafe.localhost:${process.env['E2E_PORT']}/entrar`)
  expect(answer!.headers()['content-security-policy']).toContain("connect-src 'self'")
  const requestedUrls: string[] = []
  page.on('request', (request) => requestedUrls.push(request.url()))
  await page.evaluate(() => void Promise.reject(new Error('a defect')))
  await expect(page.getByRole('button', { name: 'Entrar' })).toBeEnabled()
  expect(requestedUrls.filter((url) => !url.includes('/images/'))).toEqual([])
})
