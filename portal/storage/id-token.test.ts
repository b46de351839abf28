import { expect, test } from 'vitest'

import { idTokenClaims, isToRenew } from './id-token.ts'

const claims = { sub: 'ação–1', auth_time: 1_700_000_000, exp: 1_700_003_600 }
const id_token = `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.`
const ownToken = 'A'.repeat(43)

test('idTokenClaims reads the claims of an ID token, and none from a token of Fiel [R3.6]', () => {
  expect(idTokenClaims(id_token)).toMatchObject({ auth_time: claims.auth_time, exp: claims.exp })
  expect(idTokenClaims(ownToken)).toBeNull()
})

test.each([
  [id_token, 1_700_003_539, false],
  [id_token, 1_700_003_541, true],
  [id_token, 1_700_009_999, true],
  [ownToken, 1_700_009_999, false],
])('whether the token %s must be renewed at %i: %s [R3.6]', (token, seconds, expected) => {
  expect(isToRenew(token, new Date(seconds * 1000))).toBe(expected)
})
