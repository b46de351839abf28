import { expect, test } from 'vitest'
import * as z from 'zod/mini'

import { Login } from '#contract/session.ts'

import { brokenRules, refusedFields } from './form.ts'

test('R5 each field that is wrong has its first sentence, a nested one by its path', () => {
  const checked = z
    .object({
      name: z.string().check(z.minLength(3, 'curto'), z.regex(/^\w*$/, 'estranho')),
      address: z.object({ city: z.string('sem cidade') }),
    })
    .safeParse({ name: '!', address: {} })
  expect(brokenRules(checked.error!)).toEqual({ name: 'curto', 'address.city': 'sem cidade' })
})

test('R3.3 an empty login says what is missing, in the words of the API', () => {
  expect(brokenRules(Login.safeParse({ identifier: ' ', password: '' }).error!)).toEqual({
    identifier: 'Informe seu email, CPF/CNPJ ou celular',
    password: 'Informe sua senha',
  })
})

test('R3.11 a refusal of a known type is said at its field', () => {
  const refusal = {
    type: 'used_email',
    message: 'O email já está sendo utilizado.',
    fields: {},
  } as const
  const by_type = { used_email: 'email', used_document: 'document' }
  expect(refusedFields(refusal, by_type)).toEqual({ email: 'O email já está sendo utilizado.' })
})

test('D2 the fields that a refusal names have their first sentence; without one, that of the whole', () => {
  const fields = { email: ['um', 'dois'], name: [] }
  expect(refusedFields({ type: 'validation', message: 'todos', fields })).toEqual({
    email: 'um',
    name: 'todos',
  })
})

test('R13.2 a refusal of no field is about the whole', () => {
  expect(
    refusedFields({ type: 'internal', message: 'x', fields: {} }, { used_email: 'email' }),
  ).toEqual({})
})
