import { expect, test } from 'vitest'

import { Uuid } from './uuid.ts'

const id = '0199a2b4-7c1d-7e2f-8a3b-4c5d6e7f8091'

test('an id is read in small letters, however it is written', () => {
  expect(Uuid.parse(id.toUpperCase())).toBe(id)
  expect(Uuid.parse(id)).toBe(id)
  expect(Uuid.safeParse(`${id}0`).success).toBe(false)
})
