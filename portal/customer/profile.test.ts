import { describe, expect, test } from 'vitest'

import { type Customer, CustomerChange } from '#contract/customer.ts'
import { brokenRules } from '#portal/form/form.ts'

import { changed, isTyped, missingInformation, readProfile } from './profile.ts'

const ana = {
  name: 'Ana Lima',
  email: 'ana@exemplo.com.br',
  phone: null,
  document: '52998224725',
  birthdate: '1988-09-07',
  sex: null,
  address_postal_code: null,
  address_city: 'Itu',
  login_type: 'EMAIL',
  use_cnpj: false,
  opt_in: true,
} as Customer

function form(typed: Record<string, string>): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries(typed)) data.set(name, value)
  return data
}

const typed = {
  name: ' Ana Lima ',
  email: 'Ana@Exemplo.com.br',
  phone: '(11) 98765-4321',
  document: '529.982.247-25',
  birthdate: '07/09/1988',
  sex: '',
  address_postal_code: '13300-000',
}

describe('the form of a profile [R4.6]', () => {
  test('the profile form sends each value in the API’s form, and no sex that was not chosen', () => {
    expect(CustomerChange.parse(readProfile(form(typed)))).toEqual({
      name: 'Ana Lima',
      email: 'ana@exemplo.com.br',
      phone: '+5511987654321',
      document: '52998224725',
      birthdate: '1988-09-07',
      address_postal_code: '13300000',
    })
  })

  test('the profile form sends null for an empty email, phone, document or CEP [R4.4]', () => {
    const empty = { email: ' ', phone: '( ', document: '..-', address_postal_code: '-' }
    expect(readProfile(form(empty))).toEqual({
      email: null,
      phone: null,
      document: null,
      address_postal_code: null,
    })
    expect(
      changed({ ...ana, address_postal_code: '13300000' }, { address_postal_code: null }),
    ).toEqual({
      address_postal_code: null,
    })
  })

  test('the profile form requires a document of the chosen kind, even if none is typed [R4.4 R5.5]', () => {
    const cpf = '529.982.247-25'
    const cnpj = '11.222.333/0001-81'
    for (const [use_cnpj, document, sentence] of [
      ['', '', 'Insira um CPF válido'],
      ['true', '', 'Insira um CNPJ válido'],
      ['true', cpf, 'Insira um CNPJ válido'],
      ['', cnpj, 'Insira um CPF válido'],
      ['', cpf, undefined],
      ['true', cnpj, undefined],
    ] as const) {
      const { error } = CustomerChange.safeParse(readProfile(form({ document, use_cnpj })))
      expect(error && brokenRules(error)['document']).toBe(sentence)
    }
  })

  test('the profile form requires an email or a phone [R4.4]', () => {
    const { error } = CustomerChange.safeParse(readProfile(form({ email: '', phone: '' })))
    expect(brokenRules(error!)).toEqual({
      email: 'Pelo menos uma forma de contato é necessária. Celular ou email.',
    })
  })

  test('the profile form sends a password exactly as typed', () => {
    expect(readProfile(form({ current_password: ' a b ' }))).toEqual({ current_password: ' a b ' })
  })
})

test('the profile form sends only the fields that were changed [R4.3]', () => {
  const filledIn = CustomerChange.parse(readProfile(form(typed)))
  expect(changed(ana, filledIn)).toEqual({
    phone: '+5511987654321',
    address_postal_code: '13300000',
  })
  expect(changed(ana, { phone: null, address_postal_code: null, address_city: '' })).toEqual({
    address_city: '',
  })
  expect(changed(ana, { current_password: 'segredo1' })).toEqual({ current_password: 'segredo1' })
})

test('a draft keeps only the fields that hold another value than the stored one [R3.8]', () => {
  const kept = (values: Record<string, string>, start = ana) =>
    Object.keys(values).filter((field) => isTyped(start, field, form(values)))
  expect(kept({ ...typed, use_cnpj: '' })).toEqual(['phone', 'address_postal_code'])
  expect(kept({ ...typed, phone: '' })).toEqual(['address_postal_code'])
  // Half a value is no value yet, and is kept as typed.
  expect(kept({ ...typed, birthdate: '07/09', phone: '(11) 9' })).toEqual([
    'phone',
    'birthdate',
    'address_postal_code',
  ])
  const corrected = { ...ana, name: 'Ana de Lima', birthdate: '1988-09-08' }
  expect(kept(typed, corrected)).toEqual(['name', 'phone', 'birthdate', 'address_postal_code'])
})

test('the completion form asks only for information that the customer lacks [R4.2]', () => {
  const nothing = { contact: false, birthdate: false, document: false, opt_in: false }
  expect(missingInformation(ana)).toEqual(nothing)
  expect(missingInformation({ ...ana, email: null, birthdate: null, document: null })).toEqual({
    contact: true,
    birthdate: true,
    document: true,
    opt_in: false,
  })
  expect(missingInformation({ ...ana, email: null, phone: '+5511987654321' })).toEqual(nothing)
  expect(missingInformation({ ...ana, opt_in: false })).toEqual({ ...nothing, opt_in: true })
  expect(missingInformation({ ...ana, login_type: 'GOOGLE', opt_in: false })).toEqual(nothing)
})
