/** The key that signs heads (docs/decisions/058-daily-head.md). It follows from the first secret, so no table holds it. */

import { createPrivateKey, createPublicKey, sign } from 'node:crypto'

import { purposeKey, type ServerSecret } from '#api/secret/server-secret.ts'
import type { HeadSigner } from '#engine/head/take-head.ts'

/** What precedes the 32 bytes of an Ed25519 key in PKCS #8 (RFC 8410). */
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex')

/** The signer of the first secret. Another first secret has another key. */
export function headSigner({ first }: Pick<ServerSecret, 'first'>): HeadSigner {
  const seed = purposeKey(first.bytes, 'record head').export()
  const key = createPrivateKey({
    key: Buffer.concat([pkcs8Prefix, seed]),
    format: 'der',
    type: 'pkcs8',
  })
  return {
    publicKey: createPublicKey(key).export({ format: 'der', type: 'spki' }),
    sign: (hash) => sign(null, hash, key),
  }
}
