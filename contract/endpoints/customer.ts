/** Registration, the customer’s own data and the confirmation of an email (R3, R4). */

import * as z from 'zod/mini'

import {
  Customer,
  CustomerChange,
  CustomerQuery,
  ProviderRegistration,
  Registration,
  SignedIn,
} from '#contract/customer.ts'
import { MemberCodeKey } from '#contract/member-code.ts'
import { EmailConfirmation } from '#contract/session.ts'

import type { Endpoint } from './endpoint.ts'

export const customerEndpoints = {
  'POST /customer/create-via-email': {
    // R3.11
    summary: 'Cadastrar um cliente',
    caller: 'guest',
    shed: 'login',
    body: Registration,
    response: SignedIn,
    status: 201,
    errors: [
      'used_email',
      'used_document',
      'underage',
      'overage',
      'customer_blocked',
      'too_many_requests',
    ],
  },
  'POST /customer/create-via-firebase': {
    // R3.10
    summary:
      'Cadastrar um cliente com a conta do provedor de identidade; quem já é cliente é respondido como está',
    caller: 'account',
    shed: 'login',
    body: ProviderRegistration,
    response: Customer,
    status: 201,
    errors: [
      'used_email',
      'used_phone',
      'used_document',
      'underage',
      'overage',
      'customer_blocked',
      'too_many_requests',
    ],
  },
  'POST /customer/email-confirmation': {
    // R3.14
    summary:
      'Confirmar o email com o link recebido. Sem uma sessão da conta, pede `current_password`, e tudo continua, ou uma nova `password`, que encerra a antiga e todas as sessões; um visitante entra na conta',
    caller: 'guest',
    shed: 'login',
    body: EmailConfirmation,
    /** `data`, `token` and `member_code`: a new session, where the call opened one. */
    response: z.object({
      password_ended: z.boolean(),
      data: z.optional(Customer),
      token: z.optional(z.string()),
      member_code: z.optional(MemberCodeKey),
    }),
    errors: [
      'expired_token',
      'already_confirmed',
      'account_merged',
      'password_required',
      'wrong_password',
      'customer_blocked',
      'too_many_requests',
    ],
  },
  'POST /customer/email-confirmation/resend': {
    // R3.14
    summary: 'Enviar o link de confirmação outra vez',
    caller: 'customer',
    shed: 'login',
    response: null,
    /** `validation`: the customer has no email. */
    errors: ['already_confirmed', 'validation', 'too_many_requests'],
  },
  'GET /customer': {
    // R11.2
    summary: 'O cliente da sessão; `update_level=TRUE` atualiza antes o nível',
    caller: 'customer',
    shed: 'list',
    query: CustomerQuery,
    response: Customer,
    errors: [],
  },
  'PUT /customer': {
    // R4.3
    summary:
      'Mudar os campos enviados. Uma senha nova encerra as outras sessões; um email novo precisa de confirmação e da senha atual; um celular novo, ou um documento no lugar de outro, da senha atual ou de um acesso dos últimos 10 minutos. Uma conta sem senha precisa desse acesso para os quatro',
    caller: 'customer',
    shed: 'login',
    body: CustomerChange,
    response: Customer,
    errors: [
      'used_email',
      'used_phone',
      'used_document',
      'wrong_password',
      'password_required',
      'sign_in_again',
      'underage',
      'overage',
      'too_many_requests',
    ],
  },
} as const satisfies Record<string, Endpoint>
