/** The conditions under which a till's request may open over the screen. */

import { beforeEach, expect, test, vi } from 'vitest'

import { mayInterrupt, noteOffered } from './interruption.ts'

const stored = new Map<string, string>()
const page: { activeElement: object | null } = { activeElement: null }
class Field {
  readonly type: string
  constructor(type: string) {
    this.type = type
  }
}
class Input extends Field {}
class TextArea extends Field {}
class Select extends Field {}
vi.stubGlobal('sessionStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
})
vi.stubGlobal('document', page)
vi.stubGlobal('HTMLInputElement', Input)
vi.stubGlobal('HTMLTextAreaElement', TextArea)
vi.stubGlobal('HTMLSelectElement', Select)

beforeEach(() => {
  stored.clear()
  page.activeElement = null
})

test('a till’s request opens once in a tab, and the next request opens again [R2.11]', () => {
  expect(mayInterrupt('one')).toBe(true)
  noteOffered('one')
  expect(mayInterrupt('one')).toBe(false)
  expect(mayInterrupt('two')).toBe(true)
})

test.each([
  new Input('text'),
  new Input('password'),
  new TextArea('textarea'),
  new Select('select-one'),
])('a till’s request never opens over a field in which the person types: %o [R2.11]', (field) => {
  page.activeElement = field
  expect(mayInterrupt('one')).toBe(false)
})

test.each(['button', 'checkbox', 'radio', 'submit'])(
  'a till’s request opens over a focused %s [R2.11]',
  (type) => {
    page.activeElement = new Input(type)
    expect(mayInterrupt('one')).toBe(true)
  },
)
