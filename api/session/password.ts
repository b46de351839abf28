/** argon2id at OWASP's recommended cost: 19 MiB, 2 passes, 1 lane (trust.md, T8). */

import { hash, verify } from '@node-rs/argon2'

const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export async function hashPassword(password: string): Promise<string> {
  return hash(password, cost)
}

/**
 * True when `password` is the one behind `password_hash`. Without a hash (no such account, or one without a password)
 * the same work is done in vain, so that the time of the answer does not tell which accounts exist (D10).
 */
export async function isPassword(password: string, password_hash: string | null): Promise<boolean> {
  const right = await verify(password_hash ?? hash_of_nothing, password)
  return right && password_hash !== null
}

/** Of 32 random bytes that nobody kept. */
const hash_of_nothing =
  '$argon2id$v=19$m=19456,t=2,p=1$3AK7AYE9/a+CF6VG3Ml4Kg$IpaNNTvGx9Oc61tz5MhAYbB431eT54FsALXbqcN2Z1Y'
