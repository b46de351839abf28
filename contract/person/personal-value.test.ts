import { expect, test } from 'vitest'

import { masked, withoutPersonalData } from './personal-value.ts'

test.each([
  ['no customer 529.982.247-25 here', 'no customer [number] here'],
  ['52998224725', '[number]'],
  [
    'CNPJ 12.ABC.345/01DE-35, 12ABC34501DE35 or 11.222.333/0001-81',
    'CNPJ [number], [number] or [number]',
  ],
  ['call +55 (11) 98765-0001', 'call [number]'],
  ['CEP 01310-100', 'CEP [number]'],
  ['ana.lima@exemplo.com.br is used', '[email] is used'],
  ['GET /entrar-link?token=a&email=b failed', 'GET /entrar-link?… failed'],
  [`Bearer ${'A'.repeat(43)}`, 'Bearer [id]'],
  ['Bearer eyJhbGciOiJSUzI1NiIsImtpZCI6.eyJpc3MiOi.c2ln', 'Bearer [id]'],
  ['/store/0193f7a2-7c1e-7d44-9d6e-1c8d2b1f0a11', '/store/[id]'],
  [
    'Unexpected token \'B\', "Beatriz Nunes"... is not valid JSON',
    'Unexpected token \'B\', "…"... is not valid JSON',
  ],
  ['said “Beatriz Nunes', 'said "…"'],
  [
    "Cannot read properties of undefined (reading 'amount_balance')",
    "Cannot read properties of undefined (reading 'amount_balance')",
  ],
])('an error message is reported without personal data: %s as %s [D12]', (text, reported) => {
  expect(withoutPersonalData(text)).toBe(reported)
})

test.each([
  ['name', 'Marina Duarte Lima', 'Marina D. L.'],
  ['name', 'Zuleica', 'Zuleica'],
  ['email', 'ana.lima@exemplo.com.br', 'a…@exemplo.com.br'],
  ['phone', '+5511987650001', '…0001'],
  ['document', '52998224725', '***.982.247-**'],
  ['birthdate', '1990-12-31', '…'],
  ['name', null, null],
] as const)('a %s is masked: %s [D16]', (kind, value, shown) => {
  expect(masked(kind, value)).toBe(shown)
})
