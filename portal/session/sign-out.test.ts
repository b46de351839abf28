/** Signing out when the server does not answer, and the pushes of the device (R3.7). */

import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const page = {
  cookie: '',
  getElementById: () => null,
  querySelector: () => null,
  documentElement: { dataset: { companyId: 'c1' } },
}
const stored = new Map<string, string>()
const sent: { method: string; authorization: string | undefined }[] = []
let answer: () => Promise<Response>
const subscription = { unsubscribe: vi.fn(async () => true) }
const notice = { close: vi.fn() }
const registration = {
  pushManager: { getSubscription: async () => subscription },
  getNotifications: async () => [notice],
}

vi.stubGlobal('document', page)
vi.stubGlobal('location', { protocol: 'http:' })
vi.stubGlobal('window', { dispatchEvent: () => true })
vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => registration } })
vi.stubGlobal('localStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
  removeItem: (key: string) => void stored.delete(key),
})
vi.stubGlobal('sessionStorage', { removeItem: () => undefined })
vi.stubGlobal(
  'fetch',
  (_: string, request: { method: string; headers: Record<string, string> }) => {
    sent.push({ method: request.method, authorization: request.headers['authorization'] })
    return answer()
  },
)
const leftProvider = vi.fn(async () => undefined)
vi.mock('#portal/identity-provider/firebase.ts', () => ({ signOut: leftProvider }))
const { signOut } = await import('./sign-out.ts')
const session = await import('#portal/storage/session.ts')
const { keepPushEndpoint } = await import('#portal/storage/push-endpoint.ts')

const never = () => new Promise<Response>(() => undefined)

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  sent.length = 0
  page.cookie = ''
  session.beginSession('abc')
  vi.clearAllMocks()
})
afterEach(() => void vi.useRealTimers())

test('signOut ends the browser’s session before the server answers, and sends the token [R3.7]', () => {
  answer = never
  void signOut()
  expect(page.cookie).toMatch(/^token=; .*Max-Age=0/)
  expect(stored.get('token_type')).toBeUndefined()
  return vi.waitFor(() => expect(sent).toEqual([{ method: 'DELETE', authorization: 'Bearer abc' }]))
})

test('signOut waits at most 3 s for a server that does not answer [R3.7]', async () => {
  answer = never
  const left = signOut().then(() => 'left')
  await vi.advanceTimersByTimeAsync(2_999)
  expect(await Promise.race([left, Promise.resolve('waits')])).toBe('waits')
  await vi.advanceTimersByTimeAsync(1)
  expect(await left).toBe('left')
})

test('signOut waits for the server’s answer, and ignores a failure [R3.7]', async () => {
  answer = async () => new Response(null, { status: 204 })
  await signOut()
  session.beginSession('abc')
  answer = () => Promise.reject(new TypeError('no network'))
  await signOut()
  expect(sent).toHaveLength(2)
})

test('signOut does not end a session that another tab begins before the answer [R3.7]', async () => {
  answer = never
  const left = signOut()
  session.beginSession('next')
  await vi.advanceTimersByTimeAsync(3_000)
  await left
  expect(session.announceLogout()).toBe(false)
  expect(session.storedToken()).toBe('next')
})

test('signOut keeps a provider’s session for the call, then ends it here and at the provider [R3.7]', async () => {
  const firebase = { api_key: 'k', auth_domain: 'a', project_id: 'p', emulator_url: null }
  session.beginSession('abc', { type: 'FIREBASE', firebase })
  answer = never
  const left = signOut()
  await vi.advanceTimersByTimeAsync(2_999)
  expect(session.storedToken()).toBe('abc')
  expect(sent).toEqual([{ method: 'DELETE', authorization: 'Bearer abc' }])
  expect(leftProvider).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  await left
  expect([session.storedToken(), session.sessionProvider()]).toEqual([undefined, null])
  expect(leftProvider).toHaveBeenCalledExactlyOnceWith(firebase)
})

test('signOut ends the device’s pushes and closes the shown ones, also without a connection [R3.7 D21]', async () => {
  answer = () => Promise.reject(new TypeError('no network'))
  keepPushEndpoint('abc', 'https://push.example/um')
  await signOut()
  await vi.waitFor(() => expect(subscription.unsubscribe).toHaveBeenCalledOnce())
  expect(notice.close).toHaveBeenCalledOnce()
})

test('signOut does not touch the push subscription of a device without pushes [R3.7 D21]', async () => {
  answer = never
  void signOut()
  await vi.advanceTimersByTimeAsync(3_000)
  expect(subscription.unsubscribe).not.toHaveBeenCalled()
})
