/** Signs messages by Standard Webhooks, with symmetric keys (https://www.standardwebhooks.com). */

import { randomBytes } from 'node:crypto'

import { Webhook } from 'standardwebhooks'

/** As many as HMAC-SHA-256 gives. Standard Webhooks asks for 24 to 64. */
const secret_bytes = 32

export function newSecret(): Buffer {
  return randomBytes(secret_bytes)
}

/** The secret in the form that the receiver's library takes. */
export function writtenSecret(secret: Buffer): string {
  return `whsec_${secret.toString('base64')}`
}

/** Signs with one secret. */
export function signerOf(secret: Uint8Array): Webhook {
  return new Webhook(secret, { format: 'raw' })
}

/** The three headers of a signed message. It has a signature for each live secret. */
export function signedHeaders(
  id: string,
  sentAt: Date,
  body: string,
  signers: Webhook[],
): Record<string, string> {
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1000)),
    'webhook-signature': signers.map((signer) => signer.sign(id, sentAt, body)).join(' '),
  }
}
