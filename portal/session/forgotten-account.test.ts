import { expect, test } from 'vitest'

import { brokenRules } from '#portal/form/form.ts'

import { ForgottenAccount } from './forgotten-account.ts'

test.each([
  [' Ana@Exemplo.COM.br ', { 'customer-email': 'ana@exemplo.com.br' }],
  ['529.982.247-25', { 'customer-document': '52998224725' }],
  ['12.abc.345/01de-35', { 'customer-document': '12ABC34501DE35' }],
])('%s is read as an email, CPF or CNPJ by its form [R3.12]', (identifier, headers) => {
  expect(ForgottenAccount.parse({ identifier })).toEqual({ identifier: headers })
})

test.each([
  ['', 'Informe seu email, CPF ou CNPJ'],
  [' - ', 'Informe seu email, CPF ou CNPJ'],
  ['ana@', 'Insira um email válido'],
  ['529.982.247-20', 'Insira um CPF válido'],
  ['11.222.333/0001-82', 'Insira um CNPJ válido'],
])('the identifier %j is refused: %s [R3.12]', (identifier, sentence) => {
  const { error } = ForgottenAccount.safeParse({ identifier })
  expect(brokenRules(error!)).toEqual({ identifier: sentence })
})
