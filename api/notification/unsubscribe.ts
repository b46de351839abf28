/** The token of a mail's link that unsubscribes from one kind without a sign-in (RFC 8058). It is signed and never expires. */

import { createHmac, timingSafeEqual } from 'node:crypto'

import { isUuid } from '#api/http/uuid.ts'
import { secretsOf, type ServerSecret } from '#api/secret/server-secret.ts'
import { type NoticeKind, noticeKinds } from '#contract/notification.ts'

export type Unsubscription = { company_id: string; customer_id: string; kind: NoticeKind }

/** A token of two ids and the kind, signed with the first secret. It contains no personal data. */
export function unsubscribeToken({ first }: ServerSecret, one: Unsubscription): string {
  const content = `${one.company_id}.${one.customer_id}.${one.kind}`
  return `${content}.${signatureOf(first.bytes, content).toString('base64url')}`
}

/** The customer and kind of a token; null for a token that this server has not signed. */
export function readUnsubscribeToken(secret: ServerSecret, token: string): Unsubscription | null {
  const [company_id = '', customer_id = '', word = '', signature = ''] = token.split('.')
  const kind = noticeKinds.find((one) => one === word)
  if (!isUuid(company_id) || !isUuid(customer_id) || !kind) return null
  const received = Buffer.from(signature, 'base64url')
  const isOurs = secretsOf(secret).some(({ bytes }) => {
    const expected = signatureOf(bytes, `${company_id}.${customer_id}.${kind}`)
    return received.length === expected.length && timingSafeEqual(received, expected)
  })
  return isOurs ? { company_id, customer_id, kind } : null
}

function signatureOf(secret: Buffer, content: string): Buffer {
  return createHmac('sha256', secret).update(`unsubscribe ${content}`).digest()
}
