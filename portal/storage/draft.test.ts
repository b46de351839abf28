import { beforeEach, expect, test, vi } from 'vitest'

import { draftOf, dropDraft, dropDrafts, keepDraft } from './draft.ts'

// sessionStorage whose keys are its own properties, as in a browser.
class TabStorage {
  getItem(key: string): string | null {
    return (this as Record<string, unknown>)[key]?.toString() ?? null
  }
  setItem(key: string, value: string): void {
    Object.assign(this, { [key]: value })
  }
  removeItem(key: string): void {
    Reflect.deleteProperty(this, key)
  }
}
// The part of a form that FormData reads.
class TypedData extends Map<string, string> {
  constructor(form: Record<string, string>) {
    super(Object.entries(form))
  }
}
vi.stubGlobal('FormData', TypedData)
beforeEach(() => vi.stubGlobal('sessionStorage', new TabStorage()))

const keep = (name: string, typed: Record<string, string>) => keepDraft(name, typed as never)

test('a draft restores typed values, except passwords [R3.8]', () => {
  keep('profile', {
    name: 'Ana',
    phone: '(11)',
    password: 'a',
    password_confirmation: 'b',
    current_password: 'c',
  })
  expect(draftOf('profile')).toEqual({ name: 'Ana', phone: '(11)' })
  expect(draftOf('address')).toBeNull()
})

test('a draft leaves out the fields that its form does not keep [R3.8]', () => {
  const form = { name: 'Ana', phone: '(11)' }
  keepDraft('profile', form as never, (field, data) => data.get(field) !== 'Ana')
  expect(draftOf('profile')).toEqual({ phone: '(11)' })
  keepDraft('profile', form as never, () => false)
  expect(draftOf('profile')).toBeNull()
})

test('dropDraft deletes one draft; dropDrafts deletes all drafts and nothing else [R3.8]', () => {
  keep('profile', { name: 'Ana' })
  keep('address', { address_city: 'Itu' })
  sessionStorage.setItem('other', 'stays')
  dropDraft('profile')
  expect(draftOf('profile')).toBeNull()
  expect(draftOf('address')).toEqual({ address_city: 'Itu' })
  dropDrafts()
  expect(draftOf('address')).toBeNull()
  expect(sessionStorage.getItem('other')).toBe('stays')
})
