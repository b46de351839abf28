/** The identity provider of a company, and the one that its login offers (R3.6, D10). */

import { createRemoteJWKSet, type JWTVerifyGetKey } from 'jose'

import type { CompanySettings } from '#contract/company.ts'
import { FirebaseProject } from '#contract/identity-provider.ts'
import type { Environment } from '#database/environment.ts'

export type IdentityProvider = {
  /** The Firebase project of companies that name none. null: those companies offer email only. */
  defaultProject: FirebaseProject | null
  /** The address of the Auth emulator; null: tokens are signed by Google. */
  emulator_url: string | null
  /** Google's public keys. */
  keys: JWTVerifyGetKey
}

/** Google publishes Firebase's signing keys here: https://firebase.google.com/docs/auth/admin/verify-id-tokens */
const googleKeysUrl =
  'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com'

/** Reads the keys once, and again when a token names an unknown key, at most every 30 s. */
export function publishedKeys(url: string = googleKeysUrl): JWTVerifyGetKey {
  return createRemoteJWKSet(new URL(url), { timeoutDuration: 5_000, cooldownDuration: 30_000 })
}

/**
 * FIREBASE_API_KEY, FIREBASE_AUTH_DOMAIN, FIREBASE_PROJECT_ID: the default project. FIREBASE_AUTH_EMULATOR_HOST, named as
 * Firebase's tools name it: the emulator, which does not sign. Throws one sentence for settings that would let
 * everybody sign in, or nobody.
 */
export function identityProviderOf(
  environment: Partial<Environment>,
  isDemo: boolean,
): IdentityProvider {
  const emulatorHost = environment.FIREBASE_AUTH_EMULATOR_HOST ?? null
  if (emulatorHost && !isDemo) {
    throw new Error(
      "FIREBASE_AUTH_EMULATOR_HOST is set: whoever signs in through the emulator proves nothing. Use it with this machine's own database only.",
    )
  }
  const variables = {
    api_key: environment.FIREBASE_API_KEY,
    auth_domain: environment.FIREBASE_AUTH_DOMAIN,
    project_id: environment.FIREBASE_PROJECT_ID,
  }
  const hasProject = Object.values(variables).some(Boolean)
  const project = FirebaseProject.safeParse(variables)
  if (hasProject && !project.success) {
    throw new Error(
      'FIREBASE_API_KEY, FIREBASE_AUTH_DOMAIN and FIREBASE_PROJECT_ID belong together: copy all three from the Firebase console.',
    )
  }
  return {
    defaultProject: project.data ?? null,
    emulator_url: emulatorHost && `http://${emulatorHost}`,
    keys: publishedKeys(),
  }
}

/** The company's settings, with the Firebase project of its login. */
export function withIdentityProvider(
  settings: CompanySettings,
  { defaultProject, emulator_url }: IdentityProvider,
): CompanySettings {
  const project = settings.integrations.firebase ?? defaultProject
  const firebase = project && { ...project, emulator_url }
  return { ...settings, integrations: { ...settings.integrations, firebase } }
}
