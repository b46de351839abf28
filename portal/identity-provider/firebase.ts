/** Firebase Auth in the browser (R3.6). For a chunk of its own: who signs in by email never loads it. */

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

// What the SDK loads: messages between windows, and the robot check, which loads more of itself.
allowScriptsFrom(
  'https://apis.google.com/',
  'https://www.google.com/recaptcha/',
  'https://www.gstatic.com/recaptcha/',
)

export type SocialProvider = 'google' | 'facebook'

/** Who has just signed in at the provider: nobody yet, to Fiel. */
export type ProviderAccount = {
  id_token: string
  name: string | null
  email: string | null
  /** As '+55…', or another country's. */
  phone: string | null
}

/** Why it came to nothing. `closed`: the person changed their mind, and knows it. */
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

/** Thrown by everything here. */
export class ProviderError extends Error {
  readonly failure: ProviderFailure

  constructor(failure: ProviderFailure) {
    super(failure)
    this.failure = failure
  }
}

/** `onClosed` comes with the window's end, up to 10 s before the SDK gives up waiting for a late answer. */
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

const watch_interval_ms = 200

/** Looks at the window that is opened next. The SDK keeps its own to itself, and no event says that a window has closed. */
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
      }, watch_interval_ms)
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

/** An email and a password that the provider keeps: those of a company that used it before Fiel. */
export async function signInWithPassword(
  firebase: Firebase,
  email: string,
  password: string,
): Promise<ProviderAccount> {
  return accountOf(signInWithEmailAndPassword(authOf(firebase), email, password))
}

/** Sends an SMS to '+55…', after the invisible check that the person is none (R3.6). Returns what takes its code. */
export async function sendCode(
  firebase: Firebase,
  phone: string,
  place: HTMLElement,
): Promise<(code: string) => Promise<ProviderAccount>> {
  const auth = authOf(firebase)
  // Of its own for each try: a second one in the same element is refused (firebase-js-sdk#8023).
  const element = place.appendChild(document.createElement('div'))
  const verifier = new RecaptchaVerifier(auth, element, { size: 'invisible' })
  try {
    const sent = await known(signInWithPhoneNumber(auth, phone, verifier))
    return (code) => accountOf(sent.confirm(code))
  } finally {
    verifier.clear()
    element.remove()
  }
}

/** R3.6: how long the provider may take to find its user in this browser. */
const user_timeout_ms = 60_000

/**
 * An ID token of an hour for who is signed in: a new one with `force`, else where the last has run out. Null when nobody
 * is, or the provider knows them no longer.
 */
export async function renewedIdToken(firebase: Firebase, force: boolean): Promise<string | null> {
  const auth = authOf(firebase)
  await Promise.race([
    auth.authStateReady(),
    new Promise((_, reject) => {
      setTimeout(() => reject(new ProviderError('connection')), user_timeout_ms)
    }),
  ])
  try {
    return (await auth.currentUser?.getIdToken(force)) ?? null
  } catch (error) {
    if (final_codes.has(codeOf(error))) return null
    throw new ProviderError('connection')
  }
}

/** Disabled, deleted, or signed out everywhere: the provider will not say yes again. All else passes. */
const final_codes: ReadonlySet<string> = new Set([
  'auth/user-token-expired',
  'auth/user-disabled',
  'auth/user-not-found',
  'auth/invalid-user-token',
  'auth/invalid-refresh-token',
])

/** Gets ready what a press must find ready: Safari opens a window only at once. */
export function prepare(firebase: Firebase): void {
  authOf(firebase)
}

export async function signOut(firebase: Firebase): Promise<void> {
  await signOutOf(authOf(firebase))
}

/** The SDK keeps one of each app by its name, and answers the same for the same settings. */
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
    // The emulator sends no SMS that anybody could be robbed of.
    auth.settings.appVerificationDisabledForTesting = true
  }
  return auth
}

async function accountOf(signing_in: Promise<{ user: User }>): Promise<ProviderAccount> {
  const { user } = await known(signing_in)
  const { displayName: name, email, phoneNumber: phone } = user
  return { id_token: await known(user.getIdToken()), name, email, phone }
}

/** With its failure as one of ours. */
async function known<Result>(work: Promise<Result>): Promise<Result> {
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
