import { expect, test } from 'vitest'

import { bringsNothing } from './brings-nothing.ts'

const none = { balances: 0, applied: 0, new_customers: 0 }

test('a checked file of existing customers without a new balance brings nothing [D17]', () => {
  expect(bringsNothing({ ...none, state: 'CHECKED' })).toBe(true)
  expect(bringsNothing({ ...none, state: 'CHECKED', balances: 1 })).toBe(false)
  expect(bringsNothing({ ...none, state: 'CHECKED', new_customers: 1 })).toBe(false)
})

test('an applied file brings nothing if each of its balances was refused or imported before [D17]', () => {
  expect(bringsNothing({ ...none, state: 'APPLIED', balances: 1 })).toBe(true)
  expect(bringsNothing({ ...none, state: 'APPLIED', balances: 1, applied: 1 })).toBe(false)
  expect(bringsNothing({ ...none, state: 'APPLIED', new_customers: 1 })).toBe(false)
})

test('a file that is not checked yet is not said to bring nothing [D17]', () => {
  expect(bringsNothing({ ...none, state: 'RECEIVING' })).toBe(false)
  expect(bringsNothing({ ...none, state: 'APPLYING' })).toBe(false)
})
