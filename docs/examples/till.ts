/**
 * A till's client. It gives points for a sale, returns sales, charges points, withdraws vouchers and verifies the signatures of
 * webhooks. Copy it, and install the package standardwebhooks. till.mjs runs as it is on Node 20 or newer. till.ts is the same for
 * a project that compiles TypeScript, and for Node 24. docs/partner-guide.md explains the calls.
 */

import { randomUUID } from 'node:crypto'

import { Webhook } from 'standardwebhooks'

/** Exactly one of the four. `code` is the text of the QR code on the customer's phone. */
type CustomerKey = { document: string } | { phone: string } | { email: string } | { code: string }

type Sale = {
  customer: CustomerKey
  /** Centavos. */
  purchase_value: number
  /** The sale's number in your system. A call with the same number is a repeat of the same sale. */
  external_id: string
  subsidiary_name: string
  /** Centavos of the purchase that were paid with points. */
  points_value?: number
  calculation_rule_id?: string
}

/** Present if the company does not list the shop. `message` is for the cashier. */
type Warned = { warning?: { type: string; message: string; closest: string } | undefined }
type Earning = Warned & { points_amount: number; points_value: number; expires_at: string | null }
type PointsRecord = Earning & {
  id: string
  external_id: string
  /** The balance after the sale, in points and in centavos. */
  balance: { amount_balance: number; value_balance: number }
}

/** Points that are held until the customer agrees, by a tap in the portal or by telling the cashier the code. */
type Charge = {
  customer: CustomerKey
  purchase_value: number
  /** Exactly one of the two. */
  points_amount?: number
  points_value?: number
  external_id: string
  subsidiary_name: string
}
type Intention = Warned & {
  id: string
  status: 'PENDING' | 'AUTHORIZED' | 'CAPTURED' | 'DECLINED' | 'CANCELLED' | 'EXPIRED'
  points_amount: number
  points_value: number
  expires_at: string
}
type Voucher = Warned & { code: string; state: string; prize: { name: string } }

/** A call that Fiel refused. `type` is for the program, `message` for the cashier. */
export class TillError extends Error {
  readonly status: number
  readonly type: string

  constructor(status: number, type: string, message: string) {
    super(message)
    this.status = status
    this.type = type
  }
}

/** `url` ends in /api. */
export function openTill({ url, key }: { url: string; key: string }) {
  return {
    simulate: (sale: Sale) => send<Earning>('points/simulate', sale),
    generate: (sale: Sale) => send<PointsRecord>('points/generate', sale),
    /** Returns a part of a sale in centavos, or the rest. Each return has its own external_id. */
    reverse: (id: string, givenBack: { returned_value?: number; external_id: string }) =>
      send<PointsRecord>(`points/${id}/reverse`, givenBack),
    charge: (charge: Charge) => send<Intention>('points/intention', charge),
    intention: (id: string) => send<Intention>(`points/intention/${id}`, undefined, 'GET'),
    /** Captures with the customer's code, or without a code after the customer's confirmation. For fewer points if the sale got
     * smaller. */
    capture: (id: string, capture: { code?: string; points_amount?: number } = {}) =>
      send<Intention>(`points/intention/${id}/capture`, capture),
    cancel: (id: string) => send<void>(`points/intention/${id}`, undefined, 'DELETE'),
    voucher: (code: string) => send<Voucher>(`voucher/${code}`, undefined, 'GET'),
    withdraw: (code: string, subsidiary_name: string) =>
      send<Voucher>(`voucher/${code}/withdraw`, { subsidiary_name }),
  }

  /** Sends up to 5 times. Retries after a lost connection, a 408, a 5xx or a short Retry-After, with the same body and key. */
  async function send<Answer>(
    path: string,
    body: object | undefined,
    method: 'POST' | 'GET' | 'DELETE' = 'POST',
  ): Promise<Answer> {
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
      if (!mayPass || attempt === maxAttempts) return answered<Answer>(response)
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

async function answered<Answer>(response: Response | undefined): Promise<Answer> {
  if (!response) throw new Error('Fiel did not answer')
  if (response.status === 204) return undefined as Answer
  const body = (await response.json()) as unknown
  if (response.ok) return body as Answer
  const { status, message, data } = body as ErrorBody
  throw new TillError(status, data.type, message)
}

type ErrorBody = { status: number; message: string; data: { type: string } }

export type Event = { type: string; timestamp: string; data: Record<string, unknown> }

/**
 * The event of a message that was signed with `secret` (whsec_…) at most five minutes ago. `body` is the received text, before a
 * parser changed it. Throws for any other message; answer 401 then. Store `webhook-id`, because a repeated message has the same
 * id.
 */
export function verifiedEvent(
  secret: string,
  headers: Record<string, string | string[] | undefined>,
  body: string,
): Event {
  const header = (name: string) => String(headers[name] ?? '')
  try {
    return new Webhook(secret).verify(body, {
      'webhook-id': header('webhook-id'),
      'webhook-timestamp': header('webhook-timestamp'),
      'webhook-signature': header('webhook-signature'),
    }) as Event
  } catch (cause) {
    throw new Error(`the message is not from Fiel: ${(cause as Error).message}`, { cause })
  }
}
