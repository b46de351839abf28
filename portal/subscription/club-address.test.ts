import { expect, test } from 'vitest'

import { clubAddress } from './club-address.ts'

test.each([
  ['https://clube.example', 'ana@exemplo.com.br', 'https://clube.example/login-integration'],
  ['https://clube.example/', 'ana+1@exemplo.com.br', 'https://clube.example/login-integration'],
  [
    'https://clube.example/a/b/',
    'a&b@exemplo.com.br',
    'https://clube.example/a/b/login-integration',
  ],
])(
  'the club at %s receives the code and the email %s at its login address [R12.2]',
  (frontend_url, email, path) => {
    const address = new URL(clubAddress(frontend_url, 'a-b_c', email))
    expect(address.origin + address.pathname).toBe(path)
    expect(Object.fromEntries(address.searchParams)).toEqual({ code: 'a-b_c', email })
  },
)

test('for a customer without an email the club receives only the code [R12.2]', () => {
  expect(clubAddress('https://clube.example', 'abc', null)).toBe(
    'https://clube.example/login-integration?code=abc',
  )
})
