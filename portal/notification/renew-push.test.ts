/** The repair of a device's push subscription at a visit (D21). */

import { beforeEach, expect, test, vi } from 'vitest'

const browser = {
  permission: 'granted',
  /** The browser's present subscription. */
  endpoint: null as string | null,
}
let session: string | undefined
const kept = new Map<string, string>()
const written: unknown[] = []
let preferences: () => Promise<{ push: { public_key: string } | null }>

vi.stubGlobal('Notification', {
  get permission() {
    return browser.permission
  },
})
vi.stubGlobal('navigator', {
  serviceWorker: {
    ready: Promise.resolve({
      pushManager: {
        getSubscription: async () => browser.endpoint && { endpoint: browser.endpoint },
      },
    }),
  },
})
vi.mock('#portal/client/write.ts', () => ({
  write: async (_: unknown, key: string, { body }: { body: object }) =>
    void written.push([key, body]),
}))
vi.mock('#portal/offline/session-cache.ts', () => ({
  cacheOf: () => ({ fetchQuery: () => preferences() }),
}))
vi.mock('#portal/storage/push-endpoint.ts', () => ({
  keepPushEndpoint: (owner: string, endpoint: string) => void kept.set(owner, endpoint),
  keptPushEndpoint: (owner: string) => kept.get(owner) ?? null,
}))
vi.mock('#portal/storage/session.ts', () => ({ sessionKey: () => session }))
vi.mock('./queries.ts', () => ({ noticePreferences: {} }))
vi.mock('./subscribe.ts', () => ({
  subscription: async (public_key: string) => ({ endpoint: `https://push.example/${public_key}` }),
}))
const { renewPush } = await import('./renew-push.ts')

beforeEach(() => {
  browser.permission = 'granted'
  browser.endpoint = null
  session = 'one'
  kept.clear()
  kept.set('one', 'https://push.example/old')
  written.length = 0
  preferences = async () => ({ push: { public_key: 'new' } })
})

const renewed = { endpoint: 'https://push.example/new' }

test('a push subscription that the browser has ended is made again and sent [D21]', async () => {
  await renewPush()
  expect(written).toEqual([['POST /notification/subscription', renewed]])
  expect(kept.get('one')).toBe(renewed.endpoint)
})

test('a push subscription that the browser has replaced is sent to the server [D21]', async () => {
  browser.endpoint = 'https://push.example/other'
  await renewPush()
  expect(written).toHaveLength(1)
})

test('a push subscription that the server knows is not sent again [D21]', async () => {
  browser.endpoint = 'https://push.example/old'
  await renewPush()
  expect(written).toEqual([])
})

test.each([
  ['nobody is signed in', () => void (session = undefined)],
  ['the person has withdrawn the permission', () => void (browser.permission = 'denied')],
  ['the server has no key', () => void (preferences = async () => ({ push: null }))],
])('no push subscription is sent when %s [D21]', async (_, arrange) => {
  arrange()
  await renewPush()
  expect(written).toEqual([])
  expect(kept.get('one')).toBe('https://push.example/old')
})

test('a customer who signs in during the renewal does not get the previous customer’s pushes [D21]', async () => {
  preferences = async () => {
    session = 'two'
    return { push: { public_key: 'new' } }
  }
  await renewPush()
  expect(written).toEqual([])
  expect(kept.get('two')).toBeUndefined()
})
