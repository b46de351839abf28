/** argon2id at OWASP's recommended cost: 19 MiB, 2 passes, 1 lane (T8). */

import { availableParallelism } from 'node:os'

import { hash, verify } from '@node-rs/argon2'
import pLimit from 'p-limit'

import { ApiError } from '#api/http/api-error.ts'
import { passwordForm } from '#contract/session.ts'

const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * Each hash occupies a core for about 20 ms. One core stays free, so that many sign-ins do not delay other requests. When
 * `maxWaiting` hashes wait, further sign-ins get 503 (T20).
 */
const queue = pLimit(Math.max(1, Math.min(4, availableParallelism() - 1)))
/** 200 hashes of 20 ms are 4 s of one core. A longer wait would exceed the patience of a person. */
const maxWaiting = 200
/** The time in which a full queue empties. */
const retry_after_s = 5

/** Hashes the password in its normal form. */
export async function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password.normalize(passwordForm), cost))
}

/** 'raw': the hash of the password as typed, made before passwords had a normal form. */
export type MatchedForm = 'normal' | 'raw'

/**
 * The form in which `password` matches `password_hash`; null when it does not. A missing hash (no such account, or no
 * password) costs the same work, so that the time does not reveal which accounts exist (D10). A password in its normal form
 * is verified once, any other up to twice.
 */
export async function matchPassword(
  password: string,
  password_hash: string | null,
): Promise<MatchedForm | null> {
  const normal = password.normalize(passwordForm)
  const forms = new Map<string, MatchedForm>([[normal, 'normal']])
  if (password !== normal) forms.set(password, 'raw')
  for (const [written, form] of forms) {
    const is_right = await inTurn(() => verify(password_hash ?? hashOfNothing, written))
    if (is_right && password_hash !== null) return form
  }
  return null
}

/** Whether the password matches the hash, in its NFKC form or as typed. */
export async function isPassword(password: string, password_hash: string | null): Promise<boolean> {
  return (await matchPassword(password, password_hash)) !== null
}

/** Runs `work` in the queue of hashes. Throws `unavailable` while the queue is full. */
async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (queue.pendingCount >= maxWaiting) throw new ApiError('unavailable', { retry_after_s })
  return queue(work)
}

/** A hash of 32 random bytes that were thrown away: no password matches it. */
const hashOfNothing =
  '$argon2id$v=19$m=19456,t=2,p=1$3AK7AYE9/a+CF6VG3Ml4Kg$IpaNNTvGx9Oc61tz5MhAYbB431eT54FsALXbqcN2Z1Y'
