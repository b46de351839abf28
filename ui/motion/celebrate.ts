/** Confetti, loaded when it is first needed. The caller says in words what is celebrated. */
export function celebrate(): void {
  // A moment without confetti loses nothing.
  import('./confetti.ts').then(({ throwConfetti }) => throwConfetti()).catch(() => undefined)
}
