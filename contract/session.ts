/** Signing in and staying signed in (R3). */

import * as z from 'zod/mini'

import { Email } from '#contract/person/contact.ts'
import { PunctuatedDocument } from '#contract/person/document.ts'
import { isPlain, maxLine, text } from '#contract/value/text.ts'
import { Uuid } from '#contract/value/uuid.ts'

import { limits } from './limits.ts'
import { pathMessage, PortalPath } from './path.ts'

/** R3.1: lifetime of a session in days, whether or not it is used. Its token, cookie and stored token type live as long. */
export const sessionDays = limits.session_days

/**
 * The name of the token's cookie. A browser accepts a cookie named `__Host-…` only over TLS and from the host itself. So a sibling
 * host, such as another company's, cannot plant its own session under this name. This machine has no TLS.
 */
export function sessionCookie(isSecure: boolean): string {
  return isSecure ? '__Host-token' : 'token'
}

const passwordLength = { min: 6, max: 30 }

const passwordMessage = `Insira uma senha válida, que deve conter entre ${passwordLength.min} e ${passwordLength.max} caracteres`

/**
 * Passwords are counted, compared and hashed in this Unicode form. The same keys give 'é' as one character on one device
 * and as two on another; a full-width '１' is '1' (NIST SP 800-63B).
 */
export const passwordForm = 'NFKC'

/** R5.6: a new password: 6 to 30 characters in normal form. All characters count, also spaces at the ends. */
export const Password = z.string({ error: passwordMessage }).check(
  z.normalize(passwordForm),
  z.minLength(passwordLength.min, { error: passwordMessage }),
  z.maxLength(passwordLength.max, { error: passwordMessage }),
  z.refine((password) => password.isWellFormed() && !/\p{Cc}/u.test(password), {
    error: passwordMessage,
  }),
)

/** The repetition of a new password. */
export const PasswordConfirmation = z.string().check(z.normalize(passwordForm))

/** A current password as typed. It may be older than the normal form, so its length is checked in both forms. */
export const CurrentPassword = z.string({ error: passwordMessage }).check(
  z.refine((password) => Password.safeParse(password).success || hasLength(password), {
    error: passwordMessage,
  }),
)

function hasLength(password: string): boolean {
  const length = characterCount(password)
  return length >= passwordLength.min && length <= passwordLength.max
}

/** Code points, as zod counts a length: '😀' is one. */
function characterCount(text: string): number {
  return Array.from(text).length
}

/** A typed password of a login. A password that is too long in both forms is wrong: its message is `error`. */
function typedPassword(error: string) {
  const fits = (password: string) =>
    Math.min(characterCount(password), characterCount(password.normalize(passwordForm))) <=
    passwordLength.max
  return z
    .string({ error: 'Informe sua senha' })
    .check(z.minLength(1, { error: 'Informe sua senha' }), z.refine(fits, { error }))
}

/** The secret of a mailed link: 256 random bits, base64url (D10). */
const MailedToken = text(1, maxLine)

/** R3.3, D10: email, CPF/CNPJ or phone in one field, as typed. */
export const Login = z.strictObject({
  identifier: z
    .string({ error: 'Informe seu email, CPF/CNPJ ou celular' })
    .check(
      z.trim(),
      z.minLength(1, { error: 'Informe seu email, CPF/CNPJ ou celular' }),
      z.maxLength(191, { error: 'Informe seu email, CPF/CNPJ ou celular' }),
      z.refine(isPlain, { error: 'Informe seu email, CPF/CNPJ ou celular' }),
    ),
  password: typedPassword('As credenciais estão incorretas.'),
})
export type Login = z.infer<typeof Login>

export const passwordMismatchMessage = 'As senhas devem ser iguais'

/**
 * Optional fields beside a mailed link that confirms an email for the first time (T10). With the current password the account
 * stays as it is. With a new password, typed twice, the old password and all sessions end.
 */
const linkCredentials = {
  current_password: z.optional(typedPassword('A senha inserida está incorreta')),
  password: z.optional(Password),
  password_confirmation: z.optional(PasswordConfirmation),
}
type Credentials = z.infer<z.ZodMiniObject<typeof linkCredentials>>

const samePassword = z.refine<Credentials>((form) => form.password === form.password_confirmation, {
  path: ['password_confirmation'],
  error: passwordMismatchMessage,
})

const onePassword = z.refine<Credentials>(
  (form) => form.current_password === undefined || form.password === undefined,
  { path: ['password'], error: 'Informe a senha da conta ou uma nova, não as duas' },
)

/** The fields of linkCredentials in a form, in which one of the two passwords is required. */
export const LinkCredentials = z.strictObject(linkCredentials).check(samePassword, onePassword)
export type LinkCredentials = z.infer<typeof LinkCredentials>

/** R3.4: login with a mailed link. */
export const LinkLogin = z
  .strictObject({
    token: MailedToken,
    email: Email,
    ...linkCredentials,
    /** True: answer `password_required` when the account's email is unconfirmed, instead of deleting its password. */
    keep_password: z.optional(z.boolean()),
  })
  .check(samePassword, onePassword)
export type LinkLogin = z.infer<typeof LinkLogin>

/** Mail programs may cut longer links. */
const maxMailedPathLength = 500

/** A `redirect` that a mailed link can carry. */
export const MailedPath = PortalPath.check(z.maxLength(maxMailedPathLength, { error: pathMessage }))

/** Requests a sign-in link. After the sign-in the portal opens the path `redirect` (D13). */
export const LoginLinkRequest = z.strictObject({ email: Email, redirect: z.optional(MailedPath) })
export type LoginLinkRequest = z.infer<typeof LoginLinkRequest>

/** R3.12: names the account by exactly one header. Two headers could name two people, and the rate limit counts one account. */
export const PasswordResetHeaders = z
  .object({
    'customer-email': z.optional(Email),
    'customer-document': z.optional(PunctuatedDocument),
  })
  .check(
    z.refine((headers) => headers['customer-email'] ?? headers['customer-document'], {
      path: ['customer-email'],
      error: 'Informe seu email, CPF ou CNPJ',
    }),
    z.refine((headers) => !(headers['customer-email'] && headers['customer-document']), {
      path: ['customer-document'],
      error: 'Informe só o email, ou só o CPF ou CNPJ',
    }),
  )

/** R3.13: the message for a reset link that has expired. */
export const expiredResetMessage = 'O link de redefinição de senha expirou. Tente novamente.'
const resetMismatchMessage = 'A confirmação da senha não coincide com a senha. Verifique novamente.'

/** R3.13: sets a new password with a mailed link. */
export const PasswordReset = z
  .strictObject({
    token: MailedToken,
    password: Password,
    password_confirmation: PasswordConfirmation,
  })
  .check(
    z.refine((form) => form.password === form.password_confirmation, {
      path: ['password_confirmation'],
      error: resetMismatchMessage,
    }),
  )

/** R3.14: without a session of the account, one of the two passwords is required. */
export const EmailConfirmation = z
  .strictObject({ token: MailedToken, ...linkCredentials })
  .check(samePassword, onePassword)
export type EmailConfirmation = z.infer<typeof EmailConfirmation>

/** DELETE /customer/session/{id}: the password is required unless the sign-in is at most 10 minutes old. */
export const SessionEnd = z.strictObject({ current_password: z.optional(CurrentPassword) })

/** A device that is signed in. */
export const Session = z.object({
  id: Uuid,
  /** The browser's User-Agent. */
  user_agent: z.nullable(z.string()),
  created_at: z.iso.datetime(),
  /** YYYY-MM-DD. Only the day is stored, so that a busy device causes one write a day. */
  last_used_on: z.string(),
  is_current: z.boolean(),
})
export type Session = z.infer<typeof Session>

/** The id of the page's element that contains the first answers, as JSON. */
export const firstAnswersId = 'first-answers'

/** The API's answers that our server writes into a signed-in customer's page, so that the first screen waits for no call. */
export type FirstAnswers = {
  /** The `sessionName` of the token that they were read with. */
  session: string
  /** A call's path and query string, such as '/api/points?per_page=50' → its answer. */
  answers: Record<string, unknown>
}

/** FNV-1a, 64 bits: distinguishes sessions without revealing the token. https://www.rfc-editor.org/rfc/rfc9923 */
export function sessionName(session: string): string {
  let hash = 0xcbf29ce484222325n
  for (const character of session) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(character.codePointAt(0)!)) * 0x100000001b3n)
  }
  return hash.toString(36)
}
