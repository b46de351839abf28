/** The erasure of the account when the server's answer is lost (D16). */

import { beforeEach, expect, test, vi } from 'vitest'

const page = {
  cookie: '',
  getElementById: () => null,
  querySelector: () => null,
  documentElement: { dataset: { companyId: 'c1' } },
}
const stored = new Map<string, string>()
const ended: unknown[] = []
/** Method and token of each attempt. */
const sent: string[] = []
type Answer = (authorization: string | undefined) => Promise<Response>
const lost: Answer = () => Promise.reject(new TypeError('no network'))
const answered =
  (status: number): Answer =>
  async () =>
    new Response(status === 204 ? null : '{}', { status })
/** The answers to each method; the last one repeats. */
let answers: { DELETE: Answer[]; GET: Answer[] }

vi.stubGlobal('document', page)
vi.stubGlobal('location', { protocol: 'http:' })
vi.stubGlobal('window', { dispatchEvent: () => ended.push(sessionEndOfPage()) })
vi.stubGlobal('localStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
  removeItem: (key: string) => void stored.delete(key),
})
vi.stubGlobal('sessionStorage', { removeItem: () => undefined })
type Request = { method: 'DELETE' | 'GET'; headers: Record<string, string> }
vi.stubGlobal('fetch', (_: string, { method, headers: { authorization } }: Request) => {
  sent.push(`${method} ${authorization?.replace('Bearer ', '')}`)
  const [next] = answers[method].length > 1 ? answers[method].splice(0, 1) : answers[method]
  return next!(authorization)
})
const renewedIdToken = vi.fn<() => Promise<string | null>>()
vi.mock('#portal/identity-provider/firebase.ts', () => ({ renewedIdToken }))
// Makes the wait before a retry 0, because the wait is multiplied by 0.5 + random.
vi.spyOn(Math, 'random').mockReturnValue(-0.5)
const { sessionEndOfPage } = await import('#portal/storage/session.ts')
const { eraseAccount } = await import('./erase.ts')

const erasure = { forfeits: { points_amount: 0, points_value: 0, vouchers: 0 } }
const network = { type: 'network' }

beforeEach(({ task }) => {
  // A session of its own for each test, because the portal remembers the session of a lost answer.
  page.cookie = `token=${task.id}`
  stored.clear()
  ended.length = 0
  sent.length = 0
})

test('an erasure is done when the server confirms it [D16]', async () => {
  answers = { DELETE: [answered(204)], GET: [] }
  expect(await eraseAccount(erasure)).toBe('erased')
  expect(ended).toEqual([])
})

test('an erasure is unknown when the answer is lost and the server refuses the session [D16]', async () => {
  answers = { DELETE: [lost], GET: [lost, answered(401)] }
  expect(await eraseAccount(erasure)).toBe('unknown')
  expect(ended).toEqual(['expired'])
})

test('an erasure is unknown when the network comes back only for the second press [D16]', async () => {
  answers = { DELETE: [lost], GET: [lost, lost, lost, lost, answered(401)] }
  await expect(eraseAccount(erasure)).rejects.toMatchObject(network)
  expect(await eraseAccount(erasure)).toBe('unknown')
})

test('an erasure is unknown when the first call takes effect during the second [D16]', async () => {
  answers = { DELETE: [lost, answered(401)], GET: [answered(200)] }
  await expect(eraseAccount(erasure)).rejects.toMatchObject(network)
  expect(await eraseAccount(erasure)).toBe('unknown')
})

test('an erasure is unknown, without another call, when another tab ends the session meanwhile [D16]', async () => {
  const leave: Answer = () => {
    page.cookie = ''
    return lost('')
  }
  answers = { DELETE: [leave], GET: [answered(401)] }
  expect(await eraseAccount(erasure)).toBe('unknown')
  expect(sent).toHaveLength(1)
})

test('an erasure fails when the answer is lost and the account still exists [D16]', async () => {
  answers = { DELETE: [lost, answered(204)], GET: [answered(200)] }
  await expect(eraseAccount(erasure)).rejects.toMatchObject(network)
  expect(await eraseAccount(erasure)).toBe('erased')
})

test('the account is checked with a renewed token if the ID token expires during the lost call [D16 R3.6]', async () => {
  const now_s = Math.floor(Date.now() / 1000)
  const [old, renewed] = [idToken(now_s + 3_600), idToken(now_s + 7_200)]
  const ends_at = new Date(Date.now() + 86_400_000).toISOString()
  stored.set('token_type', JSON.stringify({ type: 'FIREBASE', firebase: {}, ends_at }))
  page.cookie = `token=${old}`
  renewedIdToken.mockResolvedValue(renewed)
  const known: Answer = (authorization) =>
    answered(authorization === `Bearer ${old}` ? 401 : 200)(authorization)
  answers = { DELETE: [lost], GET: [known] }
  await expect(eraseAccount(erasure)).rejects.toMatchObject(network)
  expect(sent).toEqual([`DELETE ${old}`, `GET ${old}`, `GET ${renewed}`])
  expect(ended).toEqual([])
})

test('a lost answer of an earlier session does not affect the next person’s erasure [D16]', async () => {
  answers = { DELETE: [lost, answered(401)], GET: [answered(200), answered(401)] }
  await expect(eraseAccount(erasure)).rejects.toMatchObject(network)
  page.cookie = 'token=next-person'
  sent.length = 0
  await expect(eraseAccount(erasure)).rejects.toMatchObject({ status: 401 })
  expect(sent).toEqual(['DELETE next-person'])
})

test('an erasure fails with the server’s error code, and with a 401 if the session has ended [D16 R3.8]', async () => {
  answers = { DELETE: [answered(409), answered(401)], GET: [answered(401)] }
  await expect(eraseAccount(erasure)).rejects.toMatchObject({ status: 409 })
  await expect(eraseAccount(erasure)).rejects.toMatchObject({ status: 401 })
  expect(ended).toEqual(['expired'])
})

/** Unsigned, because the browser does not verify it. */
function idToken(exp: number): string {
  const part = (json: object) => Buffer.from(JSON.stringify(json)).toString('base64url')
  return `${part({ alg: 'RS256' })}.${part({ sub: 'rui', auth_time: 1, exp })}.s`
}
