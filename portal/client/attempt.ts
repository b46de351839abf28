/**
 * A request that must not run twice (D2, T2). Its idempotency key and content stay in this tab from the first attempt until
 * the server has answered. After a reload or a network failure the same request is sent again.
 */

import { RequestFailure } from '#contract/request/request-failure.ts'

export type Attempt<Command> = { key: string; command: Command }

/** The shape in storage: an open tab may hold an attempt of an earlier build. */
type StoredAttempt<Command> = { key: string; asked: Command }

/** The storage of a tab. The tests and the simulation have others. */
type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** The attempts' names begin with the prefix of the drafts, so that signing out removes the attempts too. */
const prefix = 'draft:attempt:'

/** The stored attempt whose outcome is unknown, or a new one. */
export function attemptOf<Command>(
  name: string,
  command: Command,
  store: Store = sessionStorage,
  makeKey: () => string = newKey,
): Attempt<Command> {
  return storedAttempt<Command>(name, store) ?? { key: makeKey(), command }
}

/** The stored attempt of this name whose outcome is unknown. Null if no such attempt is stored. */
export function storedAttempt<Command>(
  name: string,
  store: Store = sessionStorage,
): Attempt<Command> | null {
  const text = store.getItem(prefix + name)
  if (text === null) return null
  const { key, asked } = JSON.parse(text) as StoredAttempt<Command>
  return { key, command: asked }
}

/** Stores the attempt before it is sent, so that a reload finds it. */
export function storeAttempt<Command>(
  name: string,
  { key, command }: Attempt<Command>,
  store: Store = sessionStorage,
): void {
  const stored: StoredAttempt<Command> = { key, asked: command }
  store.setItem(prefix + name, JSON.stringify(stored))
}

/** Waits for the answer of a stored attempt. Unless the answer or its error is final, the attempt stays stored for a retry. */
export async function settleAttempt<Answer>(
  name: string,
  answer: Promise<Answer>,
  store: Store = sessionStorage,
): Promise<Answer> {
  try {
    const settled = await answer
    store.removeItem(prefix + name)
    return settled
  } catch (error) {
    if (isFinal(error)) store.removeItem(prefix + name)
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
