/** The people of a company who work in its console (D15): their roles, what each role may do, and how they sign in. */

import * as z from 'zod/mini'

import { Email } from '#contract/person/contact.ts'
import { maxSubsidiaries } from '#contract/subsidiary.ts'
import { maxLine, text } from '#contract/value/text.ts'
import { Uuid } from '#contract/value/uuid.ts'

export const staffRoles = ['owner', 'manager', 'attendant', 'cashier', 'analyst'] as const
export type StaffRole = (typeof staffRoles)[number]

/** A role in a sentence, as 'convidou Rui como caixa'. */
export const staffRoleNames: Record<StaffRole, string> = {
  owner: 'proprietário',
  manager: 'gerente',
  attendant: 'atendente',
  cashier: 'caixa',
  analyst: 'analista',
}

/**
 * The actions of the console, and the roles that may do them. API, console and tests read this table alone. An action that a role
 * lacks answers `forbidden`, and the console says who may do it.
 */
export const staffActions = {
  'programme.read': ['owner', 'manager', 'attendant', 'analyst'],
  'programme.edit': ['owner', 'manager'],
  'programme.publish': ['owner', 'manager'],
  'key.read': ['owner', 'manager'],
  'key.manage': ['owner'],
  'webhook.read': ['owner', 'manager'],
  'webhook.manage': ['owner', 'manager'],
  'staff.read': ['owner', 'manager'],
  'staff.manage': ['owner'],
  'audit.read': ['owner', 'manager', 'analyst'],
  'head.read': ['owner'],
  'report.read': ['owner', 'manager', 'analyst'],
  'customer.read': ['owner', 'manager', 'attendant'],
  'report.close': ['owner', 'manager'],
  'import.manage': ['owner'],
  'movement.read': ['owner', 'manager', 'attendant', 'analyst'],
  'customer.adjust': ['owner', 'manager', 'attendant'],
  'customer.adjust_above': ['owner', 'manager'],
  'customer.reverse': ['owner', 'manager', 'attendant'],
  'customer.correct': ['owner', 'manager', 'attendant'],
  'customer.block': ['owner', 'manager', 'attendant'],
  'counter.use': ['owner', 'manager', 'cashier'],
  'customer.merge': ['owner', 'manager'],
  'review.manage': ['owner', 'manager'],
} as const satisfies Record<string, readonly StaffRole[]>
export type StaffAction = keyof typeof staffActions

export function mayDo(role: StaffRole, action: StaffAction): boolean {
  const roles: readonly StaffRole[] = staffActions[action]
  return roles.includes(role)
}

/** The actions of a role, for the answer to GET /admin/me. */
export function actionsOf(role: StaffRole): StaffAction[] {
  return staffActionNames.filter((action) => mayDo(role, action))
}

export const staffActionNames = Object.keys(staffActions) as [StaffAction, ...StaffAction[]]

/** D15: hours until a session ends, and minutes without a call until it ends. */
export const staffSession = { max_hours: 12, max_idle_minutes: 30 } as const

/** Minutes for which a second factor counts as fresh. Endpoints with `fresh`, and adjustments above the limit, require that. */
export const freshFactorMinutes = 5

/** Hours for which an invitation's link works, minutes for a new password's, and the paths of the console that open them. */
export const staffLink = {
  invitation_hours: 72,
  reset_minutes: 60,
  paths: { INVITATION: '/convite', PASSWORD: '/nova-senha' },
} as const

/** Recovery codes of a person; each works once. */
export const recoveryCodes = 10

/** The cookie of a staff member's session: HttpOnly, SameSite=Strict, for the console's host alone. */
export const staffCookie = 'fiel_staff'

/**
 * Whether a console's host is this machine, which has no certificate: a name under .localhost. `host`: with or without a port.
 */
export function isLocalHost(host: string): boolean {
  return /(^|\.)localhost(:\d+)?$/.test(host)
}

/**
 * The name of the cookie at a console's host. A browser accepts a cookie named `__Host-…` only from the host itself. So a sibling
 * host cannot set a cookie of this name that the browser sends first.
 */
export function staffCookieAt(host: string): string {
  return isLocalHost(host) ? staffCookie : `__Host-${staffCookie}`
}

/**
 * The header with the id of the staff member whom a page shows. The browser's tabs share one cookie. A second person may
 * sign in in another tab. The first tab's calls are then refused as `unauthenticated`, so that the first person cannot act
 * as the second.
 */
export const staffHeader = 'staff-id'

/** At least 10 characters, because a password opens a whole programme; the maximum bounds the work of a hash. */
const passwordLength = { min: 10, max: 128 }
const passwordMessage = `Use de ${passwordLength.min} a ${passwordLength.max} caracteres`

/** A new password of a staff member. Longer than a customer's: it opens a company's programme. */
const StaffPassword = z.string({ error: passwordMessage }).check(
  z.normalize('NFKC'),
  z.minLength(passwordLength.min, { error: passwordMessage }),
  z.maxLength(passwordLength.max, { error: passwordMessage }),
  z.refine((password) => password.isWellFormed() && !/\p{Cc}/u.test(password), {
    error: passwordMessage,
  }),
)

/**
 * Words that everybody knows who wants to guess a password of the console. The names of the company, of its programme and of the
 * person belong to them too. The operating guide lists them.
 */
export const contextWords = (
  'fiel fidelidade clube pontos programa caixa console loja ' +
  'admin senha password gerente brasil mudar teste'
).split(' ')
export const guessablePasswordMessage =
  'Não use só o nome da empresa, o seu ou uma palavra comum: acrescente outras palavras'

/** Refuses a password that was leaked in a breach, and one character repeated. */
export const breachedPasswordMessage =
  'Esta senha é muito comum e fácil de adivinhar. Escolha outra.'

const TypedPassword = z
  .string({ error: 'Informe sua senha' })
  .check(
    z.minLength(1, { error: 'Informe sua senha' }),
    z.maxLength(1_000, { error: passwordMessage }),
  )

/** A mailed link's secret: 256 random bits, base64url. */
const LinkToken = z.string().check(z.regex(/^[\w-]{43}$/, { error: 'Este link está incompleto' }))

const codeMessage = 'Digite os 6 números do aplicativo'
/** A time-based one-time password of an authenticator (RFC 6238). Spaces between the digits are allowed. */
const TotpCode = z.pipe(
  z.pipe(
    z.string({ error: codeMessage }).check(z.maxLength(20, { error: codeMessage })),
    z.transform((code) => code.replaceAll(/\s/g, '')),
  ),
  z.string().check(z.regex(/^\d{6}$/, { error: codeMessage })),
)

const recoveryMessage = 'Digite um dos códigos de recuperação'
/** A recovery code as typed: letter case, spaces and hyphens do not count. */
const RecoveryCode = z
  .string({ error: recoveryMessage })
  .check(z.trim(), z.regex(/^[0-9A-Za-z -]{10,40}$/, { error: recoveryMessage }))

/** POST /admin/session: the first factor. */
export const StaffLogin = z.strictObject({ email: Email, password: TypedPassword })
export const TotpEntry = z.strictObject({ code: TotpCode })
export const RecoveryEntry = z.strictObject({ code: RecoveryCode })

/** Passkeys of a person. */
export const maxPasskeys = 10

/** Characters of a passkey's name. */
export const maxPasskeyName = 60

/**
 * The JSON that a browser's WebAuthn call returns. @simplewebauthn/server checks every part, so the contract only bounds the size.
 */
export const PasskeyAnswer = z.strictObject({
  response: z.looseObject({ id: text(1, 2_000) }),
  /** The name of a new passkey, as 'Celular'. */
  name: z.optional(text(1, maxPasskeyName)),
})

/** The options for the browser's WebAuthn call, as @simplewebauthn/server makes them. */
export const PasskeyOptions = z.object({ options: z.looseObject({ challenge: z.string() }) })

/** POST /admin/factor/totp: what an authenticator needs. `uri` is the text of its QR code. */
export const TotpSecret = z.object({ secret: z.string(), uri: z.string() })

/** New recovery codes, shown this once. */
export const RecoveryCodes = z.object({ codes: z.array(z.string()) })

/** The invitation of a link, before it is accepted. */
export const InvitationToken = z.strictObject({ token: LinkToken })
export const Invitation = z.object({
  email: z.string(),
  name: z.string(),
  role: z.enum(staffRoles),
  company_name: z.string(),
})
export const InvitationAcceptance = z.strictObject({
  token: LinkToken,
  name: text(1, maxLine),
  password: StaffPassword,
})
export const StaffResetRequest = z.strictObject({ email: Email })
export const StaffReset = z.strictObject({ token: LinkToken, password: StaffPassword })
export const StaffPasswordChange = z.strictObject({
  current_password: TypedPassword,
  password: StaffPassword,
})

/** The shops of a cashier: names of the company's list. Empty: all shops. */
const Shops = z.array(text(1, maxLine)).check(z.maxLength(maxSubsidiaries))

const member = { name: text(1, maxLine), role: z.enum(staffRoles), shops: z._default(Shops, []) }

/** POST /admin/staff: invites a person. */
export const StaffInvitation = z.strictObject({ email: Email, ...member })
export const StaffChange = z.strictObject(member)

const passkey = z.object({
  id: Uuid,
  name: z.string(),
  created_at: z.iso.datetime(),
  last_used_at: z.nullable(z.iso.datetime()),
})

/** `INVITED`: the invitation is open or expired. `ACTIVE`: a password and a second factor exist. `LEFT`: may not sign in. */
const staffStates = ['INVITED', 'ACTIVE', 'LEFT'] as const

export const StaffMember = z.object({
  id: Uuid,
  email: z.string(),
  name: z.string(),
  role: z.enum(staffRoles),
  shops: z.array(z.string()),
  state: z.enum(staffStates),
  /** The instant at which an open invitation ends; null: no invitation is open. */
  invitation_ends_at: z.nullable(z.iso.datetime()),
  last_seen_at: z.nullable(z.iso.datetime()),
  created_at: z.iso.datetime(),
  left_at: z.nullable(z.iso.datetime()),
})
export type StaffMember = z.infer<typeof StaffMember>

/** GET /admin/me. */
export const Me = z.object({
  staff: z.object({
    id: Uuid,
    email: z.string(),
    name: z.string(),
    role: z.enum(staffRoles),
    shops: z.array(z.string()),
  }),
  company: z.object({
    id: Uuid,
    slug: z.string(),
    name: z.string(),
    program_name: z.string(),
    /** The address of the portal, with its protocol. */
    portal_url: z.string(),
    time_zone: z.string(),
  }),
  factors: z.object({
    has_totp: z.boolean(),
    passkeys: z.array(passkey),
    recovery_codes_left: z.int(),
  }),
  /** `second_factor`: the second factor is missing. `enrolment`: the person has none yet and must add one. `open`: both were given. */
  stage: z.enum(['second_factor', 'enrolment', 'open']),
  /** The instant until which no fresh second factor is asked for; null: it is asked for now. */
  fresh_until: z.nullable(z.iso.datetime()),
  /** The instants at which the session ends: by age, and without another call. */
  ends_at: z.iso.datetime(),
  idle_ends_at: z.iso.datetime(),
  actions: z.array(z.enum(staffActionNames)),
})
export type Me = z.infer<typeof Me>

/** A signed-in browser of the staff member. */
export const StaffSession = z.object({
  id: Uuid,
  user_agent: z.nullable(z.string()),
  created_at: z.iso.datetime(),
  last_seen_at: z.iso.datetime(),
  is_current: z.boolean(),
})
