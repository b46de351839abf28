/** How a message is signed: Standard Webhooks, symmetric (https://www.standardwebhooks.com). */

import { createHmac, type KeyObject, randomBytes } from 'node:crypto'

const secret_bytes = 32

export function newSecret(): Buffer {
  return randomBytes(secret_bytes)
}

/** As it is shown to who receives. */
export function writtenSecret(secret: Buffer): string {
  return `whsec_${secret.toString('base64')}`
}

/** The three headers. While a secret is being replaced, the message carries a signature of each. */
export function signedHeaders(
  id: string,
  sent_at: Date,
  body: string,
  keys: KeyObject[],
): Record<string, string> {
  const timestamp = String(Math.floor(sent_at.getTime() / 1000))
  const signatures = keys.map(
    (key) =>
      `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`,
  )
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  }
}
