/** Sign-in, sign-out, mailed links and the devices that are signed in (R3). */

import * as z from 'zod/mini'

import { SignedIn } from './customer.ts'
import type { Endpoint } from './endpoint.ts'
import { MemberCodeKey } from './member-code.ts'
import {
  LinkLogin,
  Login,
  LoginLinkRequest,
  PasswordReset,
  PasswordResetHeaders,
  Session,
} from './session.ts'

export const sessionEndpoints = {
  'GET /customer/generate-token': {
    summary:
      "A session's token of Fiel's own (R3.5): for who came with an ID token and cannot renew it every hour",
    caller: 'customer',
    shed: 'login',
    response: z.object({ token: z.string(), member_code: MemberCodeKey }),
    errors: ['not_found'],
  },
  'POST /customer/login': {
    summary:
      'Sign in with email, CPF/CNPJ or phone and a password (R3.3), or with a mailed link (R3.4). On an account whose email is not confirmed the link alone ends the password and all sessions; with the right `current_password` everything stays; with `keep_password` it is refused instead, and stays good',
    caller: 'guest',
    shed: 'login',
    body: z.union([Login, LinkLogin]),
    response: SignedIn,
    errors: [
      'wrong_credentials',
      'expired_token',
      'password_required',
      'wrong_password',
      'too_many_requests',
    ],
  },
  'POST /customer/login-link': {
    summary:
      'Mail a link to sign in with, to who has an account; the answer is the same to who has none',
    caller: 'guest',
    shed: 'login',
    body: LoginLinkRequest,
    response: null,
    errors: ['too_many_requests'],
  },
  'GET /customer/password-reset': {
    summary:
      'Mail a link to set a password with (R3.12): the account by `customer-email` or by `customer-document`, not both; the answer is the same where there is none',
    caller: 'guest',
    shed: 'login',
    headers: PasswordResetHeaders,
    response: null,
    errors: ['too_many_requests'],
  },
  'POST /customer/password-reset': {
    summary: 'Set a password with a mailed link; every session ends (R3.13)',
    caller: 'guest',
    shed: 'login',
    body: PasswordReset,
    response: null,
    errors: ['expired_token', 'too_many_requests'],
  },
  'GET /customer/session': {
    summary: 'The devices that are signed in, the last used first',
    caller: 'customer',
    shed: 'list',
    response: z.array(Session),
    errors: [],
  },
  'DELETE /customer/session/{id}': {
    summary: 'Sign another device out',
    caller: 'customer',
    shed: 'login',
    params: z.strictObject({ id: z.uuid() }),
    response: null,
    errors: ['not_found'],
  },
  'DELETE /customer/session': {
    summary: 'Sign out: the token is dead when this has answered (R3.7)',
    caller: 'customer',
    shed: 'login',
    response: null,
    errors: [],
  },
} as const satisfies Record<string, Endpoint>
