/** A start after a kill that took too long. */

import type { Round } from './run.ts'

/** The API serves again within this time, also after a new PostgreSQL accepts connections. */
export const readyLimit_ms = 5_000

export function lateSentence({ victim, ready_ms }: Pick<Round, 'victim' | 'ready_ms'>): string {
  return `${victim}: ready after ${(ready_ms / 1000).toFixed(1)} s, the limit is ${readyLimit_ms / 1000} s`
}
