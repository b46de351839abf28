import { vi } from 'vitest'

/** Repeats a check until it passes, for at most 20 s. Vitest's own limit of 1 s is too short beside two other workers. */
export const eventually = <Result>(check: () => Result | Promise<Result>): Promise<Result> =>
  vi.waitFor(check, { timeout: 20_000, interval: 20 })
