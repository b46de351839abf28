/** Whether a password was leaked in a breach (ASVS 6.2.4, 6.2.12). Customers' passwords are not asked: R5.6 accepts them all. */

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Bytes of a SHA-256 in the list. A password that is not in it is taken for a listed one once in 20 million. */
const listedBytes = 5

/**
 * The sorted beginnings of the SHA-256 of the 50,000 most frequent leaked passwords of 10 or more characters, in lower case.
 * docs/security.md has the source.
 */
const breached = readFileSync(join(import.meta.dirname, 'breached-passwords.bin'))

/** Whether the password is in the list, in any letter case, or repeats one character. `password`: in its NFKC form. */
export function isBreached(password: string): boolean {
  const written = password.toLowerCase()
  if (/^(.)\1*$/su.test(written)) return true
  const wanted = createHash('sha256').update(written).digest().subarray(0, listedBytes)
  let [low, high] = [0, breached.length / listedBytes]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const found = breached.subarray(middle * listedBytes, (middle + 1) * listedBytes)
    const order = Buffer.compare(found, wanted)
    if (order === 0) return true
    if (order < 0) low = middle + 1
    else high = middle
  }
  return false
}
