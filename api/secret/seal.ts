/**
 * Texts that a copy of the database does not tell (T16): AES-256-GCM with keys that the server's secret makes, and no table
 * holds. docs/decisions/014-sealed-codes.md.
 */

import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'

/** The first byte: another one will tell another way of sealing from this one. */
const format = 1
const nonce_bytes = 12
const tag_bytes = 16
const head_bytes = 1 + nonce_bytes + tag_bytes

export type Sealer = {
  seal: (company_id: string, text: string) => Buffer
  /** Throws for bytes that were changed, or sealed for another company, another purpose or with another secret. */
  open: (company_id: string, sealed: Buffer) => string
}

export function sealer(secret: Buffer, purpose: string): Sealer {
  const key = purposeKey(secret, purpose)

  function seal(company_id: string, text: string): Buffer {
    const nonce = randomBytes(nonce_bytes)
    const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(companyBytes(company_id))
    const hidden = [cipher.update(text, 'utf8'), cipher.final()]
    return Buffer.concat([Buffer.of(format), nonce, cipher.getAuthTag(), ...hidden])
  }

  function open(company_id: string, sealed: Buffer): string {
    if (sealed[0] !== format) throw new Error('a sealed text is of a format that is not known')
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(1, 1 + nonce_bytes), {
      authTagLength: tag_bytes,
    })
    decipher.setAAD(companyBytes(company_id))
    decipher.setAuthTag(sealed.subarray(1 + nonce_bytes, head_bytes))
    return decipher.update(sealed.subarray(head_bytes), undefined, 'utf8') + decipher.final('utf8')
  }

  return { seal, open }
}

/** A key for one purpose, from which neither the secret nor another purpose's can be told. */
export function purposeKey(secret: Buffer, purpose: string): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', `fiel ${purpose}`, 32)))
}

/** A till's key names its company without hyphens, and a header may have it in capitals: it is one company. */
export function companyBytes(company_id: string): Buffer {
  return Buffer.from(company_id.replaceAll('-', ''), 'hex')
}
