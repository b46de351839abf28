import type { Firebase } from '#contract/identity-provider.ts'

/** Signs the person out at the provider too (R3.7). If that fails, the next sign-in replaces the old one. */
export async function leaveProvider(firebase: Firebase): Promise<void> {
  await import('./firebase.ts').then(({ signOut }) => signOut(firebase)).catch(() => undefined)
}
