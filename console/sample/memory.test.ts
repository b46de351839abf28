import { beforeEach, expect, test, vi } from 'vitest'

import { storeInMemory } from './memory.ts'

type Page = {
  document: { cookie: string }
  window: { localStorage: Storage; sessionStorage: Storage; indexedDB: unknown; caches: unknown }
  Navigator: { prototype: object }
}
let page: Page

beforeEach(() => {
  page = {
    document: { cookie: 'fiel_staff=secret' },
    window: {
      localStorage: {} as Storage,
      sessionStorage: {} as Storage,
      indexedDB: {},
      caches: {},
    },
    Navigator: { prototype: { serviceWorker: {} } },
  }
  for (const [name, value] of Object.entries(page)) vi.stubGlobal(name, value)
})

test('the preview reads and writes no cookie of the console [D15 T13]', () => {
  storeInMemory(['token=previa'])
  expect(page.document.cookie).toBe('token=previa')
  page.document.cookie = 'seen=a=b; Path=/; SameSite=Strict'
  expect(page.document.cookie).toBe('token=previa; seen=a=b')
})

test.each(['max-age=0', 'Max-Age=-1'])('a cookie with %s is gone [D15]', (age) => {
  storeInMemory(['token=previa', 'seen=1'])
  page.document.cookie = `token=; Path=/; ${age}`
  expect(page.document.cookie).toBe('seen=1')
})

test('the storages are empty, apart from one another, and behave as the browser’s [D15]', () => {
  storeInMemory([])
  const { localStorage, sessionStorage } = page.window
  expect([localStorage.length, localStorage.getItem('a'), localStorage.key(0)]).toEqual([
    0,
    null,
    null,
  ])
  localStorage.setItem('a', '1')
  localStorage.setItem('a', '2')
  localStorage.setItem('b', '3')
  expect([localStorage.length, localStorage.getItem('a'), localStorage.key(1)]).toEqual([
    2,
    '2',
    'b',
  ])
  expect(sessionStorage.length).toBe(0)
  localStorage.removeItem('a')
  expect(localStorage.getItem('a')).toBeNull()
  localStorage.clear()
  expect(localStorage.length).toBe(0)
})

test('the preview has no worker, no database and no cache [D15]', () => {
  storeInMemory([])
  expect(page.window.indexedDB).toBeUndefined()
  expect(page.window.caches).toBeUndefined()
  expect('serviceWorker' in page.Navigator.prototype).toBe(false)
})
