import { expect, test } from 'vitest'
import * as z from 'zod/mini'

import { Login } from '#contract/session.ts'

import { brokenRules, errorFields } from './form.ts'

test('brokenRules gives each wrong field its first message, and names a nested field by its path [R5]', () => {
  const checked = z
    .object({
      name: z.string().check(z.minLength(3, 'curto'), z.regex(/^\w*$/, 'estranho')),
      address: z.object({ city: z.string('sem cidade') }),
    })
    .safeParse({ name: '!', address: {} })
  expect(brokenRules(checked.error!)).toEqual({ name: 'curto', 'address.city': 'sem cidade' })
})

test('an empty login has the API’s messages at its fields [R3.3]', () => {
  expect(brokenRules(Login.safeParse({ identifier: ' ', password: '' }).error!)).toEqual({
    identifier: 'Informe seu email, CPF/CNPJ ou celular',
    password: 'Informe sua senha',
  })
})

test('an error with a known code is shown at the field of that code [R3.11]', () => {
  const error = {
    type: 'used_email',
    message: 'O email já está sendo utilizado.',
    fields: {},
  } as const
  const byType = { used_email: 'email', used_document: 'document' }
  expect(errorFields(error, byType)).toEqual({ email: 'O email já está sendo utilizado.' })
})

test('each field that an error names shows its first message, or else the error’s own message [D2]', () => {
  const fields = { email: ['um', 'dois'], name: [] }
  expect(errorFields({ type: 'validation', message: 'todos', fields })).toEqual({
    email: 'um',
    name: 'todos',
  })
})

test('an error without a field is shown for the whole form [R13.2]', () => {
  expect(
    errorFields({ type: 'internal', message: 'x', fields: {} }, { used_email: 'email' }),
  ).toEqual({})
})
