import { describe, expect, test } from 'vitest'

import { forgetUnsentValues, unsentValues } from './unsent-values.ts'

const owner = { company_id: 'cafe', staff_id: 'ana' }
const first = { name: '', role: 'cashier', shops: [] as string[] }

/** The storage of a tab. `Object.keys` of it lists the keys, as of the browser's. */
function tab(): Storage {
  const store: Record<string, string> = {}
  const methods = {
    getItem: (key: string) => store[key] ?? null,
    setItem: (key: string, text: string) => void (store[key] = text),
    removeItem: (key: string) => void delete store[key],
  }
  return new Proxy(store, {
    get: (_, name) => methods[name as keyof typeof methods],
  }) as unknown as Storage
}

describe('unsent values', () => {
  test('come back when the form opens again, without the fields that nobody touched [D15]', () => {
    const store = tab()
    unsentValues(store, owner, 'invitation').keep(first, {
      ...first,
      name: 'Rui',
      shops: ['Centro'],
    })
    const unsent = unsentValues(store, owner, 'invitation')
    expect(unsent.read(first)).toEqual({ name: 'Rui', shops: ['Centro'] })
    // The person's role was changed meanwhile.
    expect({ ...first, role: 'analyst', ...unsent.read(first) }).toMatchObject({ role: 'analyst' })
  })

  test('are only those of the same person, company and form [D15]', () => {
    const store = tab()
    unsentValues(store, owner, 'invitation').keep(first, { ...first, name: 'Rui' })
    for (const unsent of [
      unsentValues(store, { ...owner, staff_id: 'bruno' }, 'invitation'),
      unsentValues(store, { ...owner, company_id: 'posto' }, 'invitation'),
      unsentValues(store, owner, 'staff 1'),
    ]) {
      expect(unsent.read(first)).toEqual({})
    }
  })

  test('end when they are sent, discarded or typed back [D15]', () => {
    const store = tab()
    const unsent = unsentValues(store, owner, 'invitation')
    unsent.keep(first, { ...first, name: 'Rui' })
    unsent.clear()
    expect(unsent.read(first)).toEqual({})
    unsent.keep(first, { ...first, name: 'Rui' })
    unsent.keep(first, { ...first })
    expect(Object.keys(store)).toEqual([])
  })

  test('leave out a field that the form no longer has [D15]', () => {
    const unsent = unsentValues(tab(), owner, 'invitation')
    unsent.keep({}, { name: 'Rui', phone: '11' })
    expect(unsent.read(first)).toEqual({ name: 'Rui' })
  })

  test('go with the sign-out, and nothing else does [D15]', () => {
    const store = tab()
    unsentValues(store, owner, 'invitation').keep(first, { ...first, name: 'Rui' })
    store.setItem('other', 'x')
    forgetUnsentValues(store)
    expect(Object.keys(store)).toEqual(['other'])
  })

  test('without room in the storage are not kept, and the form goes on [D15]', () => {
    const full = {
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError')
      },
      getItem: () => null,
      removeItem: () => undefined,
    }
    const unsent = unsentValues(full, owner, 'invitation')
    expect(() => unsent.keep(first, { ...first, name: 'Rui' })).not.toThrow()
  })
})
