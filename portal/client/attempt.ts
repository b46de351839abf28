/**
 * An act that must not happen twice (D2, T2): its key and what it asks, kept in this tab from when it is first
 * sent until the server has said how it ended. Whoever comes back after a reload or a broken network sends the same again.
 */

import { RequestFailure } from './api.ts'

export type Attempt<Asked> = { key: string; asked: Asked }

/** Among the drafts: who signs out leaves nothing that could be sent again. */
const prefix = 'draft:attempt:'

/** One that was sent and whose end nobody knows yet, or a new one. */
export function attemptOf<Asked>(name: string, asked: Asked): Attempt<Asked> {
  return keptAttempt<Asked>(name) ?? { key: newKey(), asked }
}

/** Null: nothing under this name is without an end. */
export function keptAttempt<Asked>(name: string): Attempt<Asked> | null {
  return JSON.parse(sessionStorage.getItem(prefix + name) ?? 'null')
}

/** Sends it. Throws what `send` throws; unless that is a final answer, the attempt stays to be made again. */
export async function make<Asked, Answer>(
  name: string,
  attempt: Attempt<Asked>,
  send: (attempt: Attempt<Asked>) => Promise<Answer>,
): Promise<Answer> {
  sessionStorage.setItem(prefix + name, JSON.stringify(attempt))
  try {
    const answer = await send(attempt)
    sessionStorage.removeItem(prefix + name)
    return answer
  } catch (error) {
    if (isFinal(error)) sessionStorage.removeItem(prefix + name)
    throw error
  }
}

/** The server has decided, and nothing more will come of it. Not: who is asked to sign in again, to wait, or got no answer. */
export function isFinal(error: unknown): boolean {
  if (!(error instanceof RequestFailure)) return false
  const { status, type } = error
  if (status === null || status >= 500 || type === 'idempotency_in_progress') return false
  return ![401, 408, 429].includes(status)
}

/** 128 random bits. Not randomUUID: a page that came without TLS has none. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
