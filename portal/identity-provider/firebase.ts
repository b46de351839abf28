/** Firebase Auth in the browser (R3.6), in its own chunk, which sign-in by email does not load. */

import { getApps, initializeApp } from '@firebase/app'
import {
  type Auth,
  type AuthProvider,
  browserLocalPersistence,
  browserPopupRedirectResolver,
  connectAuthEmulator,
  FacebookAuthProvider,
  GoogleAuthProvider,
  indexedDBLocalPersistence,
  initializeAuth,
  RecaptchaVerifier,
  signInWithEmailAndPassword,
  signInWithPhoneNumber,
  signInWithPopup,
  signOut as signOutOf,
  type User,
} from '@firebase/auth'

import type { Firebase } from '#contract/identity-provider.ts'
import { allowScriptsFrom } from '#ui/trusted.ts'

// The SDK loads scripts from these addresses: one passes messages between windows, one is the robot check, which loads further
// scripts.
allowScriptsFrom(
  'https://apis.google.com/',
  'https://www.google.com/recaptcha/',
  'https://www.gstatic.com/recaptcha/',
)

export type SocialProvider = 'google' | 'facebook'

/** A person who has signed in at the provider, but not yet at Fiel. */
export type ProviderAccount = {
  id_token: string
  name: string | null
  email: string | null
  /** '+55…', or a number of another country. */
  phone: string | null
}

/** Why a sign-in failed. `closed`: the person closed the window, so no message is needed. */
export type ProviderFailure =
  | 'closed'
  | 'blocked'
  | 'connection'
  | 'wrong_credentials'
  | 'wrong_code'
  | 'expired_code'
  | 'invalid_phone'
  | 'too_many_requests'
  | 'other_provider'
  | 'unknown'

/** The error that every function of this file throws. */
export class ProviderError extends Error {
  readonly failure: ProviderFailure

  constructor(failure: ProviderFailure) {
    super(failure)
    this.failure = failure
  }
}

/** `onClosed` runs when the window closes, up to 10 s before the SDK stops waiting for a late answer. */
export async function signInWith(
  firebase: Firebase,
  provider: SocialProvider,
  onClosed: () => void,
): Promise<ProviderAccount> {
  const auth = authOf(firebase)
  const unwatch = watchNextWindow(onClosed)
  try {
    return await accountOf(signInWithPopup(auth, socialProviders[provider]()))
  } finally {
    unwatch()
  }
}

/** The delay after which a closed window is noticed. */
const watchInterval_ms = 200

/**
 * Polls the window that is opened next: the SDK does not expose its window, and browsers have no event for a closed window.
 */
function watchNextWindow(onClosed: () => void): () => void {
  const open = window.open
  let interval: ReturnType<typeof setInterval> | undefined
  window.open = (...args) => {
    window.open = open
    const opened = open.apply(window, args)
    if (opened) {
      interval = setInterval(() => {
        if (!opened.closed) return
        clearInterval(interval)
        onClosed()
      }, watchInterval_ms)
    }
    return opened
  }
  return () => {
    clearInterval(interval)
    window.open = open
  }
}

const socialProviders: Record<SocialProvider, () => AuthProvider> = {
  google: () => new GoogleAuthProvider(),
  facebook: () => new FacebookAuthProvider(),
}

/** Signs in with an email and a password that the provider keeps, for customers from before the company used Fiel. */
export async function signInWithPassword(
  firebase: Firebase,
  email: string,
  password: string,
): Promise<ProviderAccount> {
  return accountOf(signInWithEmailAndPassword(authOf(firebase), email, password))
}

/** Sends an SMS to '+55…' after the invisible robot check (R3.6). Returns the function that takes its code. */
export async function sendCode(
  firebase: Firebase,
  phone: string,
  place: HTMLElement,
): Promise<(code: string) => Promise<ProviderAccount>> {
  const auth = authOf(firebase)
  // A new element for each attempt: the SDK rejects a second check in the same element (firebase-js-sdk#8023).
  const element = place.appendChild(document.createElement('div'))
  const verifier = new RecaptchaVerifier(auth, element, { size: 'invisible' })
  try {
    const sent = await withProviderError(signInWithPhoneNumber(auth, phone, verifier))
    return (code) => accountOf(sent.confirm(code))
  } finally {
    verifier.clear()
    element.remove()
  }
}

/** R3.6: the time limit for the provider to find its user in this browser. */
const userTimeout_ms = 60_000

/**
 * The signed-in person's ID token, which lives for 1 h: a new one with `force` or after the last one expired. Null if no
 * person is signed in or the provider no longer knows them.
 */
export async function renewedIdToken(firebase: Firebase, force: boolean): Promise<string | null> {
  const auth = authOf(firebase)
  await Promise.race([
    auth.authStateReady(),
    new Promise((_, reject) => {
      setTimeout(() => reject(new ProviderError('connection')), userTimeout_ms)
    }),
  ])
  try {
    return (await auth.currentUser?.getIdToken(force)) ?? null
  } catch (error) {
    if (finalCodes.has(codeOf(error))) return null
    throw new ProviderError('connection')
  }
}

/**
 * The user is disabled, deleted or signed out everywhere, so the provider will not accept them again. Other errors are
 * transient.
 */
const finalCodes: ReadonlySet<string> = new Set([
  'auth/user-token-expired',
  'auth/user-disabled',
  'auth/user-not-found',
  'auth/invalid-user-token',
  'auth/invalid-refresh-token',
])

/** Initialises the SDK before the press, because Safari blocks a window that opens later. */
export function prepare(firebase: Firebase): void {
  authOf(firebase)
}

export async function signOut(firebase: Firebase): Promise<void> {
  await signOutOf(authOf(firebase))
}

/** The SDK keeps one app per name, and returns the same Auth for the same settings. */
function authOf({ api_key, auth_domain, project_id, emulator_url }: Firebase): Auth {
  const app =
    getApps().find(({ name }) => name === project_id) ??
    initializeApp({ apiKey: api_key, authDomain: auth_domain, projectId: project_id }, project_id)
  const auth = initializeAuth(app, {
    persistence: [indexedDBLocalPersistence, browserLocalPersistence],
    popupRedirectResolver: browserPopupRedirectResolver,
  })
  auth.languageCode = 'pt-BR'
  if (emulator_url && !auth.emulatorConfig) {
    connectAuthEmulator(auth, emulator_url, { disableWarnings: true })
    // The emulator sends no SMS, so the robot check has nothing to protect.
    auth.settings.appVerificationDisabledForTesting = true
  }
  return auth
}

async function accountOf(signingIn: Promise<{ user: User }>): Promise<ProviderAccount> {
  const { user } = await withProviderError(signingIn)
  const { displayName: name, email, phoneNumber: phone } = user
  return { id_token: await withProviderError(user.getIdToken()), name, email, phone }
}

/** Converts the SDK's errors to ProviderError. */
async function withProviderError<Result>(work: Promise<Result>): Promise<Result> {
  return work.catch((error: unknown) => {
    throw new ProviderError(failureOf(error))
  })
}

/** https://firebase.google.com/docs/reference/js/auth#autherrorcodes */
const failures: Record<string, ProviderFailure> = {
  'auth/popup-closed-by-user': 'closed',
  'auth/cancelled-popup-request': 'closed',
  'auth/user-cancelled': 'closed',
  'auth/popup-blocked': 'blocked',
  'auth/network-request-failed': 'connection',
  'auth/timeout': 'connection',
  'auth/internal-error': 'connection',
  'auth/invalid-credential': 'wrong_credentials',
  'auth/wrong-password': 'wrong_credentials',
  'auth/invalid-email': 'wrong_credentials',
  'auth/user-not-found': 'wrong_credentials',
  'auth/invalid-verification-code': 'wrong_code',
  'auth/code-expired': 'expired_code',
  'auth/invalid-phone-number': 'invalid_phone',
  'auth/too-many-requests': 'too_many_requests',
  'auth/quota-exceeded': 'too_many_requests',
  'auth/account-exists-with-different-credential': 'other_provider',
}

function failureOf(error: unknown): ProviderFailure {
  return failures[codeOf(error)] ?? 'unknown'
}

function codeOf(error: unknown): string {
  return (error as { code?: string }).code ?? ''
}
