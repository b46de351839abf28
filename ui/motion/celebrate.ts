/** Confetti, loaded when it is first needed. The caller says in words what is celebrated. */
export function celebrate(): void {
  // Ignore a failed load, because confetti is decoration.
  import('./confetti.ts').then(({ throwConfetti }) => throwConfetti()).catch(() => undefined)
}
