/**
 * Seals texts so that a copy of the database does not reveal them (T16): AES-256-GCM with keys that are derived from the
 * server's secrets, which no table holds. docs/decisions/014-sealed-codes.md and 028-rotated-secret.md.
 */

import { createCipheriv, createDecipheriv } from 'node:crypto'

import { type Random, systemRandom } from '#database/io.ts'

import { purposeKey, secretsOf, type ServerSecret } from './server-secret.ts'

/** The size recommended for AES-GCM. */
const nonce_bytes = 12
/** The full tag of AES-GCM. */
const tag_bytes = 16
/** Before the nonce: the number of the secret. */
const head_bytes = 1 + nonce_bytes + tag_bytes

export type Sealer = {
  /** Seals with the first secret, or with the one that has `number`. */
  seal: (company_id: string, text: string, number?: number) => Buffer
  /** Throws for changed bytes, and for bytes sealed for a different company or purpose or with an unknown secret. */
  open: (company_id: string, sealed: Buffer) => string
}

export function sealer(
  secret: ServerSecret,
  purpose: string,
  random: Random = systemRandom,
): Sealer {
  const keys = new Map(
    secretsOf(secret).map(({ number, bytes }) => [number, purposeKey(bytes, purpose)]),
  )

  function seal(company_id: string, text: string, number = secret.first.number): Buffer {
    const nonce = random.bytes(nonce_bytes)
    const cipher = createCipheriv('aes-256-gcm', keys.get(number)!, nonce)
    cipher.setAAD(companyBytes(company_id))
    const hidden = [cipher.update(text, 'utf8'), cipher.final()]
    return Buffer.concat([Buffer.of(number), nonce, cipher.getAuthTag(), ...hidden])
  }

  function open(company_id: string, sealed: Buffer): string {
    const key = sealed.length === 0 ? undefined : keys.get(sealed[0]!)
    if (!key) throw new Error('a text is sealed with a secret that FIEL_SECRET lacks')
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(1, 1 + nonce_bytes), {
      authTagLength: tag_bytes,
    })
    decipher.setAAD(companyBytes(company_id))
    decipher.setAuthTag(sealed.subarray(1 + nonce_bytes, head_bytes))
    return decipher.update(sealed.subarray(head_bytes), undefined, 'utf8') + decipher.final('utf8')
  }

  return { seal, open }
}

/** The bytes of a company's id in any spelling: a partner's key has it without hyphens, a header may have capitals. */
export function companyBytes(company_id: string): Buffer {
  return Buffer.from(company_id.replaceAll('-', ''), 'hex')
}
