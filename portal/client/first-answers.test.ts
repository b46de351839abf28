import { beforeEach, expect, test, vi } from 'vitest'

import { sessionName } from '#contract/session.ts'

const url = '/api/customer/balance'
let element: { textContent: string; remove: () => void } | null = null
vi.stubGlobal('document', { getElementById: () => element })
const now = vi.spyOn(performance, 'now')

/** Opens a page that the server wrote for the session `ana`. */
async function openPage() {
  const written = { session: sessionName('ana'), answers: { [url]: { amount_balance: 7 } } }
  element = { textContent: JSON.stringify(written), remove: () => void (element = null) }
  vi.resetModules()
  return import('./first-answers.ts')
}

beforeEach(() => void now.mockReturnValue(500))

test('the page gives each answer that it contains once, to the session that it was written for [R2.13]', async () => {
  const { takeFirstAnswer } = await openPage()
  expect(takeFirstAnswer('/api/points', 'ana')).toBeUndefined()
  expect(takeFirstAnswer(url, 'ana')).toEqual({ amount_balance: 7 })
  expect(takeFirstAnswer(url, 'ana')).toBeUndefined()
})

test('the page removes the answers with personal data from the document [T12]', async () => {
  const { takeFirstAnswer } = await openPage()
  takeFirstAnswer('/api/points', 'ana')
  expect(element).toBeNull()
})

test('the page drops the answers that it contains if another person or nobody is signed in [T12]', async () => {
  for (const token of ['rui', undefined]) {
    const { takeFirstAnswer } = await openPage()
    expect(takeFirstAnswer(url, token)).toBeUndefined()
    expect(takeFirstAnswer(url, 'ana')).toBeUndefined()
  }
})

test('the page drops the answers that it contains after a write and after 30 s [R2.13]', async () => {
  const page = await openPage()
  page.dropFirstAnswers()
  expect(page.takeFirstAnswer(url, 'ana')).toBeUndefined()
  const { takeFirstAnswer } = await openPage()
  now.mockReturnValue(30_001)
  expect(takeFirstAnswer(url, 'ana')).toBeUndefined()
})
