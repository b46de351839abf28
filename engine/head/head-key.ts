/** The public keys that have signed heads. */

import { createPublicKey, verify } from 'node:crypto'

import type { RecordHead } from '#contract/head/head.ts'
import { type Database, rows, sql } from '#database/sql.ts'

export type HeadKey = { public_key: string; since: string }

/** Stores a public key before its first signature. A repeat changes nothing. */
export async function storeHeadKey(
  database: Database,
  publicKey: Buffer,
  now: Date,
): Promise<void> {
  await rows(
    database,
    sql`insert into head_key (public_key, since) values (${publicKey}, ${now}) on conflict (public_key) do nothing`,
  )
}

/** All keys, the newest first. */
export function headKeys(database: Database): Promise<HeadKey[]> {
  return rows<HeadKey>(
    database,
    sql`select encode(public_key, 'base64') as public_key, since from head_key order by since desc`,
  )
}

/** Whether the head's signature is one of its public key over its hash. False, too, if the key cannot be read. */
export function isSigned({
  hash,
  public_key,
  signature,
}: Pick<RecordHead, 'hash' | 'public_key' | 'signature'>): boolean {
  const der = Buffer.from(public_key, 'base64')
  try {
    const key = createPublicKey({ key: der, format: 'der', type: 'spki' })
    return verify(null, Buffer.from(hash, 'hex'), key, Buffer.from(signature, 'base64'))
  } catch {
    // The bytes are no key, or a key that does not sign.
    return false
  }
}
