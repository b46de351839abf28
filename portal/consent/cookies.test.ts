import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'

import type { CompanySettings } from '#contract/company.ts'
import { RequestFailure } from '#contract/request/request-failure.ts'

import type { ReadCustomer } from './cookies.ts'

const api = vi.hoisted(() => vi.fn<(key: string, sent?: unknown) => Promise<unknown>>())
vi.mock('#portal/client/api.ts', async (original) => ({ ...(await original()), api }))
const { acceptCookies, asksForCookies } = await import('./cookies.ts')
const { withdrawCookies } = await import('./withdraw-cookies.ts')

const day_ms = 86_400_000
const stored = new Map<string, string>()
const page = { cookie: '' }
vi.stubGlobal('document', page)
vi.stubGlobal('location', { protocol: 'http:' })
vi.stubGlobal('localStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => stored.set(key, value),
  removeItem: (key: string) => stored.delete(key),
})

function settings(should_show: boolean, active: boolean): CompanySettings {
  return { customFields: { Cookie: { should_show, active } } } as CompanySettings
}
const rememberedDays = () =>
  Math.round((Date.parse([...stored.values()][0] ?? '') - Date.now()) / day_ms)

const readCustomer = vi.fn<ReadCustomer>()

beforeEach(() => {
  stored.clear()
  page.cookie = 'token=abc'
  api.mockReset()
  readCustomer.mockReset()
  readCustomer.mockResolvedValue({ id: 'c1' })
})

test('cookies are asked for if the company requires it and no answer is stored [R6.1]', async () => {
  expect(asksForCookies(settings(true, true))).toBe(true)
  expect(asksForCookies(settings(true, false))).toBe(false)
  expect(asksForCookies(settings(false, true))).toBe(false)
  await acceptCookies(readCustomer)
  expect(asksForCookies(settings(true, true))).toBe(false)
})

test('a guest’s acceptance of cookies is stored for a year, in this browser only [R6.1]', async () => {
  page.cookie = ''
  expect(await acceptCookies(readCustomer)).toBeNull()
  expect(readCustomer).not.toHaveBeenCalled()
  expect(api).not.toHaveBeenCalled()
  expect(rememberedDays()).toBe(365)
})

test('a customer’s acceptance of cookies is stored for three years and sent to the API [R6.1]', async () => {
  expect(await acceptCookies(readCustomer)).toBeNull()
  expect(readCustomer).toHaveBeenLastCalledWith('abc')
  expect(api).toHaveBeenLastCalledWith('POST /customer/{user_id}/cookies-agreement', {
    params: { user_id: 'c1' },
  })
  expect(rememberedDays()).toBe(3 * 365)
})

test('an agreement that exists already counts as accepted, and its message is returned [R6.1]', async () => {
  const sentence = 'Você já aceitou a política de cookies.'
  api.mockRejectedValueOnce(new RequestFailure(409, 'agreement_exists', sentence))
  expect(await acceptCookies(readCustomer)).toBe(sentence)
  expect(rememberedDays()).toBe(3 * 365)
})

test('any other failure returns its message and does not ask again for a day [R6.1]', async () => {
  api.mockRejectedValueOnce(new RequestFailure(500, 'internal', 'Ocorreu um erro'))
  expect(await acceptCookies(readCustomer)).toBe('Ocorreu um erro')
  expect(rememberedDays()).toBe(1)
})

test('a failure because of an ended session returns no message, because the login shows one [R6.1] [R3.8]', async () => {
  readCustomer.mockRejectedValueOnce(
    new RequestFailure(401, 'unauthenticated', 'A sua sessão expirou'),
  )
  expect(await acceptCookies(readCustomer)).toBeNull()
})

test('cookies are asked for again after a withdrawal [R6.1]', async () => {
  await acceptCookies(readCustomer)
  await withdrawCookies(new QueryClient(), 'c1')
  expect(api).toHaveBeenLastCalledWith('DELETE /customer/{user_id}/cookies-agreement', {
    params: { user_id: 'c1' },
  })
  expect(asksForCookies(settings(true, true))).toBe(true)
})
