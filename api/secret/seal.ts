/**
 * Seals texts so that a copy of the database does not reveal them (T16): AES-256-GCM with keys that are derived from the
 * server's secret, which no table holds. docs/decisions/014-sealed-codes.md.
 */

import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'

/** The first byte of sealed text: the version of this format. */
const format = 1
const nonce_bytes = 12
const tag_bytes = 16
const head_bytes = 1 + nonce_bytes + tag_bytes

export type Sealer = {
  seal: (company_id: string, text: string) => Buffer
  /** Throws for changed bytes, and for bytes sealed for a different company, purpose or secret. */
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

/** Derives the key of one purpose. It reveals neither the secret nor the keys of other purposes. */
export function purposeKey(secret: Buffer, purpose: string): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', `fiel ${purpose}`, 32)))
}

/** The bytes of a company's id in any spelling: a partner's key has it without hyphens, a header may have capitals. */
export function companyBytes(company_id: string): Buffer {
  return Buffer.from(company_id.replaceAll('-', ''), 'hex')
}
