import { describe, expect, test } from 'vitest'

import { Email, hasAreaCode, Phone } from './contact.ts'

describe('email', () => {
  test.each([
    '',
    'ana',
    'ana@',
    '@exemplo.com',
    'ana@exemplo',
    'ana lima@exemplo.com',
    'ana@exemplo.com\u0000',
  ])('"%s" is no email [R5.1]', (email) => {
    expect(Email.safeParse(email).success).toBe(false)
  })
})

describe('phone', () => {
  const sentence = 'Insira um número de celular válido'

  test('a phone has 11 digits, or 13 with the 55, and is stored in one form [R5.2]', () => {
    expect(Phone.parse('11999998888')).toBe('+5511999998888')
    expect(Phone.parse('5511999998888')).toBe('+5511999998888')
    expect(Phone.parse('+5511999998888')).toBe('+5511999998888')
  })

  test.each(['', '1199999888', '119999988880', '1111999998888', '11 99999-8888', 'a1199999888'])(
    '"%s" is no phone [R5.2]',
    (phone) => {
      expect(Phone.safeParse(phone).error?.issues[0]?.message).toBe(sentence)
    },
  )
})

test('the 67 area codes are recognised, and numbers with other area codes are accepted [R4.4] [D13]', () => {
  const areaCodes = Array.from({ length: 100 }, (_, code) => String(code).padStart(2, '0')).filter(
    (code) => hasAreaCode(`(${code}) 98765-4321`),
  )
  expect(areaCodes).toHaveLength(67)
  for (const code of ['00', '10', '20', '23', '30', '52', '90'])
    expect(areaCodes).not.toContain(code)
  expect(hasAreaCode('(2')).toBe(true)
  expect(hasAreaCode('')).toBe(true)
  expect(Phone.parse('20987654321')).toBe('+5520987654321')
})
