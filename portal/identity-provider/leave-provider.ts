import type { Firebase } from '#contract/identity-provider.ts'

/** Nobody is signed in there who is not signed in here (R3.7); if that fails, the next sign-in replaces it. */
export async function leaveProvider(firebase: Firebase): Promise<void> {
  await import('./firebase.ts').then(({ signOut }) => signOut(firebase)).catch(() => undefined)
}
