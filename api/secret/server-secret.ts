/** The secrets of the server: the first one seals and signs, all of them open and verify (D20). */

import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'

/** 256 bits. `number` is the first byte of what it seals. */
export type Secret = { number: number; bytes: Buffer }

/** The same in every node. Table server_secret has the numbers. */
export type ServerSecret = {
  first: Secret
  others: Secret[]
  /** Keys of removed secrets, by purpose, for hashes whose text is stored nowhere. */
  removedKeys: Partial<Record<HashPurpose, KeyObject[]>>
}

/** Purposes of hashes whose text is stored nowhere: `fiel reseal` stores their keys (table hash_key). */
export const hashPurposes = ['former document', 'sale fingerprint'] as const
export type HashPurpose = (typeof hashPurposes)[number]

/** All secrets, the first one first. */
export function secretsOf({ first, others }: ServerSecret): [Secret, ...Secret[]] {
  return [first, ...others]
}

/** The keys under which a hash may be stored. A new hash uses the first one. */
export function hashKeys(secret: ServerSecret, purpose: HashPurpose): [KeyObject, ...KeyObject[]] {
  const others = secret.others.map(({ bytes }) => purposeKey(bytes, purpose))
  const removed = secret.removedKeys[purpose] ?? []
  return [purposeKey(secret.first.bytes, purpose), ...others, ...removed]
}

/** Secret → purpose → key. A sale needs one, and to derive it takes longer than to hash the sale. */
const derivedKeys = new WeakMap<Buffer, Map<string, KeyObject>>()

/** Derives the key of one purpose, once. It reveals neither the secret nor the keys of other purposes. */
export function purposeKey(secret: Buffer, purpose: string): KeyObject {
  const keys = derivedKeys.get(secret) ?? new Map<string, KeyObject>()
  derivedKeys.set(secret, keys)
  const key = keys.get(purpose) ?? derivedKey(secret, purpose)
  keys.set(purpose, key)
  return key
}

function derivedKey(secret: Buffer, purpose: string): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', `fiel ${purpose}`, 32)))
}

/** A server with one secret that no database has numbered: for tests and benchmarks. */
export function oneSecret(bytes: Buffer): ServerSecret {
  return { first: { number: 1, bytes }, others: [], removedKeys: {} }
}
