import { describe, expect, test } from 'vitest'

import { RegistrationForm } from '#contract/customer.ts'
import { brokenRules } from '#portal/form/form.ts'

import { heading, readRegistration } from './registration.ts'

const typed = {
  name: ' Ana Maria Lima ',
  document: '529.982.247-25',
  email: 'Ana@Exemplo.COM.br',
  birthdate: '07/09/1988',
  password: 'segredo1',
  password_confirmation: 'segredo1',
  opt_in: 'on',
}

function form(changes: Record<string, string> = {}): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries({ ...typed, ...changes })) data.set(name, value)
  return data
}

const messages = (data: FormData) => {
  const { error } = RegistrationForm.safeParse(readRegistration(data))
  return error ? brokenRules(error) : {}
}

test('a registration sends a bare document, an ISO birthdate and a lower-case email [R4.6]', () => {
  expect(RegistrationForm.parse(readRegistration(form()))).toEqual({
    name: 'Ana Maria Lima',
    document: '52998224725',
    use_cnpj: false,
    email: 'ana@exemplo.com.br',
    birthdate: '1988-09-07',
    password: 'segredo1',
    password_confirmation: 'segredo1',
    opt_in: true,
    opt_in_marketing: false,
  })
  expect(readRegistration(form({ opt_in_marketing: 'on' })).opt_in_marketing).toBe(true)
  expect(readRegistration(form({ document: '12.ABC.345/01DE-35' })).document).toBe('12ABC34501DE35')
})

test('a registration sends a password as typed, with its spaces [R4.6]', () => {
  expect(readRegistration(form({ password: '  A b  ' })).password).toBe('  A b  ')
})

test('an empty registration form has an error at each required field [R5]', () => {
  const data = new FormData()
  expect(Object.keys(messages(data)).toSorted()).toEqual([
    'birthdate',
    'document',
    'email',
    'name',
    'opt_in',
    'password',
  ])
})

describe('the heading above the errors of a registration [R3.11]', () => {
  test('the heading above the errors is absent while no field has an error', () => {
    expect(heading(messages(form()))).toBeNull()
  })

  test('the heading above the errors says that fields have errors', () => {
    expect(heading(messages(form({ document: '111' })))).toBe('Há erros nos campos abaixo.')
  })

  test('the heading above the errors has a message of its own if only the password confirmation differs', () => {
    expect(heading(messages(form({ password_confirmation: 'segredo2' })))).toBe(
      'Os campos de senha não coincidem...',
    )
    const two = { password_confirmation: 'As senhas devem ser iguais', email: 'x' }
    expect(heading(two)).toBe('Há erros nos campos abaixo.')
  })
})
