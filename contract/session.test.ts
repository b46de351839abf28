import { expect, test } from 'vitest'

import { errorCodes } from './error.ts'
import { EmailConfirmation, LinkLogin, LoginLinkRequest } from './session.ts'

const token = 'A'.repeat(43)

const cases: [object, string, string][] = [
  [{ password: 'margarida7' }, 'password_confirmation', 'As senhas devem ser iguais'],
  [
    { password: 'margarida7', password_confirmation: 'margarida8' },
    'password_confirmation',
    'As senhas devem ser iguais',
  ],
  [{ password_confirmation: 'margarida7' }, 'password_confirmation', 'As senhas devem ser iguais'],
  [
    { password: '12345', password_confirmation: '12345' },
    'password',
    'Insira uma senha válida, que deve conter entre 6 e 30 caracteres',
  ],
  [{ current_password: '' }, 'current_password', 'Informe sua senha'],
  [{ current_password: 'x'.repeat(31) }, 'current_password', errorCodes.wrong_password.message],
  [
    { current_password: 'segredo1', password: 'margarida7', password_confirmation: 'margarida7' },
    'password',
    'Informe a senha da conta ou uma nova, não as duas',
  ],
]

test.each(cases)(
  'a call with a mailed token and %j breaks the rule of %s [R5.6]',
  (sent, field, message) => {
    for (const issues of [
      EmailConfirmation.safeParse({ token, ...sent }).error?.issues,
      LinkLogin.safeParse({ token, email: 'ana@exemplo.com.br', ...sent }).error?.issues,
    ]) {
      expect(issues).toMatchObject([{ path: [field], message }])
    }
  },
)

test('a confirmation needs its token alone, and a login link needs token and email [R3.4 R3.14]', () => {
  expect(EmailConfirmation.parse({ token })).toEqual({ token })
  const link = { token, email: 'ana@exemplo.com.br' }
  expect(LinkLogin.parse(link)).toEqual(link)
})

test.each(['/meu-cadastro', '/store?category=Caf%C3%A9&order=name', '/promo/t/VERAO_26'])(
  'a link to sign in may lead to %s [R3.4]',
  (redirect) => {
    const request = { email: 'ana@exemplo.com.br', redirect }
    expect(LoginLinkRequest.parse(request)).toEqual(request)
  },
)

test.each([
  '',
  '//evil.example',
  '/\\evil.example',
  'https://evil.example',
  'javascript:alert(1)',
  '/%2fevil.example',
  '/\n/evil.example',
  '/meu-cadastro#x',
  `/store?q=${'x'.repeat(500)}`,
  7,
])('a link to sign in does not lead to %j [R3.4] [T15]', (redirect) => {
  const { error } = LoginLinkRequest.safeParse({ email: 'ana@exemplo.com.br', redirect })
  expect(error?.issues[0]).toMatchObject({
    path: ['redirect'],
    message: 'Informe um endereço deste portal',
  })
})
