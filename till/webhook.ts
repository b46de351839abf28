/** The signature check of webhooks (https://www.standardwebhooks.com), with the Web Crypto API. */

/** A message that is not from Fiel, or is too old. Answer 401. */
export class SignatureError extends Error {
  override readonly name = 'SignatureError'
}

/** The headers of a request: of `fetch`, or of Node's `http` and what is built on it. */
export type MessageHeaders =
  | { get: (name: string) => string | null }
  | Readonly<Record<string, string | string[] | undefined>>

/** An older or newer message may be a replay. */
const maxAge_s = 300

/** The parsed body of a message that was signed with `secret` at most 5 minutes ago. */
export async function verifiedMessage(
  secret: string,
  headers: MessageHeaders,
  body: string | Uint8Array,
): Promise<unknown> {
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((name) =>
    headerOf(headers, `webhook-${name}`),
  )
  if (!id || !timestamp || !signatures)
    throw new SignatureError('a header of the webhook is missing')
  const age_s = Math.abs(Date.now() / 1_000 - Number(timestamp))
  // Written with `!`, so that a timestamp that is no number (NaN) is refused too.
  if (!(age_s <= maxAge_s)) throw new SignatureError('the message is more than 5 minutes off')

  const text = typeof body === 'string' ? body : new TextDecoder().decode(body)
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${text}`)
  const key = await hmacKey(secret)
  for (const signature of signatures.split(' ')) {
    const [version, value] = signature.split(',')
    const bytes = version === 'v1' && value ? bytesOf(value) : undefined
    // `verify` compares in constant time.
    if (bytes && (await crypto.subtle.verify('HMAC', key, bytes, signed))) return JSON.parse(text)
  }
  throw new SignatureError('no signature of the message is of this secret')
}

function headerOf(headers: MessageHeaders, name: string): string | undefined {
  const value = isFetched(headers) ? headers.get(name) : headers[name]
  return Array.isArray(value) ? value[0] : (value ?? undefined)
}

function isFetched(headers: MessageHeaders): headers is { get: (name: string) => string | null } {
  return typeof headers['get' as keyof MessageHeaders] === 'function'
}

async function hmacKey(secret: string): Promise<CryptoKey> {
  const bytes = bytesOf(secret.replace(/^whsec_/, ''))
  if (!bytes || bytes.length === 0)
    throw new TypeError('The secret of a webhook begins with whsec_.')
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  return crypto.subtle.importKey('raw', bytes, algorithm, false, ['verify'])
}

/** Undefined for text that is not base64. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
  } catch {
    // A signature that is not base64 is not of this secret.
    return undefined
  }
}
