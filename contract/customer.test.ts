import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import {
  CustomerChange,
  hasAddress,
  hasBaseInformation,
  Name,
  ProviderRegistration,
  Registration,
  RegistrationForm,
} from './customer.ts'
import { Password } from './session.ts'

const filled = {
  name: 'Ana Lima',
  email: 'Ana@Exemplo.com.br',
  document: '52998224725',
  birthdate: '1990-12-31',
  password: 'segredo1',
  opt_in: true,
}

function messages(schema: { safeParse: typeof Registration.safeParse }, changes: object): string[] {
  return (
    schema.safeParse({ ...filled, ...changes }).error?.issues.map((issue) => issue.message) ?? []
  )
}

describe('registration', () => {
  test('a registration accepts a filled-in form and lower-cases the email [R3.11]', () => {
    expect(Registration.parse(filled)).toEqual({
      ...filled,
      email: 'ana@exemplo.com.br',
      opt_in_marketing: false,
    })
  })

  test('a registration must have opt_in [R5.8]', () => {
    const sentence = 'É necessário concordar com os termos de uso e a política de privacidade.'
    expect(messages(Registration, { opt_in: false })).toEqual([sentence])
    expect(messages(Registration, { opt_in: undefined })).toEqual([sentence])
  })

  test('the registration form refuses a password confirmation that differs [R5.6]', () => {
    const form = { ...filled, password_confirmation: 'segredo2' }
    expect(messages(RegistrationForm, form)).toEqual(['As senhas devem ser iguais'])
    expect(messages(RegistrationForm, { ...form, password_confirmation: 'segredo1' })).toEqual([])
  })

  test('a registration with a field that the call does not have is refused [D2]', () => {
    expect(Registration.safeParse({ ...filled, emailVerified: true }).success).toBe(false)
  })
})

describe('the kind of document', () => {
  const cpf = '52998224725'
  const cnpj = '11222333000181'

  test.each([
    [true, cpf, 'Insira um CNPJ válido'],
    [true, null, 'Insira um CNPJ válido'],
    [true, '', 'Insira um CNPJ válido'],
    [true, cnpj, undefined],
    [false, cnpj, 'Insira um CPF válido'],
    [false, null, 'Insira um CPF válido'],
    [false, cpf, undefined],
    [undefined, cpf, undefined],
    [undefined, cnpj, undefined],
    [undefined, null, 'Insira um CPF válido'],
  ])('with use_cnpj %s the document %s gets: %s [R5.5]', (use_cnpj, document, sentence) => {
    const sentences = sentence ? [sentence] : []
    expect(messages(Registration, { use_cnpj, document })).toEqual(sentences)
    // Zod skips an object's rules when a field is invalid; the rule of the document must run anyway.
    expect(messages(Registration, { use_cnpj, document, opt_in: false })).toEqual(
      expect.arrayContaining(sentences),
    )
    const { error } = CustomerChange.safeParse({ use_cnpj, document })
    expect(error?.issues.map(({ message }) => message) ?? []).toEqual(sentences)
    // A customer of an identity provider may have no document yet.
    const result = ProviderRegistration.safeParse({ use_cnpj, document })
    expect(result.success).toBe(sentence === undefined || document === null)
  })
})

describe('name', () => {
  test('a name has 1 to 191 characters once trimmed [R5.3]', () => {
    expect(Name.parse('  Ana  ')).toBe('Ana')
    expect(Name.parse('a'.repeat(191))).toHaveLength(191)
    expect(Name.safeParse('a'.repeat(192)).success).toBe(false)
    expect(Name.safeParse('   ').error?.issues[0]?.message).toBe('Este campo é obrigatório')
  })

  test.each(['Ana\u0000Lima', 'Ana\nLima', '\ud800'])(
    'the name %j cannot be stored and is refused [R5.3]',
    (name) => {
      expect(Name.safeParse(name).success).toBe(false)
    },
  )
})

describe('password', () => {
  test('a password has 6 to 30 characters in its NFKC form, any that a keyboard writes [R5.6]', () => {
    const sentence = 'Insira uma senha válida, que deve conter entre 6 e 30 caracteres'
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (password) => {
        const length = Array.from(password.normalize('NFKC')).length
        const fits = length >= 6 && length <= 30 && !/\p{Cc}/u.test(password)
        const checked = Password.safeParse(password)
        expect(checked.success).toBe(fits)
        if (!checked.success) expect(checked.error.issues[0]?.message).toBe(sentence)
      }),
    )
  })
})

describe('completeness', () => {
  const complete = {
    email: 'ana@exemplo.com.br',
    phone: null,
    birthdate: '1990-12-31',
    document: '52998224725',
    login_type: 'EMAIL',
    opt_in: true,
    sex: 'F',
    address_street: 'Rua Augusta',
    address_district: 'Consolação',
    address_city: 'São Paulo',
    address_state: 'SP',
    address_postal_code: '01305000',
  } as const

  test('base information is email or phone, birthdate, document, and the opt-in of an email account [R4.1]', () => {
    expect(hasBaseInformation(complete)).toBe(true)
    expect(hasBaseInformation({ ...complete, email: null, phone: '+5511987654321' })).toBe(true)
    expect(hasBaseInformation({ ...complete, login_type: 'GOOGLE', opt_in: false })).toBe(true)
    for (const missing of [
      { email: null },
      { birthdate: null },
      { document: null },
      { opt_in: false },
    ]) {
      expect(hasBaseInformation({ ...complete, ...missing }), JSON.stringify(missing)).toBe(false)
    }
  })

  test('a complete address has street, district, city, postal code, state and the person’s sex [R4.1]', () => {
    expect(hasAddress(complete)).toBe(true)
    for (const field of [
      'address_street',
      'address_district',
      'address_city',
      'address_state',
      'address_postal_code',
      'sex',
    ]) {
      expect(hasAddress({ ...complete, [field]: null }), field).toBe(false)
    }
  })
})
