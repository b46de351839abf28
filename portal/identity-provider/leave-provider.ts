import type { Firebase } from '#contract/identity-provider.ts'

/** Signs the person out at the provider too (R3.7). */
export async function leaveProvider(firebase: Firebase): Promise<void> {
  // If signing out at the provider fails, the next sign-in replaces the old one.
  await import('./firebase.ts').then(({ signOut }) => signOut(firebase)).catch(() => undefined)
}
