/**
 * A request that must not run twice (D2, T2). Its idempotency key and content stay in this tab from the first attempt until
 * the server has answered. After a reload or a network failure the same request is sent again.
 */

import { RequestFailure } from '#contract/request/request-failure.ts'

export type Attempt<Command> = { key: string; command: Command }

/** The shape in storage: an open tab may hold an attempt of an earlier build. */
type StoredAttempt<Command> = { key: string; asked: Command }

/** The attempts' names begin with the prefix of the drafts, so that signing out removes the attempts too. */
const prefix = 'draft:attempt:'

/** The stored attempt whose outcome is unknown, or a new one. */
export function attemptOf<Command>(name: string, command: Command): Attempt<Command> {
  return storedAttempt<Command>(name) ?? { key: newKey(), command }
}

/** The stored attempt of this name whose outcome is unknown. Null if no such attempt is stored. */
export function storedAttempt<Command>(name: string): Attempt<Command> | null {
  const text = sessionStorage.getItem(prefix + name)
  if (text === null) return null
  const { key, asked } = JSON.parse(text) as StoredAttempt<Command>
  return { key, command: asked }
}

/** Stores the attempt before it is sent, so that a reload finds it. */
export function storeAttempt<Command>(name: string, { key, command }: Attempt<Command>): void {
  const stored: StoredAttempt<Command> = { key, asked: command }
  sessionStorage.setItem(prefix + name, JSON.stringify(stored))
}

/** Waits for the answer of a stored attempt. Unless the answer or its error is final, the attempt stays stored for a retry. */
export async function settleAttempt<Answer>(
  name: string,
  answer: Promise<Answer>,
): Promise<Answer> {
  try {
    const settled = await answer
    sessionStorage.removeItem(prefix + name)
    return settled
  } catch (error) {
    if (isFinal(error)) sessionStorage.removeItem(prefix + name)
    throw error
  }
}

/** Whether the server has decided. Not final: no answer, a request to wait, or a request to sign in again. */
export function isFinal(error: unknown): boolean {
  if (!(error instanceof RequestFailure)) return false
  const { status, type } = error
  if (status === null || status >= 500 || type === 'idempotency_in_progress') return false
  return ![401, 408, 429].includes(status)
}

/** 128 random bits. `randomUUID` is missing on a page without TLS. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
