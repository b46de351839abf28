/** The data that a report sends from the browser to the service. */

import { expect, test, vi } from 'vitest'

const requests: string[] = []
vi.stubGlobal('fetch', (_: string, { body }: { body: string | Uint8Array }) => {
  requests.push(typeof body === 'string' ? body : new TextDecoder().decode(body))
  return Promise.resolve(new Response('{}'))
})
const { sendReport } = await import('./sentry.ts')

/** The event is the last line of Sentry's envelope. */
async function eventOf(error: unknown, screen: string, call?: string) {
  requests.length = 0
  sendReport('https://key@sentry.example/1', { error, screen, call })
  await vi.waitFor(() => expect(requests).toHaveLength(1))
  return JSON.parse(requests[0]!.trim().split('\n').at(-1)!) as Record<string, unknown>
}

test('a report has the type, the message, the screen, the call and the places in the code', async () => {
  const error = new TypeError('the prize has no name')
  const event = await eventOf(error, '/store', 'GET /prize')
  expect(event).toMatchObject({
    level: 'error',
    platform: 'javascript',
    tags: { screen: '/store', call: 'GET /prize' },
    exception: { values: [{ type: 'TypeError', value: 'the prize has no name' }] },
  })
  const [{ stacktrace }] = (
    event['exception'] as { values: [{ stacktrace: { frames: object[] } }] }
  ).values
  expect(stacktrace.frames.length).toBeGreaterThan(0)
  const known = new Set(['colno', 'filename', 'function', 'lineno'])
  for (const frame of stacktrace.frames) {
    expect(Object.keys(frame).filter((name) => !known.has(name))).toEqual([])
  }
})

test('a report has no personal values, neither in the message nor in the path of the screen', async () => {
  const id = '0193f7a2-7c1e-7d44-9d6e-1c8d2b1f0a11'
  const error = new Error(`ana@exemplo.com.br with 529.982.247-25 has no ${id}`)
  await eventOf(error, `/voucher/${id}`)
  for (const value of ['ana@exemplo', '529.982', id]) expect(requests[0]).not.toContain(value)
})

test('a report leaves out the query and the fragment of a script’s URL', async () => {
  const error = new Error('defect')
  error.stack =
    'Error: defect\n    at draw (https://clube.example/assets/app.js?token=abc#part:10:5)'
  await eventOf(error, '/')
  expect(requests[0]).not.toContain('token=abc')
})

test('a report lacks the fields that Sentry would add: URL, user, cookies, breadcrumbs', async () => {
  const event = await eventOf(new Error('defect'), '/')
  const known = new Set(['event_id', 'timestamp', 'platform', 'level', 'tags', 'exception', 'sdk'])
  expect(Object.keys(event).filter((name) => !known.has(name))).toEqual([])
  // The service stores no network address of the sender.
  expect(event['sdk']).toMatchObject({ settings: { infer_ip: 'never' } })
})
