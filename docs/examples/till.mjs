/**
 * A till's client. It gives points for a sale, returns sales, charges points, withdraws vouchers and verifies the signatures of
 * webhooks. Copy it, and install the package standardwebhooks. till.mjs runs as it is on Node 20 or newer. till.ts is the same for
 * a project that compiles TypeScript, and for Node 24. docs/partner-guide.md explains the calls.
 */
import { randomUUID } from 'node:crypto'

import { Webhook } from 'standardwebhooks'

/** A call that Fiel refused. `type` is for the program, `message` for the cashier. */
export class TillError extends Error {
  status
  type
  constructor(status, type, message) {
    super(message)
    this.status = status
    this.type = type
  }
}

/** `url` ends in /api. */
export function openTill({ url, key }) {
  return {
    simulate: (sale) => send('points/simulate', sale),
    generate: (sale) => send('points/generate', sale),
    /** Returns a part of a sale in centavos, or the rest. Each return has its own external_id. */
    reverse: (id, givenBack) => send(`points/${id}/reverse`, givenBack),
    charge: (charge) => send('points/intention', charge),
    intention: (id) => send(`points/intention/${id}`, undefined, 'GET'),
    /** Captures with the customer's code, or without a code after the customer's confirmation. For fewer points if the sale got
     * smaller. */
    capture: (id, capture = {}) => send(`points/intention/${id}/capture`, capture),
    cancel: (id) => send(`points/intention/${id}`, undefined, 'DELETE'),
    voucher: (code) => send(`voucher/${code}`, undefined, 'GET'),
    withdraw: (code, subsidiary_name) => send(`voucher/${code}/withdraw`, { subsidiary_name }),
  }
  /** Sends up to 5 times. Retries after a lost connection, a 408, a 5xx or a short Retry-After, with the same body and key. */
  async function send(path, body, method = 'POST') {
    const request = {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body && { 'content-type': 'application/json', 'idempotency-key': randomUUID() }),
      },
      ...(body && { body: JSON.stringify(body) }),
    }
    for (let attempt = 1; ; attempt += 1) {
      // Undefined: no answer came, and the same request is sent again.
      const response = await fetch(`${url}/partner/${path}`, {
        ...request,
        signal: AbortSignal.timeout(attemptLimit_ms),
      }).catch(() => undefined)
      const retry_after_s = Number(response?.headers.get('retry-after') ?? 0)
      const isShort = retry_after_s > 0 && retry_after_s <= longestWait_s
      const mayPass = !response || response.status === 408 || response.status >= 500 || isShort
      if (!mayPass || attempt === maxAttempts) return answered(response)
      const wait_ms = firstWait_ms * 2 ** (attempt - 1) * (0.5 + Math.random())
      await new Promise((resolve) => setTimeout(resolve, Math.max(wait_ms, retry_after_s * 1_000)))
    }
  }
}

const attemptLimit_ms = 10_000
const maxAttempts = 5
const firstWait_ms = 200

/** A longer Retry-After is an error for the cashier: 10 minutes after a decline, up to an hour at a limit. */
const longestWait_s = 10

async function answered(response) {
  if (!response) throw new Error('Fiel did not answer')
  if (response.status === 204) return undefined
  const body = await response.json()
  if (response.ok) return body
  const { status, message, data } = body
  throw new TillError(status, data.type, message)
}

/**
 * The event of a message that was signed with `secret` (whsec_…) at most five minutes ago. `body` is the received text, before a
 * parser changed it. Throws for any other message; answer 401 then. Store `webhook-id`, because a repeated message has the same
 * id.
 */
export function verifiedEvent(secret, headers, body) {
  const header = (name) => String(headers[name] ?? '')
  try {
    return new Webhook(secret).verify(body, {
      'webhook-id': header('webhook-id'),
      'webhook-timestamp': header('webhook-timestamp'),
      'webhook-signature': header('webhook-signature'),
    })
  } catch (cause) {
    throw new Error(`the message is not from Fiel: ${cause.message}`, { cause })
  }
}
