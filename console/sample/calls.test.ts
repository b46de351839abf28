import { beforeEach, expect, test, vi } from 'vitest'

import { errorCodes } from '#contract/error.ts'

import { answerCalls } from './calls.ts'

const page = { location: { href: 'https://admin.cafe.example/previa' } } as unknown as Window &
  typeof globalThis

beforeEach(() => {
  vi.stubGlobal('window', page)
  answerCalls({
    'GET /prize': () => [{ id: '1' }],
    'GET /prize/{id}': (id) => (id === '1' ? { id } : undefined),
    'GET /points/intention': () => null,
    'PUT /prize/{id}/favorite': () => null,
  })
})

/** The answer that the preview’s page gets, with the status. */
async function answered(url: string | URL, method?: string): Promise<[number, unknown]> {
  const response = await page.fetch(url, method ? { method } : undefined)
  return [response.status, await response.json().catch(() => undefined)]
}

test('a call is answered by its endpoint, with or without its query [D15]', async () => {
  expect(await answered('/api/prize?page=1')).toEqual([200, [{ id: '1' }]])
  expect(await answered('/api/prize/1')).toEqual([200, { id: '1' }])
  expect(await answered(new URL('https://admin.cafe.example/api/prize/1'))).toEqual([
    200,
    { id: '1' },
  ])
  const request = new Request('https://admin.cafe.example/api/prize')
  expect(await (await page.fetch(request)).json()).toEqual([{ id: '1' }])
})

test('an answer without content is a 204 [D15]', async () => {
  expect(await answered('/api/points/intention')).toEqual([204, undefined])
})

test('an id that the sample lacks is not found, and any other call is refused [D15]', async () => {
  const [missing, body] = await answered('/api/prize/2')
  expect(missing).toBe(errorCodes.not_found.status)
  expect(body).toMatchObject({ type: 'not_found' })
  for (const [url, method] of [
    ['/api/customer', 'DELETE'],
    ['/api/voucher/generate', 'POST'],
    ['/api/prize', 'POST'],
  ] as const) {
    const [status, refused] = await answered(url, method)
    expect(status).toBe(errorCodes.forbidden.status)
    expect(refused).toMatchObject({ type: 'forbidden' })
  }
})

test('a stream says nothing and does not end [D15]', async () => {
  const stream = page.fetch('/api/points/intention/stream')
  const first = await Promise.race([
    stream,
    new Promise((resolve) => setImmediate(resolve, 'open')),
  ])
  expect(first).toBe('open')
  expect(page.EventSource).toBeUndefined()
})
