/** Sign-in, sign-out, mailed links and the devices that are signed in (R3). */

import * as z from 'zod/mini'

import { SignedIn } from '#contract/customer.ts'
import { MemberCodeKey } from '#contract/member-code.ts'
import {
  LinkLogin,
  Login,
  LoginLinkRequest,
  PasswordReset,
  PasswordResetHeaders,
  Session,
  SessionEnd,
} from '#contract/session.ts'
import { ShortList } from '#contract/value/page.ts'
import { Uuid } from '#contract/value/uuid.ts'

import type { Endpoint } from './endpoint.ts'

export const sessionEndpoints = {
  'GET /customer/generate-token': {
    // R3.5
    summary:
      'Uma sessão própria para quem entrou com um token do provedor de identidade e não pode renovar esse token a cada hora',
    caller: 'customer',
    shed: 'login',
    response: z.object({ token: z.string(), member_code: MemberCodeKey }),
    errors: ['not_found'],
  },
  'POST /customer/login': {
    // R3.3, R3.4
    summary:
      'Entrar com email, CPF, CNPJ ou celular e senha, ou com um link enviado por email. Em uma conta com email não confirmado, o link sozinho encerra a senha e todas as sessões; com a `current_password` certa tudo continua; com `keep_password` ele é recusado e continua valendo',
    caller: 'guest',
    shed: 'login',
    body: z.union([Login, LinkLogin]),
    response: SignedIn,
    errors: [
      'wrong_credentials',
      'account_merged',
      'expired_token',
      'password_required',
      'wrong_password',
      'customer_blocked',
      'too_many_requests',
    ],
  },
  'POST /customer/login-link': {
    summary: 'Enviar por email um link para entrar; a resposta é a mesma para quem não tem conta',
    caller: 'guest',
    shed: 'login',
    body: LoginLinkRequest,
    response: null,
    errors: ['too_many_requests'],
  },
  'GET /customer/password-reset': {
    // R3.12
    summary:
      'Enviar por email um link para criar outra senha: a conta por `customer-email` ou por `customer-document`, só um deles; a resposta é a mesma se não houver conta',
    caller: 'guest',
    shed: 'login',
    headers: PasswordResetHeaders,
    response: null,
    errors: ['too_many_requests'],
  },
  'POST /customer/password-reset': {
    // R3.13
    summary: 'Criar uma senha com o link recebido; todas as sessões terminam',
    caller: 'guest',
    shed: 'login',
    body: PasswordReset,
    response: null,
    errors: ['expired_token', 'too_many_requests'],
  },
  'GET /customer/session': {
    summary: 'Os aparelhos em que a conta está aberta, o último usado primeiro',
    caller: 'customer',
    shed: 'list',
    query: ShortList,
    response: z.array(Session),
    errors: [],
  },
  'DELETE /customer/session/{id}': {
    summary: 'Sair de outro aparelho. Pede a senha atual, ou um acesso dos últimos 10 minutos',
    caller: 'customer',
    shed: 'login',
    params: z.strictObject({ id: Uuid }),
    // A press within 10 minutes of the sign-in sends none.
    body: z.nullable(SessionEnd),
    response: null,
    errors: [
      'not_found',
      'password_required',
      'wrong_password',
      'sign_in_again',
      'too_many_requests',
    ],
  },
  'DELETE /customer/session': {
    // R3.7
    summary: 'Sair: o token deixa de valer assim que esta chamada responde',
    caller: 'customer',
    shed: 'login',
    response: null,
    errors: [],
  },
} as const satisfies Record<string, Endpoint>
